// src/core/text/terminal-width.ts
const WIDE = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const MARK = /\p{M}/u;
const columnsOf = (char) => MARK.test(char) ? 0 : WIDE.test(char) ? 2 : 1;
const widthOf = (text) => [...text].reduce((sum, char) => sum + columnsOf(char), 0);
function shortened(text, width) {
	if (widthOf(text) <= width) return text;
	let shown = "";
	let used = 0;
	for (const char of text) {
		const columns = columnsOf(char);
		if (used + columns > width - 1) break;
		shown += char;
		used += columns;
	}
	return `${shown}…`;
}
const padded = (text, width) => text + " ".repeat(Math.max(0, width - widthOf(text)));
export { shortened as n, padded as t };
