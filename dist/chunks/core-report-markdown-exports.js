export { t as renderMarkdown } from "./shared11.js";
