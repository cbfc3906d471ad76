import { i as PLACES, n as CONFIGURATION, o as cellKey$1, s as isCellKey, t as CLAIM_KINDS } from "./shared2.js";
import { t as meant } from "./shared3.js";
import { a as stateOf, r as isNeverExcused, t as REASONS } from "./shared6.js";
import { i as COUNTED, n as CONTEXT_KEYS } from "./shared11.js";
// node_modules/smol-toml/dist/error.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function getLineColFromPtr(string, ptr) {
	let lines = string.slice(0, ptr).split(/\r?\n/);
	return [lines.length, lines.pop().length + 1];
}
function makeCodeBlock(string, line, column) {
	let lines = string.split(/\r?\n/);
	let codeblock = "";
	let numberLen = (Math.log10(line + 1) | 0) + 1;
	for (let i = line - 1; i <= line + 1; i++) {
		let l = lines[i - 1];
		if (!l) continue;
		codeblock += i.toString().padEnd(numberLen, " ");
		codeblock += ":  ";
		codeblock += l;
		codeblock += "\n";
		if (i === line) {
			codeblock += " ".repeat(numberLen + column + 2);
			codeblock += "^\n";
		}
	}
	return codeblock;
}
var TomlError = class TomlError extends Error {
	line;
	column;
	codeblock;
	constructor(message, options) {
		const [line, column] = getLineColFromPtr(options.toml, options.ptr);
		const codeblock = makeCodeBlock(options.toml, line, column);
		super(`Invalid TOML document: ${message}\n\n${codeblock}`, options);
		this.line = line;
		this.column = column;
		this.codeblock = codeblock;
	}
	static x(message, ctx, ptr) {
		throw new TomlError(message, {
			toml: ctx.s,
			ptr: ptr ?? ctx.p
		});
	}
};
// node_modules/smol-toml/dist/primitive.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function parseString(ctx) {
	let startPtr = ctx.p;
	let c = ctx.s.charCodeAt(ctx.p++);
	let first = c;
	let isLiteral = c === 39;
	let isMultiline = c === ctx.s.charCodeAt(ctx.p) && c === ctx.s.charCodeAt(ctx.p + 1);
	if (isMultiline) {
		if ((c = ctx.s.charCodeAt(ctx.p += 2)) === 10) ctx.p++;
		else if (c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10) ctx.p += 2;
	}
	let parsed = "";
	let sliceStart = ctx.p;
	let state = 0;
	for (; ctx.p < ctx.s.length; ctx.p++) {
		c = ctx.s.charCodeAt(ctx.p);
		if (isMultiline && (c === 10 || c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10)) state = state && 3;
		else if (c < 32 && c !== 9 || c === 127) TomlError.x("control characters are not allowed in strings", ctx);
		else if ((!state || state === 3) && c === first && (!isMultiline || ctx.s.charCodeAt(ctx.p + 1) === first && ctx.s.charCodeAt(ctx.p + 2) === first)) {
			if (isMultiline) {
				if (ctx.s.charCodeAt(ctx.p + 3) === first) ctx.p++;
				if (ctx.s.charCodeAt(ctx.p + 3) === first) ctx.p++;
			}
			if (!state) {
				let s = ctx.s.slice(sliceStart, ctx.p);
				parsed = parsed ? parsed + s : s;
			}
			ctx.p += isMultiline ? 3 : 1;
			return parsed;
		} else if (!state) {
			if (!isLiteral && c === 92) {
				parsed += ctx.s.slice(sliceStart, sliceStart = ctx.p);
				state = 1;
			}
		} else if (state === 1) {
			if (c === 120 || c === 117 || c === 85) {
				let errPtr = ctx.p++ - 1;
				let value = 0;
				let len = c === 120 ? 2 : c === 117 ? 4 : 8;
				for (let j = 0; j < len; j++, ctx.p++) {
					let hex = ctx.s.charCodeAt(ctx.p);
					let digit = hex >= 48 && hex <= 57 ? hex - 48 : hex >= 65 && hex <= 70 ? hex - 65 + 10 : hex >= 97 && hex <= 102 ? hex - 97 + 10 : -1;
					if (digit < 0) TomlError.x("invalid non-hex character in unicode escape", ctx);
					value = value << 4 | digit;
				}
				if (value < 0 || value > 1114111 || value >= 55296 && value <= 57343) TomlError.x("invalid unicode escape", ctx, errPtr);
				parsed += String.fromCodePoint(value);
				sliceStart = ctx.p--;
				state = 0;
			} else if (isMultiline && (c === 32 || c === 9)) state = 2;
			else {
				if (c === 98) parsed += "\b";
				else if (c === 116) parsed += "	";
				else if (c === 110) parsed += "\n";
				else if (c === 102) parsed += "\f";
				else if (c === 114) parsed += "\r";
				else if (c === 101) parsed += "\x1B";
				else if (c === 34) parsed += "\"";
				else if (c === 92) parsed += "\\";
				else TomlError.x("unrecognised escape sequence", ctx);
				sliceStart = ctx.p + 1;
				state = 0;
			}
		} else if (c !== 32 && c !== 9) {
			if (state === 2) TomlError.x("invalid escape: only line-ending whitespace may be escaped", ctx, sliceStart);
			state = !isLiteral && c === 92 ? 1 : 0;
			sliceStart = ctx.p;
		}
	}
	TomlError.x("unfinished string", ctx, startPtr);
}
// node_modules/smol-toml/dist/date.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
let DATE_TIME_RE = /^(\d{4}-\d{2}-\d{2})?[Tt ]?(?:(\d{2}):\d{2}(?::\d{2}(?:\.\d+)?)?)?(Z|z|[-+]\d{2}:\d{2})?$/i;
var TomlDate = class TomlDate extends Date {
	#hasDate = false;
	#hasTime = false;
	#offset = null;
	constructor(date, fasttype, unsafeDelim) {
		let hasDate = true;
		let hasTime = true;
		let offset = "Z";
		let c;
		if (typeof date === "string") {
			if (fasttype) prep: {
				if (fasttype < 3) {
					if (+date.slice(11, 13) > 23) {
						date = "";
						break prep;
					}
					if (fasttype === 2) {
						offset = null;
						date += "Z";
					} else if ((c = date.charCodeAt(date.length - 1)) !== 90 && c !== 122) offset = date.slice(date.length - 6);
					if (unsafeDelim) date = date.slice(0, 10) + "T" + date.slice(11);
				} else if (fasttype === 4) date = +date.slice(0, 2) > 23 ? "" : `0000-01-01T${date}Z`;
				hasDate = fasttype !== 4;
				hasTime = fasttype !== 3;
			}
			else {
				let match = date.match(DATE_TIME_RE);
				if (match) {
					if (!match[1]) {
						hasDate = false;
						date = `0000-01-01T${date}`;
					}
					hasTime = !!match[2];
					hasTime && date[10] === " " && (date = date.replace(" ", "T"));
					if (match[2] && +match[2] > 23) date = "";
					else {
						offset = match[3] || null;
						if (!offset && hasTime) date += "Z";
					}
				} else date = "";
			}
		}
		super(date);
		if (!isNaN(this.getTime())) {
			this.#hasDate = hasDate;
			this.#hasTime = hasTime;
			this.#offset = offset;
		}
	}
	isDateTime() {
		return this.#hasDate && this.#hasTime;
	}
	isLocal() {
		return !this.#hasDate || !this.#hasTime || !this.#offset;
	}
	isDate() {
		return this.#hasDate && !this.#hasTime;
	}
	isTime() {
		return this.#hasTime && !this.#hasDate;
	}
	isValid() {
		return this.#hasDate || this.#hasTime;
	}
	toISOString() {
		let iso = super.toISOString();
		if (this.isDate()) return iso.slice(0, 10);
		if (this.isTime()) return iso.slice(11, 23);
		if (this.#offset === null) return iso.slice(0, -1);
		if (this.#offset === "Z" || this.#offset === "z") return iso;
		let offset = +this.#offset.slice(1, 3) * 60 + +this.#offset.slice(4, 6);
		offset = this.#offset[0] === "-" ? offset : -offset;
		return new Date(this.getTime() - offset * 6e4).toISOString().slice(0, -1) + this.#offset;
	}
	static wrapAsOffsetDateTime(jsDate, offset = "Z") {
		let date = new TomlDate(jsDate);
		date.#offset = offset;
		return date;
	}
	static wrapAsLocalDateTime(jsDate) {
		let date = new TomlDate(jsDate);
		date.#offset = null;
		return date;
	}
	static wrapAsLocalDate(jsDate) {
		let date = new TomlDate(jsDate);
		date.#hasTime = false;
		date.#offset = null;
		return date;
	}
	static wrapAsLocalTime(jsDate) {
		let date = new TomlDate(jsDate);
		date.#hasDate = false;
		date.#offset = null;
		return date;
	}
};
// node_modules/smol-toml/dist/extract.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function isDigit(char, base = 10) {
	return base === 16 ? char > 47 && char < 58 || char > 64 && char < 71 || char > 96 && char < 103 : char > 47 && char < 48 + base;
}
function isEndOfValue(char, delim) {
	return char === 32 || char === 9 || char === 10 || char === 13 || delim && (char === delim || char === 44) || char === 35;
}
function extractValue(ctx, end) {
	let errPtr = ctx.p;
	let c = ctx.s.charCodeAt(ctx.p);
	if (c === 91 || c === 123) {
		ctx.d-- || TomlError.x("document contains excessively nested structures. aborting.", ctx);
		let value = c === 91 ? parseArray(ctx) : parseInlineTable(ctx);
		ctx.d++;
		return value;
	}
	if (c === 34 || c === 39) return parseString(ctx);
	if (c === 116) {
		if (ctx.s.charCodeAt(++ctx.p) !== 114 || ctx.s.charCodeAt(++ctx.p) !== 117 || ctx.s.charCodeAt(++ctx.p) !== 101) TomlError.x("invalid value", ctx, errPtr);
		return ctx.p++, true;
	}
	if (c === 102) {
		if (ctx.s.charCodeAt(++ctx.p) !== 97 || ctx.s.charCodeAt(++ctx.p) !== 108 || ctx.s.charCodeAt(++ctx.p) !== 115 || ctx.s.charCodeAt(++ctx.p) !== 101) TomlError.x("invalid value", ctx, errPtr);
		return ctx.p++, false;
	}
	if (c === 43 || c === 45) return parseNumber(ctx, ctx.p, ctx.s.charCodeAt(++ctx.p), 44 - c, end);
	if (ctx.s.charCodeAt(ctx.p + 4) === 45 && ctx.s.charCodeAt(ctx.p + 7) === 45) return parseDate(ctx, c, end);
	if (ctx.s.charCodeAt(ctx.p + 2) === 58) return parseTime(ctx, c, end);
	return parseNumber(ctx, ctx.p, c, 0, end);
}
function parseNumber(ctx, startPtr, startChr, sign, endChr) {
	let c = startChr;
	let state = 0;
	let hasUnderscores = false;
	if (c === 105) {
		if (ctx.s.charCodeAt(++ctx.p) !== 110 || ctx.s.charCodeAt(++ctx.p) !== 102) TomlError.x("invalid value", ctx, startPtr);
		return ctx.p++, (sign || 1) / 0;
	}
	if (c === 110) {
		if (ctx.s.charCodeAt(++ctx.p) !== 97 || ctx.s.charCodeAt(++ctx.p) !== 110) TomlError.x("invalid value", ctx, startPtr);
		return ctx.p++, NaN;
	}
	if (c === 48) {
		if (++ctx.p >= ctx.s.length || isEndOfValue(c = ctx.s.charCodeAt(ctx.p), endChr)) return ctx.bi === true ? 0n : 0;
		if (!sign) {
			if (c === 120) return parseIntegerBaseN(ctx, startPtr, 16, endChr);
			else if (c === 98) return parseIntegerBaseN(ctx, startPtr, 2, endChr);
			else if (c === 111) return parseIntegerBaseN(ctx, startPtr, 8, endChr);
		}
		if (c === 46) state = 2;
		else if (c === 101 || c === 69) state = 4;
		else TomlError.x("illegal leading zero", ctx, startPtr);
	} else if (!isDigit(c)) TomlError.x("invalid value", ctx, startPtr);
	while (++ctx.p < ctx.s.length && (c = ctx.s.charCodeAt(ctx.p), !isEndOfValue(c, endChr))) {
		if (!state) state = 1;
		if (c === 95) {
			if (!(state & 1)) TomlError.x("illegal underscore", ctx);
			state += 11;
			hasUnderscores = true;
		} else if (state === 1 && c === 46) state = 2;
		else if ((state === 1 || state === 3) && (c === 101 || c === 69)) state = 4;
		else if (state === 4 && (c === 43 || c === 45)) state = 6;
		else if (!isDigit(c)) TomlError.x(`illegal character in numeric literal`, ctx);
		else if (state > 9) state -= 11;
		else if (!(state & 1)) state++;
	}
	if (!state) {
		let val = (startChr - 48) * (sign || 1);
		return ctx.bi === true ? BigInt(val) : val;
	}
	if (!(state & 1)) TomlError.x("unfinished numeric value", ctx, startPtr);
	let str = ctx.s.slice(startPtr, ctx.p);
	if (hasUnderscores) str = str.replaceAll("_", "");
	return state > 1 ? parseFloat(str) : parseInteger(ctx, str, 10, startPtr);
}
function parseIntegerBaseN(ctx, startPtr, base, endChr) {
	let c, underscore = 1;
	while (++ctx.p < ctx.s.length && (c = ctx.s.charCodeAt(ctx.p), !isEndOfValue(c, endChr))) if (c === 95) {
		if (underscore & 1) TomlError.x("illegal underscore", ctx);
		underscore = 3;
	} else if (!isDigit(c, base)) TomlError.x(`illegal character in numeric literal`, ctx);
	else if (underscore & 1) underscore--;
	if (underscore & 1) TomlError.x("unfinished numeric value", ctx);
	let str = ctx.s.slice(startPtr + 2, ctx.p);
	if (underscore) str = str.replaceAll("_", "");
	return parseInteger(ctx, str, base, startPtr);
}
function parseInteger(ctx, str, base, startPtr) {
	if (ctx.bi !== true) int: {
		let val = parseInt(str, base);
		if (!Number.isSafeInteger(val)) {
			if (ctx.bi) break int;
			TomlError.x("integer value cannot be represented losslessly", ctx, startPtr);
		}
		return val;
	}
	return base === 10 ? BigInt(str) : BigInt((base === 2 ? "0b" : base === 8 ? "0o" : "0x") + str);
}
function parseDate(ctx, c, endChr) {
	let startPtr = ctx.p++, unsafeSeparator;
	if (!isDigit(c) || !isDigit(ctx.s.charCodeAt(ctx.p++)) || !isDigit(ctx.s.charCodeAt(ctx.p++)) || !isDigit(ctx.s.charCodeAt(ctx.p++))) return parseNumber(ctx, ctx.p = startPtr, c, 0, endChr);
	ctx.p += 5;
	if (!isDigit(ctx.s.charCodeAt(ctx.p++))) TomlError.x("invalid date-time: date part is malformed", ctx, startPtr);
	if (ctx.p >= ctx.s.length || ((c = ctx.s.charCodeAt(ctx.p)) !== 32 || (unsafeSeparator = true, !isDigit(ctx.s.charCodeAt(ctx.p + 1)))) && c !== 84 && c !== 116) return readDate(ctx, ctx.s.slice(startPtr, ctx.p), 3, false, startPtr);
	if (ctx.s.charCodeAt(ctx.p += 3) !== 58) TomlError.x("invalid date-time: time part is malformed", ctx, startPtr);
	if (ctx.s.charCodeAt(ctx.p += 3) === 58) ctx.p += 3;
	if (ctx.s.charCodeAt(ctx.p) === 46) while (isDigit(ctx.s.charCodeAt(++ctx.p)));
	if (c = ctx.s.charCodeAt(ctx.p)) {
		if (c === 90 || c === 122) return readDate(ctx, ctx.s.slice(startPtr, ++ctx.p), 1, unsafeSeparator, startPtr, "[+00:00]");
		if (c === 43 || c === 45) return readDate(ctx, ctx.s.slice(startPtr, ctx.p += 6), 1, unsafeSeparator, startPtr, !ctx.ld && "[" + ctx.s.slice(ctx.p - 6, ctx.p) + "]");
	}
	return readDate(ctx, ctx.s.slice(startPtr, ctx.p), 2, unsafeSeparator, startPtr);
}
function parseTime(ctx, c, endChr) {
	let start = ctx.p;
	if (!isDigit(c) || !isDigit(ctx.s.charCodeAt(++ctx.p))) return parseNumber(ctx, --ctx.p, c, 0, endChr);
	if (ctx.s.charCodeAt(ctx.p += 4) === 58) ctx.p += 3;
	if (ctx.s.charCodeAt(ctx.p) === 46) while (isDigit(ctx.s.charCodeAt(++ctx.p)));
	return readDate(ctx, ctx.s.slice(start, ctx.p), 4, false, start);
}
function readDate(ctx, str, type, unsafeDelim, errPtr, temporalSuffix) {
	if (ctx.ld) {
		let date = new TomlDate(str, type, unsafeDelim);
		if (!date.isValid()) TomlError.x("invalid date", ctx, errPtr);
		return date;
	}
	try {
		if (temporalSuffix) str += temporalSuffix;
		switch (type) {
			case 1: return Temporal.ZonedDateTime.from(str);
			case 2: return Temporal.PlainDateTime.from(str);
			case 3: return Temporal.PlainDate.from(str);
			case 4: return Temporal.PlainTime.from(str);
		}
	} catch (e) {
		TomlError.x(e instanceof Error ? e.message : "" + e, ctx, errPtr);
	}
}
// node_modules/smol-toml/dist/util.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function skipComment(ctx) {
	for (; ctx.p < ctx.s.length; ctx.p++) {
		let c = ctx.s.charCodeAt(ctx.p);
		if (c === 10) break;
		if (c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10) {
			ctx.p++;
			break;
		}
		if (c < 32 && c !== 9 || c === 127) TomlError.x("control characters are not allowed in comments", ctx);
	}
}
function skipVoid(ctx, banNewLines, banComments) {
	let c;
	while (ctx.p < ctx.s.length) {
		while (ctx.p < ctx.s.length && ((c = ctx.s.charCodeAt(ctx.p)) === 32 || c === 9 || !banNewLines && (c === 10 || c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10))) ctx.p++;
		if (banComments || c !== 35) break;
		skipComment(ctx);
	}
}
// node_modules/smol-toml/dist/struct.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function parseKey(ctx, end = 61) {
	let startPtr;
	let state = 0;
	let parsed = [];
	let sliceStart;
	let c = ctx.s.charCodeAt(startPtr = ctx.p);
	do
		if (c === end) {
			if (!state) TomlError.x("unexpected end of key", ctx);
			if (state === 1) parsed.push(ctx.s.slice(sliceStart, ctx.p));
			return ctx.p++, parsed;
		} else if (c === 46) {
			if (!state) TomlError.x("illegal empty bare key", ctx);
			if (state === 1) parsed.push(ctx.s.slice(sliceStart, ctx.p));
			state = 0;
		} else if (!state && (c === 34 || c === 39)) {
			if (c === ctx.s.charCodeAt(ctx.p + 1) && c === ctx.s.charCodeAt(ctx.p + 2)) TomlError.x("illegal quoted key: multiline strings are not allowed", ctx);
			parsed.push(parseString(ctx));
			state = 2;
			ctx.p--;
		} else if (c === 32 || c === 9) {
			if (state === 1) {
				parsed.push(ctx.s.slice(sliceStart, ctx.p));
				state = 2;
			}
		} else if (state === 2 || c < 48 && c !== 45 || c > 57 && c < 65 || c > 90 && c < 97 && c !== 95 || c > 122) TomlError.x("illegal character in key", ctx);
		else if (!state) {
			state = 1;
			sliceStart = ctx.p;
		}
	while (c = ctx.s.charCodeAt(++ctx.p));
	TomlError.x("incomplete key-value: cannot find end of key", ctx, startPtr);
}
function parseInlineTable(ctx) {
	let startPtr = ctx.p++;
	let res = Object.create(null);
	let seen = new Set();
	let c;
	while (ctx.p < ctx.s.length) {
		skipVoid(ctx);
		if ((c = ctx.s.charCodeAt(ctx.p)) === 125) {
			ctx.p++;
			return res;
		}
		let k;
		let t = res;
		let hasOwn = false;
		let errPtr = ctx.p;
		let key = parseKey(ctx);
		for (let i = 0; i < key.length; i++) {
			if (i) t = hasOwn ? t[k] : t[k] = Object.create(null);
			k = key[i];
			if ((hasOwn = Object.hasOwn(t, k)) && (typeof t[k] !== "object" || seen.has(t[k]))) TomlError.x("trying to redefine an already defined value", ctx, errPtr);
			let unsafe = k === "__proto__";
			if (ctx.uk && (unsafe || k === "constructor")) {
				t = ctx.uk !== 1 && TomlError.x("document contains an unsafe property", ctx, errPtr);
				break;
			}
			if (!hasOwn && unsafe) Object.defineProperty(t, k, {
				enumerable: true,
				configurable: true,
				writable: true
			});
		}
		if (hasOwn) TomlError.x("trying to redefine an already defined value", ctx, errPtr);
		skipVoid(ctx, true, true);
		let value = extractValue(ctx, 125);
		if (t && typeof (t[k] = value) === "object") seen.add(value);
		skipVoid(ctx);
		if ((c = ctx.s.charCodeAt(ctx.p++)) === 125) return res;
		if (c !== 44) TomlError.x("expected comma or end of structure", ctx, ctx.p - 1);
	}
	TomlError.x("unfinished table", ctx, startPtr);
}
function parseArray(ctx) {
	let startPtr = ctx.p++;
	let res = [];
	let c;
	while (ctx.p < ctx.s.length) {
		skipVoid(ctx);
		if ((c = ctx.s.charCodeAt(ctx.p)) === 93) {
			ctx.p++;
			return res;
		}
		res.push(extractValue(ctx, 93));
		skipVoid(ctx);
		if ((c = ctx.s.charCodeAt(ctx.p++)) === 93) return res;
		if (c !== 44) TomlError.x("expected comma or end of structure", ctx, ctx.p - 1);
	}
	TomlError.x("unfinished array", ctx, startPtr);
}
// node_modules/smol-toml/dist/parse.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function peekTable(ctx, key, table, meta, type) {
	let t = table;
	let m = meta;
	let k;
	let hasOwn = false;
	let state;
	for (let i = 0; i < key.length; i++) {
		if (i) {
			t = hasOwn ? t[k] : t[k] = Object.create(null);
			m = (state = m[k]).c;
			if (type === 0 && (state.t === 1 || state.t === 2)) return null;
			if (state.t === 2) {
				let l = t.length - 1;
				t = t[l];
				m = m[l].c;
			}
		}
		k = key[i];
		if ((hasOwn = Object.hasOwn(t, k)) && m[k]?.t === 0 && m[k]?.d) return null;
		if (!hasOwn) {
			let unsafe = k === "__proto__";
			if (ctx.uk && (unsafe || k === "constructor")) return false;
			if (unsafe) {
				Object.defineProperty(t, k, {
					enumerable: true,
					configurable: true,
					writable: true
				});
				Object.defineProperty(m, k, {
					enumerable: true,
					configurable: true,
					writable: true
				});
			}
			m[k] = {
				t: i < key.length - 1 && type === 2 ? 3 : type,
				d: false,
				i: 0,
				c: Object.create(null)
			};
		}
	}
	state = m[k];
	if (state.t !== type && !(type === 1 && state.t === 3)) return null;
	if (type === 2) {
		if (!state.d) {
			state.d = true;
			t[k] = [];
		}
		t[k].push(t = Object.create(null));
		state.c[state.i++] = state = {
			t: 1,
			d: false,
			i: 0,
			c: Object.create(null)
		};
	}
	if (state.d) return null;
	state.d = true;
	if (type === 1) t = hasOwn ? t[k] : t[k] = Object.create(null);
	else if (type === 0 && hasOwn) return null;
	return [
		k,
		t,
		state.c
	];
}
function validateTablePeek(ctx, peek, ptr) {
	if (peek === null || ctx.uk === 2) TomlError.x(peek === null ? "trying to redefine an already defined table or value" : "document contains an unsafe property", ctx, ptr);
}
function parse(toml, options = {}) {
	let ctx = {
		s: toml,
		p: 0,
		d: options.maxDepth ?? 1e3,
		bi: options.integersAsBigInt ?? false,
		ld: options.useLegacyDate ?? true,
		uk: options.unsafeKeyBehaviour === "throw" ? 2 : options.unsafeKeyBehaviour === "drop" ? 1 : 0
	};
	let res = Object.create(null);
	let meta = Object.create(null);
	let tmp;
	let skipping = false;
	let tbl = res;
	let m = meta;
	if (toml.charCodeAt(0) === 65279) ctx.p++;
	skipVoid(ctx);
	while (ctx.p < toml.length) {
		if (toml.charCodeAt(ctx.p) === 91) {
			let isTableArray = toml.charCodeAt(++ctx.p) === 91;
			tmp = ctx.p += +isTableArray;
			skipping = false;
			let k = parseKey(ctx, 93);
			if (isTableArray) {
				if (toml.charCodeAt(ctx.p) !== 93) TomlError.x("expected end of table array declaration", ctx);
				ctx.p++;
			}
			let p = peekTable(ctx, k, res, meta, isTableArray ? 2 : 1);
			if (!p) {
				validateTablePeek(ctx, p, tmp);
				skipping = true;
			} else {
				m = p[2];
				tbl = p[1];
			}
		} else {
			tmp = ctx.p;
			let p = peekTable(ctx, parseKey(ctx), tbl, m, 0);
			if (!p && !skipping) validateTablePeek(ctx, p, tmp);
			skipVoid(ctx, true, true);
			let v = extractValue(ctx, void 0);
			if (p && !skipping) p[1][p[0]] = v;
		}
		skipVoid(ctx, true);
		if (ctx.p < toml.length && (tmp = toml.charCodeAt(ctx.p)) !== 10 && (tmp !== 13 || toml.charCodeAt(ctx.p + 1) !== 10)) TomlError.x("each key-value declaration must be followed by an end-of-line", ctx);
		skipVoid(ctx);
	}
	return res;
}
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
"".isWellFormed;
// node_modules/smol-toml/dist/index.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
// src/core/claims/default.ts
const USUAL_COMMAND = [
	"python",
	"-m",
	"pytest"
];
const NOT_OWN = new Set("setup conftest noxfile tests test docs examples benchmarks scripts agent_probe __init__ __main__".split(" "));
const isOwn = (name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !NOT_OWN.has(name) && !name.startsWith("test_") && !name.endsWith("_test");
function readName(path, srcIsPackage) {
	const inSrc = path.startsWith("src/") && !srcIsPackage;
	const [, name = "", end] = /^(\w+)(\.py|\/__init__\.py)$/.exec(inSrc ? path.slice(4) : path) ?? [];
	return isOwn(name) ? [{
		name,
		inSrc,
		isModule: end === ".py"
	}] : [];
}
function findOwnPackages(tracked) {
	const srcIsPackage = tracked.includes("src/__init__.py");
	const found = tracked.flatMap((path) => readName(path, srcIsPackage));
	const scripts = found.some(({ inSrc }) => inSrc);
	const own = found.filter(({ inSrc, isModule }) => inSrc || !isModule || !scripts);
	return [...new Set(own.map(({ name }) => name))].sort();
}
const CONFIGURATIONS = {
	"pyproject.toml": /^\[tool\.pytest(?:\.ini_options)?\]/m,
	"tox.ini": /^\[pytest\]/m,
	"setup.cfg": /^\[tool:pytest\]/m
};
const CONFIGURATION_FILES = Object.keys(CONFIGURATIONS);
const TEST_FILE = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;
function hasSuite(tracked, textOf) {
	if (tracked.some((path) => path === "pytest.ini" || path === ".pytest.ini" || TEST_FILE.test(path))) return true;
	return Object.entries(CONFIGURATIONS).some(([file, section]) => tracked.includes(file) && section.test(textOf(file) ?? ""));
}
const AT_HOME$1 = ["local", "box"];
function claimsWithoutFile(tracked, textOf = () => void 0) {
	const packages = findOwnPackages(tracked).map((subject) => ({
		kind: "package installed",
		subject,
		in: PLACES,
		fromRepo: true
	}));
	const suite = {
		kind: "tests green",
		subject: "suite",
		in: PLACES
	};
	return {
		digest: "default",
		source: "default",
		places: PLACES,
		claims: [
			...packages,
			...hasSuite(tracked, textOf) ? [suite] : [],
			{
				kind: "secret stored",
				subject: ".env",
				in: AT_HOME$1
			},
			{
				kind: "secret stored",
				subject: "configuration",
				in: AT_HOME$1
			}
		],
		testReports: [],
		explanations: []
	};
}
// src/core/claims/shape.ts
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const kindOf = (value) => value === null ? "null" : Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
const pathTo = (path, key) => /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key.slice(0, 80))}]`;
function checkShape(shape, value, path = "$") {
	const wrong = (expected) => [{
		path,
		message: `expected ${expected}, found ${kindOf(value)}`
	}];
	switch (shape.kind) {
		case "text":
		case "word": return typeof value === "string" ? checkText(shape, value, path) : wrong(expectedBy(shape));
		case "flag": return typeof value === "boolean" ? [] : wrong("true or false");
		case "list": return Array.isArray(value) ? checkList(shape, value, path) : wrong("a list");
		case "either":
			if (typeof value === "string") return checkShape(shape.brief, value, path);
			return isObject(value) ? checkShape(shape.full, value, path) : wrong(`${expectedBy(shape.brief)} or an object`);
		case "object": return isObject(value) ? checkObject(shape, value, path) : wrong("an object");
		case "map": return isObject(value) ? checkMap(shape, value, path) : wrong("an object");
	}
}
const expectedBy = (shape) => shape.kind === "text" ? shape.expected : shape.values.map((word) => `"${word}"`).join(", ");
function checkText(shape, value, path) {
	if (shape.kind === "word" ? shape.values.includes(value) : [...value].length <= shape.max && new RegExp(shape.pattern, "u").test(value)) return [];
	const limit = shape.kind === "text" ? ` of at most ${shape.max} characters` : "";
	const found = JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
	const near = shape.kind === "word" ? meant(value.slice(0, 60), shape.values) : "";
	return [{
		path,
		message: `expected ${expectedBy(shape)}${limit}, found ${found}${near}`
	}];
}
function checkList(shape, value, path) {
	const { min, max, unique } = shape;
	if (value.length < min || value.length > max) return [{
		path,
		message: `expected ${min} to ${max} entries, found ${value.length}`
	}];
	const problems = value.flatMap((entry, index) => checkShape(shape.of, entry, `${path}[${index}]`));
	const repeated = unique ? value.findIndex((entry, index) => value.indexOf(entry) !== index) : -1;
	return repeated < 0 ? problems : [...problems, {
		path: `${path}[${repeated}]`,
		message: "is there twice"
	}];
}
function checkObject(shape, value, path) {
	const known = Object.keys(shape.keys);
	const missing = shape.required.filter((key) => !Object.hasOwn(value, key)).map((key) => ({
		path,
		message: `expected the key "${key}"`
	}));
	const found = Object.entries(value).flatMap(([key, entry]) => {
		const of = Object.hasOwn(shape.keys, key) ? shape.keys[key] : void 0;
		const unknown = {
			path: pathTo(path, key),
			message: unknownKey(key, known)
		};
		return of ? checkShape(of, entry, pathTo(path, key)) : [unknown];
	});
	return [...missing, ...found];
}
function unknownKey(key, known) {
	const near = key.length > 2 ? meant(key.slice(0, 60), known) : "";
	return near === "" ? `unknown key; expected one of ${known.join(", ")}` : `unknown key${near} It is one of ${known.join(", ")}`;
}
function checkMap(shape, value, path) {
	const entries = Object.entries(value);
	if (entries.length > shape.max) return [{
		path,
		message: `expected at most ${shape.max} entries, found ${entries.length}`
	}];
	return entries.flatMap(([key, entry]) => [...checkText(shape.key, key, pathTo(path, key)), ...checkShape(shape.of, entry, pathTo(path, key))]);
}
function toJsonSchema(shape) {
	const { about: description } = shape;
	switch (shape.kind) {
		case "text": return {
			description,
			type: "string",
			pattern: shape.pattern,
			maxLength: shape.max
		};
		case "word": return {
			description,
			enum: shape.values
		};
		case "flag": return {
			description,
			type: "boolean"
		};
		case "list": {
			const { of, min: minItems, max: maxItems, unique: uniqueItems } = shape;
			return {
				description,
				type: "array",
				items: toJsonSchema(of),
				minItems,
				maxItems,
				uniqueItems
			};
		}
		case "either": return {
			description,
			anyOf: [toJsonSchema(shape.brief), toJsonSchema(shape.full)]
		};
		case "object": {
			const keys = Object.entries(shape.keys).map(([key, of]) => [key, toJsonSchema(of)]);
			const { required } = shape;
			return {
				description,
				type: "object",
				properties: Object.fromEntries(keys),
				additionalProperties: false,
				...required.length > 0 ? { required } : {}
			};
		}
		case "map": return {
			description,
			type: "object",
			propertyNames: toJsonSchema(shape.key),
			additionalProperties: toJsonSchema(shape.of),
			maxProperties: shape.max
		};
	}
}
// src/core/claims/check-explanations.ts
function checkExplanations({ explain = {} }, placed) {
	const cells = placed.flatMap(({ claim }) => claim.in.map((place) => cellKey$1(claim, place)));
	return Object.entries(explain).flatMap(([key, sentence]) => {
		const message = isCellKey(key) ? cellProblem(key, sentence, cells) : differenceProblem(key, sentence);
		return message === void 0 ? [] : [{
			path: pathTo("$.explain", key),
			message
		}];
	});
}
function differenceProblem(key, { reason, values }) {
	if (!(values !== void 0 && Object.keys(values).length > 0 && reason === void 0)) return "expected \"values\": a difference is excused by its values";
	if (Object.hasOwn(COUNTED, key)) return void 0;
	if (CONTEXT_KEYS.some((known) => key.startsWith(known))) return `${key} is context: it never counts and needs no sentence`;
	return `no difference of that name is counted${meant(key, Object.keys(COUNTED))}`;
}
function cellProblem(key, { reason, values }, cells) {
	if (reason === void 0 || values !== void 0) return "expected \"reason\": a cell is excused by its reason";
	if (stateOf(reason) !== "fails" || isNeverExcused(key, reason)) return `${reason} in this cell is never excused`;
	return cells.includes(key) ? void 0 : `no such cell is claimed${meant(key, cells)}`;
}
// src/core/claims/duplicate-keys.ts
const TOKEN$1 = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;
function duplicateKeys(text) {
	const problems = [];
	const open = [];
	const tokens = text.match(TOKEN$1) ?? [];
	tokens.forEach((token, index) => {
		if (token === "{") open.push(new Set());
		else if (token === "[") open.push(null);
		else if (token === "}" || token === "]") open.pop();
		if (!token.startsWith("\"") || tokens[index + 1] !== ":") return;
		const keys = open.at(-1);
		const key = String(JSON.parse(token));
		if (keys?.has(key)) problems.push({
			path: "$",
			message: `the key "${key.slice(0, 60)}" is there twice`
		});
		keys?.add(key);
	});
	return problems;
}
// src/core/claims/place-claims.ts
const AT_HOME = ["local", "box"];
function placeClaims(file) {
	const asked = inOrder(file.places ?? PLACES);
	const atHome = asked.filter((place) => AT_HOME.includes(place));
	const all = (key, kind, usual, prefix = "") => (file[key] ?? []).map((one, index) => {
		const named = typeof one === "string" ? { name: one } : one;
		return {
			claim: toClaim(kind, prefix + named.name, named, usual),
			path: `$.${key}[${index}]`,
			asked
		};
	});
	const suite = file.tests && {
		claim: toClaim("tests green", "suite", file.tests, asked),
		path: "$.tests",
		asked
	};
	const secrets = all("secrets", "secret stored", atHome);
	const configuration = toClaim("secret stored", CONFIGURATION, {}, atHome);
	const named = secrets.some(({ claim }) => claim.subject === CONFIGURATION);
	const guarded = file.secrets !== void 0 && atHome.length > 0 && !named;
	return [
		...all("packages", "package installed", asked),
		...all("env", "env var set", asked),
		...all("files", "file persisted", asked),
		...all("canary", "file persisted", atHome, "canary:"),
		...suite ? [suite] : [],
		...secrets,
		...guarded ? [{
			claim: configuration,
			path: "$.secrets",
			asked
		}] : []
	];
}
const inOrder = (places) => PLACES.filter((place) => places.includes(place));
const toClaim = (kind, subject, { in: own, from, compare }, usual) => ({
	kind,
	subject,
	in: inOrder(own ?? usual),
	...from === "repo" ? { fromRepo: true } : {},
	...compare ? { compare } : {}
});
function checkPlaced({ claim, path, asked }) {
	const outside = claim.in.filter((place) => !asked.includes(place));
	if (outside.length > 0) return [{
		path: `${path}.in`,
		message: `expected places among ${asked.join(", ")}, found ${outside.join(", ")}`
	}];
	if (claim.in.length === 0) return [{
		path,
		message: `expected "in": it is asked of local and box unless it says otherwise, and "places" names neither`
	}];
	if (claim.compare && !claim.in.includes("ci")) return [{
		path,
		message: "expected ci among its places: \"compare\" compares with ci"
	}];
	return [];
}
function checkSubjects(placed) {
	const seen = new Map();
	return placed.flatMap(({ claim: { kind, subject }, path }) => {
		if (path.startsWith("$.files") && subject.startsWith("canary:")) return [{
			path,
			message: "expected a path; canaries are listed under \"canary\""
		}];
		const row = `${kind}/${subject}`;
		const first = seen.get(row);
		seen.set(row, first ?? path);
		if (first === void 0) return [];
		return [{
			path,
			message: `"${subject.slice(0, 60)}" is claimed twice, first at ${first}`
		}];
	});
}
// src/core/claims/schema.ts
const text = (about, expected, pattern, max) => ({
	kind: "text",
	about,
	expected,
	pattern,
	max
});
const list = (about, of, bounds = {}) => ({
	kind: "list",
	about,
	of,
	min: bounds.min ?? 0,
	max: bounds.max ?? 200,
	unique: bounds.unique ?? false
});
const object = (about, keys, required = []) => ({
	kind: "object",
	about,
	keys,
	required
});
const place = {
	kind: "word",
	about: "a place",
	values: PLACES
};
const places = (about) => list(about, place, {
	min: 1,
	max: 3,
	unique: true
});
const inPlaces = places("the places where it should be true, instead of the usual ones");
const ONE_LINE = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$";
const path = (about) => text(about, "a path", ONE_LINE, 500);
const because = text("one sentence", "a sentence on one line", ONE_LINE, 300);
const claim = (brief, more = {}) => ({
	kind: "either",
	about: brief.about,
	brief,
	full: object(`${brief.about}, with more to say`, {
		name: brief,
		in: inPlaces,
		...more
	}, ["name"])
});
const packageName = text("an import name or the name of a distribution", "a package name", "^[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?$", 200);
const variableName = text("the name of an environment variable", "a variable name", "^[A-Za-z_][A-Za-z0-9_]*$", 200);
const cellKey = `(?:${CLAIM_KINDS.join("|")})/.+@(?:${PLACES.join("|")})`;
const differenceKey = "[a-z_]+(?:\\.[A-Za-z0-9_.-]+)+";
const explanation = object("what it excuses, and why", {
	reason: {
		kind: "word",
		about: "the reason of the cell that it excuses",
		values: Object.keys(REASONS)
	},
	values: object("the values of the difference that it excuses; * stands for anything", Object.fromEntries(PLACES.map((name) => [name, text(`the value in ${name}`, "a value", ONE_LINE, 400)]))),
	because
}, ["because"]);
const CLAIMS_SHAPE = object("What is claimed of this project, and where it should be true", {
	$schema: text("where the schema of this file is", "a reference", ONE_LINE, 500),
	salt: text("makes hashes of this project unlike those of others", "a salt of letters, digits and + / = _ . - (no spaces)", "^[A-Za-z0-9+/=_.-]{1,200}$", 200),
	places: places("the places that are asked"),
	packages: list("packages that should be installed", claim(packageName, { from: {
		kind: "word",
		about: "it comes from this repository",
		values: ["repo"]
	} })),
	env: list("environment variables that should be set; their values are never read", claim(variableName, { compare: {
		kind: "flag",
		about: "compare salted hashes of the value with ci"
	} })),
	files: list("files that should be there", claim(path("a path; ~ is the home directory"))),
	canary: list("where something written should outlive the session", claim({
		kind: "word",
		about: "where the canary lives",
		values: [
			"home",
			"repo",
			"temp"
		]
	}), { max: 3 }),
	tests: object("the test suite should be green", {
		command: list("the command, word by word", text("a word", "a word", ONE_LINE, 400), {
			min: 1,
			max: 100
		}),
		reports: list("reports that the session writes", path("a path"), {
			max: 50,
			unique: true
		}),
		in: inPlaces
	}),
	secrets: list("files that should be there and private", claim(path("a path; ~ is the home directory"))),
	explain: {
		kind: "map",
		about: "sentences that excuse a failing cell or a difference",
		key: text("kind/subject@place for a cell, the key of a fact for a difference", "kind/subject@place or the key of a difference", `^(?:${cellKey}|${differenceKey})$`, 700),
		of: explanation,
		max: 200
	}
});
const claimsSchema = () => ({
	$schema: "https://json-schema.org/draft/2020-12/schema",
	title: "claims.json",
	...toJsonSchema(CLAIMS_SHAPE)
});
// src/core/claims/syntax.ts
const BLANKS = /[ \t\n\r]*/y;
const TOKEN = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)|[{}[\],:]/y;
const WANTED = {
	value: "a value",
	first: "a value or ]",
	key: "a key in double quotes",
	firstKey: "a key in double quotes or }",
	colon: "a colon",
	more: "a comma or the closing bracket",
	end: "nothing more"
};
function findSyntaxProblem(text) {
	const { at, wanted } = findBreak(text);
	const before = text.slice(0, at).split("\n");
	const column = [...before.at(-1) ?? ""].length + 1;
	return {
		line: before.length,
		message: `not JSON: expected ${WANTED[wanted]} in column ${column}, found ${nameFound(text, at)}`
	};
}
function findBreak(text) {
	const open = [];
	let wanted = "value";
	let at = 0;
	for (;;) {
		at += match(BLANKS, text, at).length;
		const token = match(TOKEN, text, at);
		const next = step(token, wanted, open);
		if (next === void 0) return {
			at,
			wanted
		};
		wanted = next;
		at += token.length;
	}
}
function step(token, wanted, open) {
	const inside = open.at(-1);
	if ((token === "}" && inside === "{" || token === "]" && inside === "[") && (wanted === "more" || wanted === "first" || wanted === "firstKey")) {
		open.pop();
		return open.length === 0 ? "end" : "more";
	}
	if (wanted === "more") return token === "," ? inside === "{" ? "key" : "value" : void 0;
	if (wanted === "colon") return token === ":" ? "value" : void 0;
	if (wanted === "key" || wanted === "firstKey") return token.startsWith("\"") ? "colon" : void 0;
	if (wanted === "end" || token === "" || /^[}\],:]/.test(token)) return void 0;
	if (token !== "{" && token !== "[") return inside === void 0 ? "end" : "more";
	open.push(token);
	return token === "{" ? "firstKey" : "first";
}
function match(pattern, text, at) {
	pattern.lastIndex = at;
	return pattern.exec(text)?.[0] ?? "";
}
function nameFound(text, at) {
	const rest = text.slice(at, at + 2);
	if (rest === "") return "the end of the file";
	if (rest === "//" || rest === "/*" || rest.startsWith("#")) return "a comment; JSON has no comments";
	if (/^[}\]]/.test(rest) && text.slice(0, at).trimEnd().endsWith(",")) return `${rest.charAt(0)} after a comma; JSON has no last comma`;
	if (rest.startsWith("'")) return "a single quote; JSON has double quotes only";
	if (rest.startsWith("\"") && match(TOKEN, text, at) === "") return "a string that does not end in its line, or has a backslash that JSON does not know";
	return /^[{}[\],:"]/.test(rest) ? rest.charAt(0) : "something else";
}
// src/core/claims/read.ts
const CLAIMS_EXAMPLE = "of the right shape: {\"packages\": [\"requests\", {\"name\": \"billing\", \"from\": \"repo\"}], \"env\": [\"MODE\"], \"tests\": {\"command\": [\"python\", \"-m\", \"pytest\"]}}";
const MAX_CLAIMS_LENGTH = 65536;
function readClaims(raw, digest) {
	const text = raw.startsWith("﻿") ? raw.slice(1) : raw;
	if (text.length > 65536) return refused([{
		path: "$",
		message: `expected at most ${MAX_CLAIMS_LENGTH} characters, found ${text.length}`
	}]);
	let value;
	try {
		value = JSON.parse(text);
	} catch {
		return {
			ok: false,
			problems: [findSyntaxProblem(text)]
		};
	}
	const problems = [...checkShape(CLAIMS_SHAPE, value), ...duplicateKeys(text)];
	if (problems.length > 0) return refused(problems);
	const file = value;
	const placed = placeClaims(file);
	const wrong = [
		...placed.flatMap(checkPlaced),
		...checkSubjects(placed),
		...checkExplanations(file, placed)
	];
	if (wrong.length > 0) return refused(wrong);
	return {
		ok: true,
		claims: toClaims(file, digest, placed),
		...file.salt ? { salt: file.salt } : {}
	};
}
const MAX_PROBLEMS = 50;
function refused(all) {
	const problems = all.slice(0, MAX_PROBLEMS).map(({ path: key, message }) => ({
		key,
		message
	}));
	const more = all.length - problems.length;
	return {
		ok: false,
		problems: more > 0 ? [...problems, { message: `and ${more} more` }] : problems
	};
}
const toClaims = (file, digest, placed) => ({
	digest,
	source: "file",
	places: inOrder(file.places ?? PLACES),
	claims: placed.map(({ claim }) => claim),
	...file.tests?.command ? { testCommand: file.tests.command } : {},
	testReports: file.tests?.reports ?? [],
	explanations: Object.entries(file.explain ?? {}).map(([key, rest]) => ({
		...rest,
		key
	}))
});
export { USUAL_COMMAND as a, hasSuite as c, CONFIGURATION_FILES as i, parse as l, readClaims as n, claimsWithoutFile as o, claimsSchema as r, findOwnPackages as s, CLAIMS_EXAMPLE as t, TomlError as u };
