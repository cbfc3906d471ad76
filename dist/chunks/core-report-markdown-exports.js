export { t as renderMarkdown } from "./shared7.js";
