export { t as renderMarkdown } from "./shared8.js";
