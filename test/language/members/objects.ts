import { type Members, impossible, supported } from "./member.ts";

const descriptors = "what is stored has values, and neither descriptors nor prototypes";
const groups = "CEL cannot make a map of lists under keys that only the cluster knows";
const identity = "it tells objects apart by identity, which CEL does not have";

export const object: Members = {
  hasOwnProperty: supported("({ a: 1 }).hasOwnProperty(text)"),
  ...impossible(descriptors, {
    constructor: "labels.constructor === Object",
    isPrototypeOf: "Object.isPrototypeOf(labels)",
    propertyIsEnumerable: 'Object.propertyIsEnumerable("a")',
  }),
  ...impossible("objects have no text of their own, and are compared by identity, which CEL does not have", {
    toString: 'labels.toString() === "[object Object]"',
    valueOf: "labels.valueOf() === labels",
  }),
  ...impossible("it depends on the locale of the process", { toLocaleString: 'Object.toLocaleString() === "a"' }),
};

export const objectConstructor: Members = {
  entries: supported('Object.entries(labels).some(([key, value]) => key === "a" && value === "b")'),
  keys: supported('Object.keys(labels).includes("a")'),
  values: supported('Object.values(labels).includes("a")'),
  hasOwn: supported('Object.hasOwn(labels, "a")'),
  assign: supported('Object.assign({}, { a: "b" }).a === text'),
  freeze: supported('Object.freeze({ a: "b" }).a === text'),
  fromEntries: supported('Object.fromEntries([["a", "b"]])["a"] === text'),
  is: supported("Object.is(text, name)"),
  getOwnPropertyNames: supported('Object.getOwnPropertyNames(labels).includes("a")'),
  ...impossible(groups, { groupBy: "Object.groupBy(list, (one) => one)[text] !== undefined" }),
  ...impossible(descriptors, {
    create: "Object.create(null) === labels",
    defineProperties: "Object.defineProperties(labels, {}) === labels",
    defineProperty: 'Object.defineProperty(labels, "a", {}) === labels',
    getOwnPropertyDescriptor: 'Object.getOwnPropertyDescriptor(labels, "a") !== undefined',
    getOwnPropertyDescriptors: "Object.getOwnPropertyDescriptors(labels) !== undefined",
    getOwnPropertySymbols: "Object.getOwnPropertySymbols(labels).length > 0",
    getPrototypeOf: "Object.getPrototypeOf(labels) === null",
    isExtensible: "Object.isExtensible(labels)",
    isFrozen: "Object.isFrozen(labels)",
    isSealed: "Object.isSealed(labels)",
    preventExtensions: "Object.preventExtensions(labels) === labels",
    seal: "Object.seal(labels) === labels",
    setPrototypeOf: "Object.setPrototypeOf(labels, null) === labels",
    prototype: "Object.prototype === labels",
  }),
};

export const map: Members = {
  get: supported('new Map([["a", "b"]]).get(text) === "b"'),
  has: supported('new Map([["a", "b"]]).has(text)'),
  size: supported('new Map([["a", "b"]]).size === list.length'),
  entries: supported('[...new Map([["a", "b"]]).entries()].some(([key]) => key === text)'),
  keys: supported('[...new Map([["a", "b"]]).keys()].includes(text)'),
  values: supported('[...new Map([["a", "b"]]).values()].includes(text)'),
  forEach: supported(
    '{ let found = false; new Map([["a", "b"]]).forEach((one) => { if (one === text) found = true; }); return found; }',
  ),
  set: supported('new Map([["a", "b"]]).set("b", "c").has(text)'),
  delete: supported('{ const own = new Map([["a", "b"]]); own.delete("a"); return own.has(text); }'),
  clear: supported('{ const own = new Map([["a", "b"]]); own.clear(); return own.has(text); }'),
  "[Symbol.iterator]": supported('[...new Map([["a", "b"]])].some(([key]) => key === text)'),
  ...impossible(identity, { "[Symbol.toStringTag]": "new Map()[Symbol.toStringTag] === text" }),
};

export const mapConstructor: Members = {
  ...impossible(groups, { groupBy: "Map.groupBy(list, (one) => one).has(text)" }),
  ...impossible("it is for classes, which policies do not have", {
    prototype: "Map.prototype === undefined",
    "[Symbol.species]": "Map[Symbol.species] === Map",
  }),
};

export const set: Members = {
  has: supported('new Set(["a"]).has(text)'),
  size: supported('new Set(["a"]).size === list.length'),
  entries: supported('[...new Set(["a"]).entries()].some(([one]) => one === text)'),
  keys: supported('[...new Set(["a"]).keys()].includes(text)'),
  values: supported('[...new Set(["a"]).values()].includes(text)'),
  forEach: supported(
    '{ let found = false; new Set(["a"]).forEach((one) => { if (one === text) found = true; }); return found; }',
  ),
  add: supported('new Set(["a"]).add("b").has(text)'),
  delete: supported('{ const own = new Set(["a"]); own.delete("a"); return own.has(text); }'),
  clear: supported('{ const own = new Set(["a"]); own.clear(); return own.has(text); }'),
  "[Symbol.iterator]": supported('[...new Set(["a"])].includes(text)'),
  ...impossible(identity, { "[Symbol.toStringTag]": "new Set()[Symbol.toStringTag] === text" }),
};

export const setConstructor: Members = impossible("it is for classes, which policies do not have", {
  prototype: "Set.prototype === undefined",
  "[Symbol.species]": "Set[Symbol.species] === Set",
});
