import type { Family } from "../language-case.ts";

const requests = {
  marked: { stored: { metadata: { labels: { "team-a/keep": "true", "team-b/keep": "no" }, annotations: { x: "1" } } } },
  other: { stored: { metadata: { labels: { "team-b/keep": "true" }, annotations: { y: "2" } } } },
  bare: { stored: {} },
} as const;

const all = Object.keys(requests);

export const knownValues: Family = {
  title: "what the compiler knows: constants, lists, objects, functions, modules",
  requests,
  cases: [
    {
      title: "constants and helper functions",
      before: `const KEEP = "keep"; const key = (team: string): string => \`\${team}/\${KEEP}\`; function isKept(object: KubernetesObject, team: string): boolean { return object.metadata.labels?.[key(team)] === "true"; }`,
      rule: `({ oldObject }) => isKept(oldObject, "team-a")`,
      cel: "oldObject.metadata.?labels[?'team-a/keep'].orValue('') != 'true'",
      denies: ["marked"],
    },
    {
      title: "some over a list of the policy is written out",
      before: `const TEAMS = ["team-a", "team-b"];`,
      rule: '({ oldObject }) => TEAMS.some((team) => oldObject.metadata.labels?.[`${team}/keep`] === "true")',
      cel: "oldObject.metadata.?labels[?'team-a/keep'].orValue('') != 'true' && oldObject.metadata.?labels[?'team-b/keep'].orValue('') != 'true'",
      denies: ["marked", "other"],
    },
    {
      title: "every, filter, map, concat, spread, length, includes, join",
      before: `const A = ["a", "b"] as const; const ALL = [...A, "c"].concat(["d"]).map((name) => \`team-\${name}/keep\`).filter((name) => !name.includes("c"));`,
      rule: `({ oldObject }) => ALL.length === 3 && ALL.join() === "team-a/keep,team-b/keep,team-d/keep" && ALL.includes("team-d/keep") && ALL.every((key) => key === "team-d/keep" || oldObject.metadata.labels?.[key] !== undefined)`,
      denies: ["marked"],
    },
    {
      title: "some inside some over lists of the policy",
      rule: '({ oldObject }) => ["a", "b"].some((team) => ["keep", "lock"].some((mark) => oldObject.metadata.labels?.[`team-${team}/${mark}`] === "true"))',
      denies: ["marked", "other"],
    },
    {
      title: "objects, spread and shorthand",
      before: `const base = { team: "team-b", mark: "keep" }; const mark = "lock"; const X = "xy"; const mine = { ...base, mark, [X]: 1 };`,
      rule: '({ oldObject }) => oldObject.metadata.labels?.[`${mine.team}/${base.mark}`] === "true" && mine.mark === "lock" && mine["xy"] === 1',
      denies: ["other"],
    },
    {
      title: "an object as the answer of a helper, chosen by if",
      before: `function judged(object: KubernetesObject) { if (object.metadata.labels === undefined) return { found: false, why: "no labels" }; const value = object.metadata.labels["team-a/keep"]; return { found: value === "true", why: value ?? "absent" }; }`,
      rule: `({ oldObject }) => { const { found, why } = judged(oldObject); return found || why === "absent"; }`,
      message: "({ oldObject }) => `because ${show(judged(oldObject).why)}`",
      denies: ["marked", "other"],
      says: { marked: `because "true"`, other: `because "absent"` },
    },
    {
      title: "functions as arguments and in objects",
      before: `const checks = { keep: (labels: Labels, team: string) => labels[\`\${team}/keep\`] === "true" }; const ask = (check: (labels: Labels, team: string) => boolean, object: KubernetesObject) => check(object.metadata.labels ?? {}, "team-b");`,
      rule: `({ oldObject }) => ask(checks.keep, oldObject)`,
      denies: ["other"],
    },
    {
      title: "a function that keeps what it was made with",
      before: `const isMarked = (mark: string) => (object: KubernetesObject) => object.metadata.labels?.[mark] === "true";`,
      rule: `({ oldObject }) => isMarked("team-b/keep")(oldObject)`,
      denies: ["other"],
    },
    {
      title: "other modules",
      modules: {
        "known-marks.ts": `import { deep } from "./known-deep.ts";\nexport const MARK = \`team-a/\${deep}\`;\nexport { deep as renamed };\nexport function has(labels: Readonly<Record<string, string>> | undefined): boolean { return labels?.[MARK] !== undefined; }\n`,
        "known-deep.ts": `export const deep = "keep";\n`,
        "known-types.ts": `export type Anything = string;\n`,
      },
      before: `import { MARK as KEY, has, renamed } from "./known-marks.ts"; import type { Anything } from "./known-types.ts"; type Unused = Anything;`,
      rule: `({ oldObject }) => has(oldObject.metadata.labels) && KEY === "team-a/keep" && renamed === "keep"`,
      denies: ["marked"],
    },
    {
      title: "data",
      modules: {
        "known-data.json": `{ "marks": { "team-a/keep": true, "off": null }, "minimum": -1.5, "zones": ["a", "b"] }`,
        "known-list.json": `["main", "marked"]`,
      },
      before: `import data from "./known-data.json"; import list from "./known-list.json" with { type: "json" };`,
      rule: `({ oldObject: { metadata } }) => Object.keys(data.marks).some((mark) => metadata.labels?.[mark] !== undefined) && data.minimum < 0 && data.zones.join() === "a,b" && !data.marks.off && list.length === 2`,
      denies: ["marked"],
    },
    {
      title: "a package that ships TypeScript, whose types are its sources",
      modules: {
        "node_modules/@team/rules/package.json": `{ "name": "@team/rules", "type": "module", "exports": { ".": { "types": "./src/index.ts", "default": "./dist/index.js" } } }`,
        "node_modules/@team/rules/src/index.ts": `export { hasMark, type Marked } from "./marks.js";\nexport enum Mark { Keep = "team-a/keep" }\n`,
        "node_modules/@team/rules/src/marks.ts": `export interface Marked { readonly metadata: { readonly labels?: Readonly<Record<string, string>> } }\nexport const hasMark = (object: Marked, mark: string): boolean => object.metadata.labels?.[mark] !== undefined;\n`,
        "node_modules/@team/rules/dist/index.js": `throw new Error("nobody loads what was built");\n`,
      },
      before: `import { Mark, hasMark, type Marked } from "@team/rules"; type Unused = Marked;`,
      rule: `({ oldObject }) => hasMark(oldObject, Mark.Keep)`,
      denies: ["marked"],
    },
    {
      title: "a package whose main file is TypeScript",
      modules: {
        "node_modules/plain-rules/package.json": `{ "name": "plain-rules", "main": "index.ts" }`,
        "node_modules/plain-rules/index.ts": `import data from "./data.json";\nexport const mark: string = data.mark;\nexport default (name: string): string => "team-a/" + name;\n`,
        "node_modules/plain-rules/data.json": `{ "mark": "team-a/keep" }`,
      },
      before: `import key, { mark } from "plain-rules";`,
      rule: `({ oldObject }) => oldObject.metadata.labels?.[key("keep")] !== undefined && mark === key("keep")`,
      denies: ["marked"],
    },
    {
      title: "frozen lists and objects, merged objects, objects of pairs",
      before: `const KEYS = Object.freeze(["team-a/keep", "team-z/keep"]); const base: { readonly mark: string; readonly team: string } = Object.freeze({ mark: "keep", team: "z" });`,
      rule: `({ oldObject: { metadata } }) => KEYS.some((key) => metadata.labels?.[key] !== undefined) && Object.assign({}, base, { team: metadata.annotations?.["x"] }).team === "1" && Object.fromEntries(KEYS.map((key) => [key, metadata.name]))["team-z/keep"] === metadata.name && Array.of(metadata.name, "a").length === 2`,
      denies: ["marked"],
    },
    {
      title: "own names, keys that are there, and what is the same",
      rule: `({ oldObject: { metadata } }) => Object.getOwnPropertyNames(metadata.labels ?? {}).includes("team-a/keep") && Object.hasOwn(metadata.labels ?? {}, "team-b/keep") && Object.is(metadata.annotations?.["x"], "1") && !Object.is(metadata.annotations?.["y"], "")`,
      denies: ["marked"],
    },
    {
      title: "text as it is",
      rule: `({ oldObject: { metadata } }) => { const x = metadata.annotations?.["x"] ?? ""; return x.toString() === "1" && x.valueOf() === x.toWellFormed() && x.isWellFormed() && " a".trimLeft() + "b ".trimRight() === "ab"; }`,
      denies: ["marked"],
    },
    {
      title: "a table",
      before: `const DEFAULTS = record({ x: "1", constructor: "c", "2": "two" });`,
      rule: `({ oldObject, request }) => DEFAULTS[oldObject.metadata.annotations?.["x"] === "1" ? "x" : "y"] === "1" && DEFAULTS["toString"] === undefined && DEFAULTS["constructor"] === "c" && !("toString" in DEFAULTS) && DEFAULTS[request.operation] === undefined`,
      denies: ["marked"],
    },
    {
      title: "numbers in a table, with a fallback",
      before: `const LIMITS = record({ x: 1, y: 2.5 }); const ints = record({ x: 1 });`,
      rule: `({ oldObject }) => (LIMITS[oldObject.metadata.annotations?.["y"] === "2" ? "y" : "z"] ?? 0) > 2 || (ints[oldObject.kind] ?? 1.5) < 1`,
      denies: ["other"],
    },
    {
      title: "keys of objects of the policy, in JavaScript's order",
      rule: `() => Object.keys({ b: 1, 2: 2, a: 3, 1: 4 }).join() === "1,2,b,a" && Object.values({ b: "x", 1: "y" }).join("") === "yx" && Object.entries({ a: "1" }).every(([key, value]) => key === "a" && value === "1")`,
      denies: all,
    },
    {
      title: "lists with values of the cluster",
      rule: `({ oldObject: { metadata } }) => [metadata.labels?.["team-b/keep"], metadata.annotations?.["y"]].includes("2") || ["", metadata.labels?.["none"]].includes(metadata.name)`,
      denies: ["other"],
    },
    {
      title: "absent elements are not the empty text",
      rule: `({ oldObject: { metadata } }) => [metadata.labels?.["team-a/keep"]].includes("") || [metadata.annotations?.["x"], "a"].includes(undefined)`,
      denies: ["other", "bare"],
    },
    {
      title: "looking for what may be absent",
      before: `const KNOWN: readonly (string | undefined)[] = ["", "1"];`,
      rule: `({ oldObject }) => KNOWN.includes(oldObject.metadata.annotations?.["x"])`,
      denies: ["marked"],
    },
    {
      title: "what has been found absent, in a list",
      rule: `({ oldObject: { metadata } }) => { const x = metadata.annotations?.["x"]; return x === undefined ? [x, "no"].includes(metadata.labels?.["team-a/keep"]) : false; }`,
      denies: ["other", "bare"],
    },
    {
      title: "looking for what has been found absent",
      before: `const WORDS: readonly (string | undefined)[] = ["", "no"];`,
      rule: `({ oldObject: { metadata } }) => { const x = metadata.annotations?.["x"]; return x === undefined ? !WORDS.includes(x) : false; }`,
      denies: ["other", "bare"],
    },
    {
      title: "filtered lists with values of the cluster",
      rule: `({ oldObject, request }) => [oldObject.kind, "Thing", request.operation].filter((text) => text === oldObject.kind).length === 2`,
      denies: all,
    },
    {
      title: "joined lists with values of the cluster",
      rule: `({ oldObject }) => [oldObject.kind, "x", oldObject.metadata.labels?.["none"]].join("/") === "Thing/x/"`,
      denies: all,
    },
    {
      title: "destructuring with names, positions and holes",
      before: `const pair = ([first, , third]: readonly [string, string, string]) => first + third; const named = ({ a: { b: deep }, "odd-key": odd }: { a: { b: string }; "odd-key": string }) => deep + odd;`,
      rule: `({ oldObject: { metadata: { labels, name: { ...rest } = "" as const } } }) => true`
        .replace(`, name: { ...rest } = "" as const`, "")
        .replace(
          "=> true",
          `=> pair(["a", "b", "c"]) === "ac" && named({ a: { b: "d" }, "odd-key": "o" }) === "do" && labels === undefined`,
        ),
      denies: ["bare"],
    },
    {
      title: "default parameters",
      before: `const key = (team = "team-a", mark: string = "keep") => \`\${team}/\${mark}\`;`,
      rule: `({ oldObject }) => oldObject.metadata.labels?.[key()] === "true" || oldObject.metadata.labels?.[key(undefined, "keep")] === "no" || oldObject.metadata.labels?.[key("team-x")] === "true"`,
      denies: ["marked"],
    },
    {
      title: "shadowed names",
      before: `const value = "outer"; const inner = (value: string) => { const isInner = value === "inner"; return isInner; };`,
      rule: `({ oldObject }) => { const oldValue = value; { const value = oldObject.kind; if (value !== "Thing") return true; } return inner(value) || oldValue !== "outer" || ["x"].some((value) => value === "outer"); }`,
      denies: [],
    },
    {
      title: "names that mean something in CEL",
      rule: `({ oldObject }) => { const variables = oldObject.metadata.annotations?.["x"] ?? ""; const size = variables + variables + variables + variables + variables + "some more text"; const $_x = size + size; const __proto = $_x + $_x; return __proto.startsWith("11111") && size === "11111some more text"; }`,
      denies: ["marked"],
    },
    {
      title: "undefined is no list",
      before: `const orAll = (teams?: readonly string[]) => (teams === undefined ? ["team-b"] : teams);`,
      rule: `({ oldObject }) => orAll().concat(orAll(["x"])).some((team) => oldObject.metadata.labels?.[team + "/keep"] === "true")`,
      denies: ["other"],
    },
    {
      title: "satisfies and as const",
      before: `const teams = ["team-b"] as const satisfies readonly string[];`,
      rule: `({ oldObject }) => (oldObject.metadata.labels?.[teams[0] + "/keep"] satisfies string | undefined) === "true"`,
      denies: ["other"],
    },
    {
      title: "a part that a constant does not have is no text",
      before: `const iterations = (object: KubernetesObject): boolean => Object.keys(object.metadata.labels ?? {}).some((key) => key === "team-a/keep"); const second = (_: boolean, text: string): string | undefined => text.split("/")[1]; const third = (_: boolean): number | undefined => [1, 2][2];`,
      rule: `({ oldObject }) => second(iterations(oldObject), "a") === ""`,
      denies: [],
    },
    {
      title: "a part that a constant does not have is not any text",
      before: `const iterations = (object: KubernetesObject): boolean => Object.keys(object.metadata.labels ?? {}).some((key) => key === "team-a/keep"); const second = (_: boolean, text: string): string | undefined => text.split("/")[1]; const third = (_: boolean): number | undefined => [1, 2][2];`,
      rule: `({ oldObject }) => second(iterations(oldObject), "a") !== ""`,
      denies: all,
    },
    {
      title: "a part that a constant does not have, and a label",
      before: `const iterations = (object: KubernetesObject): boolean => Object.keys(object.metadata.labels ?? {}).some((key) => key === "team-a/keep"); const second = (_: boolean, text: string): string | undefined => text.split("/")[1]; const third = (_: boolean): number | undefined => [1, 2][2];`,
      rule: `({ oldObject }) => second(iterations(oldObject), "a") === oldObject.metadata.labels?.["team-a/keep"]`,
      denies: ["other", "bare"],
    },
    {
      title: "a part that a constant does not have, or has",
      before: `const iterations = (object: KubernetesObject): boolean => Object.keys(object.metadata.labels ?? {}).some((key) => key === "team-a/keep"); const second = (_: boolean, text: string): string | undefined => text.split("/")[1]; const third = (_: boolean): number | undefined => [1, 2][2];`,
      rule: `({ oldObject }) => (iterations(oldObject) ? second(iterations(oldObject), "a") : second(iterations(oldObject), "a/b")) === "b"`,
      denies: ["other", "bare"],
    },
    {
      title: "an element that a list does not have is no number and no boolean",
      before: `const iterations = (object: KubernetesObject): boolean => Object.keys(object.metadata.labels ?? {}).some((key) => key === "team-a/keep"); const second = (_: boolean, text: string): string | undefined => text.split("/")[1]; const third = (_: boolean): number | undefined => [1, 2][2];`,
      rule: `({ oldObject }) => third(iterations(oldObject)) === 0 || (third(iterations(oldObject)) ?? 1) > 1 || (third(iterations(oldObject)) === undefined) === iterations(oldObject)`,
      denies: ["marked"],
    },
    {
      title: "a part that a constant does not have, with a default",
      before: `const iterations = (object: KubernetesObject): boolean => Object.keys(object.metadata.labels ?? {}).some((key) => key === "team-a/keep"); const second = (_: boolean, text: string): string | undefined => text.split("/")[1]; const third = (_: boolean): number | undefined => [1, 2][2];`,
      rule: `({ oldObject }) => (second(iterations(oldObject), "a") ?? "none") === "none" && second(iterations(oldObject), "a")?.startsWith("a") !== true && !["", "a"].includes(second(iterations(oldObject), "a") ?? "b")`,
      denies: all,
    },
    {
      title: "sorted lists of the policy go by code points",
      rule: `() => sorted(["\\u{1F980}", "\\uFF5E", "a"]).join("") === "a\\uFF5E\\u{1F980}"`,
      denies: all,
    },
  ],
};
