export { t as renderJson } from "./shared6.js";
