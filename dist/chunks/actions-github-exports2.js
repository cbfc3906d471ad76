export { t as context, n as getOctokit } from "./actions-github2.js";
