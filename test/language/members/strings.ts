import { type Members, impossible, supported } from "./member.ts";

const html = "it writes HTML, and is deprecated";
const locale = "it depends on the locale of the process";
const units = "CEL has no number for a character";

export const string: Members = {
  at: supported('text.at(0) === "a"'),
  charAt: supported('text.charAt(0) === "a"'),
  concat: supported('text.concat("!") === "a!"'),
  endsWith: supported('text.endsWith("a")'),
  includes: supported('text.includes("a")'),
  indexOf: supported('text.indexOf("a") === -1'),
  lastIndexOf: supported('text.lastIndexOf("a") === -1'),
  length: supported("text.length > 3"),
  match: supported('text.match(/^a(b)/u)?.[1] === "b"'),
  matchAll: supported('[...text.matchAll(/v([0-9]+)/g)].some(([, digits]) => digits === "1")'),
  padEnd: supported('text.padEnd(3, "x") === "axx"'),
  padStart: supported('text.padStart(3, "x") === "xxa"'),
  repeat: supported('text.repeat(2) === "aa"'),
  replace: supported('text.replace("a", "b") === "b"'),
  replaceAll: supported('text.replaceAll("a", "b") === "b"'),
  search: supported("text.search(/a/u) === -1"),
  slice: supported('text.slice(0, 1) === "a"'),
  split: supported('text.split(",").includes("a")'),
  startsWith: supported('text.startsWith("a")'),
  substr: supported('name.substr(0, 1) === "a"'),
  substring: supported('text.substring(0, 1) === "a"'),
  toLowerCase: supported('text.toLowerCase() === "a"'),
  toUpperCase: supported('text.toUpperCase() === "A"'),
  toString: supported('text.toString() === "a"'),
  trim: supported('(annotations?.a ?? "").trim() === "a"'),
  trimEnd: supported('text.trimEnd() === "a"'),
  trimStart: supported('text.trimStart() === "a"'),
  trimLeft: supported('text.trimLeft() === "a"'),
  trimRight: supported('text.trimRight() === "a"'),
  valueOf: supported('text.valueOf() === "a"'),
  isWellFormed: supported("text.isWellFormed()"),
  toWellFormed: supported('text.toWellFormed() === "a"'),
  "[Symbol.iterator]": supported('[...name].includes("a")'),
  ...impossible(units, { charCodeAt: "text.charCodeAt(0) === 97", codePointAt: "text.codePointAt(0) === 97" }),
  ...impossible(locale, {
    localeCompare: 'text.localeCompare("a") === 0',
    toLocaleLowerCase: 'text.toLocaleLowerCase() === "a"',
    toLocaleUpperCase: 'text.toLocaleUpperCase() === "A"',
  }),
  ...impossible("CEL cannot normalize Unicode", { normalize: 'text.normalize() === "a"' }),
  ...impossible(html, {
    anchor: 'text.anchor("a") === "a"',
    big: 'text.big() === "a"',
    blink: 'text.blink() === "a"',
    bold: 'text.bold() === "a"',
    fixed: 'text.fixed() === "a"',
    fontcolor: 'text.fontcolor("a") === "a"',
    fontsize: 'text.fontsize(1) === "a"',
    italics: 'text.italics() === "a"',
    link: 'text.link("a") === "a"',
    small: 'text.small() === "a"',
    strike: 'text.strike() === "a"',
    sub: 'text.sub() === "a"',
    sup: 'text.sup() === "a"',
  }),
};

export const stringConstructor: Members = {
  ...impossible(units, {
    fromCharCode: "String.fromCharCode(number) === text",
    fromCodePoint: "String.fromCodePoint(number) === text",
  }),
  raw: supported("String.raw`a` === text"),
  prototype: { is: "impossible", rule: "String.prototype === undefined", why: "it is for classes, which policies do not have" },
};
