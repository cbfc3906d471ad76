import "./runtime.js";
import { i as getOctokitOptions, o as Context, t as GitHub } from "./actions-github.js";
// node_modules/@actions/github/lib/github.js
const context = new Context();
function getOctokit(token, options, ...additionalPlugins) {
	return new (GitHub.plugin(...additionalPlugins))(getOctokitOptions(token, options));
}
export { context, getOctokit };
