export { t as GitHub, n as context, r as defaults, i as getOctokitOptions, a as getUserAgentWithOrchestrationId } from "./actions-github.js";
