export { t as renderJson } from "./shared11.js";
