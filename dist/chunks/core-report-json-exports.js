export { t as renderJson } from "./shared12.js";
