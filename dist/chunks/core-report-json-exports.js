export { t as renderJson } from "./shared8.js";
