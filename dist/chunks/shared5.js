import { r as PLACES } from "./shared2.js";
// src/core/place.ts
const LEG = "[A-Za-z0-9._-]{1,40}";
const LEG_AND_BRANCH = "[A-Za-z0-9._-]{1,80}";
const nameOf = (leg) => `(?:${PLACES.join("|")})(?:-${leg})?`;
new RegExp(`^(${PLACES.join("|")})(?:-(${LEG}))?$`);
const PLACE_NAME = new RegExp(`^${nameOf(LEG)}$`);
const PROBE_FILE = new RegExp(`^(${nameOf(LEG_AND_BRANCH)})\\.txt$`);
const PROBE_OR_LOG = new RegExp(`^${nameOf(LEG_AND_BRANCH)}(?:\\.txt|-pytest\\.log)$`);
const LEG_OF_PLACE = new RegExp(`^(?:${PLACES.join("|")})-${LEG}$`);
const isLeg = (text) => new RegExp(`^${LEG}$`).test(text);
const placeName = ({ place, leg }) => leg ? `${place}-${leg}` : place;
function pythonOfLeg(leg) {
	const found = [...(leg ?? "").matchAll(/(?<![^_-])py([23])\.?(\d{1,2})(?![^_-])/g)];
	const [version, ...others] = new Set(found.map(([, major, minor]) => `${major}.${minor}`));
	return others.length === 0 ? version : void 0;
}
const parsePlaceName = (name) => PLACE_NAME.test(name) ? split(name) : void 0;
function parseProbeName(file) {
	const [, name] = PROBE_FILE.exec(file) ?? [];
	return name === void 0 ? void 0 : split(name);
}
const isProbeFileOrLog = (file) => PROBE_OR_LOG.test(file);
function split(name) {
	const place = PLACES.find((word) => name === word || name.startsWith(`${word}-`));
	return place && (name === place ? { place } : {
		place,
		leg: name.slice(place.length + 1)
	});
}
const placesOf = (all) => inOrder(all.map(({ place }) => place));
const inOrder = (places) => PLACES.filter((one) => places.includes(one));
const byPlace = (make) => ({
	local: make("local"),
	box: make("box"),
	ci: make("ci")
});
export { isProbeFileOrLog as a, placeName as c, isLeg as i, placesOf as l, byPlace as n, parsePlaceName as o, inOrder as r, parseProbeName as s, LEG_OF_PLACE as t, pythonOfLeg as u };
