export { t as renderMarkdown } from "./shared10.js";
