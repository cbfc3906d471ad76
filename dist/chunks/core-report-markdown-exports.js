export { t as renderMarkdown } from "./shared9.js";
