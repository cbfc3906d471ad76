export { t as renderJson } from "./shared9.js";
