// src/core/words.ts
/** Words put together. */
/** `a`, `a and b`, `a, b and c` */
const joinWords = (words, last = "and") => words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
export { joinWords as t };
