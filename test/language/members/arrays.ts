import { type Members, impossible, missing, supported } from "./member.ts";

const changes = "it changes the list, and what the cluster stores is read-only; a list that the rule has made may be pushed to";
const locale = "it depends on the locale of the process";

export const array: Members = {
  at: supported('list.at(-1) === "a"'),
  concat: supported('list.concat(["a"]).includes(name)'),
  entries: missing('[...list.entries()].some(([at, one]) => at === 1 && one === "a")'),
  every: supported('list.every((one) => one === "a")'),
  filter: supported('list.filter((one) => one === "a").length > 1'),
  find: supported('list.find((one) => one.startsWith("a")) === "ab"'),
  findIndex: supported('list.findIndex((one) => one === "a") === 1'),
  findLast: missing('list.findLast((one) => one.startsWith("a")) === "ab"'),
  findLastIndex: missing('list.findLastIndex((one) => one === "a") === 1'),
  flat: missing('items.map(({ names }) => names ?? []).flat().includes("a")'),
  flatMap: supported('items.flatMap(({ names }) => names ?? []).includes("a")'),
  forEach: supported('{ let found = false; list.forEach((one) => { if (one === "a") found = true; }); return found; }'),
  includes: supported('list.includes("a")'),
  indexOf: supported('list.indexOf("a") === 1'),
  join: supported('list.join(",") === "a,b"'),
  keys: missing("[...list.keys()].length > 1"),
  lastIndexOf: supported('list.lastIndexOf("a") === 1'),
  length: supported("list.length > 1"),
  map: supported('list.map((one) => one + "!").includes("a!")'),
  reduce: supported("list.reduce((sum, one) => sum + one.length, 0) > 3"),
  reduceRight: missing("list.reduceRight((sum, one) => sum + one.length, 0) > 3"),
  slice: supported('list.slice(0, 2).includes("a")'),
  some: supported('list.some((one) => one === "a")'),
  toReversed: missing('list.toReversed()[0] === "a"'),
  toSorted: missing('[...list].toSorted()[0] === "a"'),
  toString: missing('list.toString() === "a,b"'),
  values: missing('[...list.values()].includes("a")'),
  with: missing('list.with(0, "a").includes("a")'),
  toSpliced: missing('list.toSpliced(0, 1).includes("a")'),
  "[Symbol.iterator]": supported('[...list, "a"].includes(name)'),
  push: supported('{ const own: string[] = []; own.push(name); return own.includes("a"); }'),
  unshift: supported('{ const own: string[] = []; own.unshift(name); return own.includes("a"); }'),
  pop: missing('{ const own = [name, "a"]; return own.pop() === "b"; }'),
  shift: missing('{ const own = [name, "a"]; return own.shift() === "b"; }'),
  reverse: missing('{ const own = [name, "a"]; return own.reverse()[0] === "b"; }'),
  sort: missing('{ const own = ["b", "a"]; own.sort(); return own[0] === name; }'),
  fill: missing('{ const own = [name, "a"]; return own.fill("b").includes(name); }'),
  splice: missing('{ const own = [name, "a"]; return own.splice(0, 1).includes("b"); }'),
  copyWithin: missing('{ const own = [name, "a"]; return own.copyWithin(0, 1).includes("b"); }'),
  ...impossible(locale, { toLocaleString: 'list.toLocaleString() === "a,b"' }),
  ...impossible("it tells `with` statements what to leave alone", {
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
