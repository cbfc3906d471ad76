export { t as renderJson } from "./shared13.js";
