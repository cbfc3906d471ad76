export { t as renderJson } from "./shared5.js";
