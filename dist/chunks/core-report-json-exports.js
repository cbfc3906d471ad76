export { t as renderJson } from "./shared10.js";
