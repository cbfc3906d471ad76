export { t as exec } from "./actions-exec.js";
