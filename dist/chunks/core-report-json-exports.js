export { t as renderJson } from "./shared7.js";
