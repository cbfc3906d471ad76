export { t as renderMarkdown } from "./shared12.js";
