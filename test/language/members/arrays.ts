import { type Members, impossible, supported } from "./member.ts";

const changes = "it changes the list, and stored lists are read-only (a list that the rule made may be changed)";
const locale = "it depends on the locale of the process";

export const array: Members = {
  at: supported('list.at(-1) === "a"'),
  concat: supported('list.concat(["a"]).includes(name)'),
  entries: supported('[...list.entries()].some(([at, one]) => at === 1 && one === "a")', 33),
  every: supported('list.every((one) => one === "a")'),
  filter: supported('list.filter((one) => one === "a").length > 1'),
  find: supported('list.find((one) => one.startsWith("a")) === "ab"'),
  findIndex: supported('list.findIndex((one) => one === "a") === 1'),
  findLast: supported('list.findLast((one) => one.startsWith("a")) === "ab"'),
  findLastIndex: supported('list.findLastIndex((one) => one === "a") === 1'),
  flat: supported('items.map(({ names }) => names ?? []).flat().includes("a")'),
  flatMap: supported('items.flatMap(({ names }) => names ?? []).includes("a")'),
  forEach: supported('{ let found = false; list.forEach((one) => { if (one === "a") found = true; }); return found; }'),
  includes: supported('list.includes("a")'),
  indexOf: supported('list.indexOf("a") === 1'),
  join: supported('list.join(",") === "a,b"'),
  keys: supported("[...list.keys()].length > 1", 33),
  lastIndexOf: supported('list.lastIndexOf("a") === 1'),
  length: supported("list.length > 1"),
  map: supported('list.map((one) => one + "!").includes("a!")'),
  reduce: supported("list.reduce((sum, one) => sum + one.length, 0) > 3"),
  reduceRight: supported("list.reduceRight((sum, one) => sum + one.length, 0) > 3"),
  slice: supported('list.slice(0, 2).includes("a")'),
  some: supported('list.some((one) => one === "a")'),
  toReversed: supported('list.toReversed()[0] === "a"', 33),
  toSorted: supported("items.map(({ names }) => names?.length ?? 0).toSorted((a, b) => a - b)[0] === 1", 35),
  toString: supported('list.toString() === "a,b"'),
  values: supported('[...list.values()].includes("a")'),
  with: supported('list.with(0, "a").includes("a")', 33),
  toSpliced: supported('list.toSpliced(0, 1).includes("a")', 35),
  "[Symbol.iterator]": supported('[...list, "a"].includes(name)'),
  push: supported('{ const own: string[] = []; own.push(name); return own.includes("a"); }'),
  unshift: supported('{ const own: string[] = []; own.unshift(name); return own.includes("a"); }'),
  pop: supported('text.split(",").pop() === "b"'),
  shift: supported('text.split(",").shift() === "b"'),
  reverse: supported('{ const own = [name, "a"]; own.reverse(); return own[0] === "b"; }'),
  sort: supported('{ const own = ["b", "a"]; own.sort(); return own[0] === name; }'),
  fill: supported('["b", "a"].fill(name).includes("b")'),
  splice: supported('[name, "a"].splice(0, 1).includes("b")'),
  copyWithin: supported('[name, "a"].copyWithin(0, 1).includes("b")'),
  ...impossible(locale, { toLocaleString: 'list.toLocaleString() === "a,b"' }),
  ...impossible("it is for `with` statements", {
    "[Symbol.unscopables]": "list[Symbol.unscopables] === undefined",
  }),
};

export const arrayConstructor: Members = {
  isArray: supported("Array.isArray(spec.anything)"),
  from: supported('Array.from(list).includes("a")'),
  of: supported('Array.of(name, "a").includes("b")'),
  ...impossible("it is for classes, which policies do not have", { "[Symbol.species]": "Array[Symbol.species] === Array" }),
  prototype: { is: "impossible", rule: "Array.prototype === undefined", why: changes },
};
