import { iterationLimit } from "../../../compiler/language/limits.ts";
import type { Family } from "../language-case.ts";

const pairs = (count: number): string => Array.from({ length: count }, (_, at) => `k${at}:v`).join(";");
const colons = ":".repeat(iterationLimit);

const requests = {
  images: {
    stored: { spec: { names: ["a/web:1", "b/web", "c:2:3"], text: "a:1;keep:true", data: { x: "k=1\nkeep=true", y: "" } } },
  },
  plain: { stored: { spec: { names: ["", "b"], text: "b,c", data: { x: "keep=false", y: "keep" }, items: [{ name: "a,b" }] } } },
  "no parts": { stored: { spec: { names: [], text: "", data: {}, items: [] } } },
  "other types": {
    stored: { spec: { names: [1, "a/web:1", null], text: ["a:1"], data: { x: 1, y: "keep=true" }, items: ["a", {}] } },
  },
  "too many parts behind": { stored: { spec: { names: ["a/web:1", colons], text: `keep:true;${colons}` } } },
  "too many parts before": { stored: { spec: { names: ["b:2", colons, "a/web:1"], text: `a:1;${colons};keep:true` } } },
  "too many parts alone": {
    stored: { spec: { names: [colons], data: { x: colons }, items: [{ name: ",".repeat(iterationLimit) }] } },
  },
  "too many pairs": { stored: { spec: { text: pairs(iterationLimit + 1), names: ["keep:1"] } } },
  "absent, then too many": {
    stored: { spec: { items: [{ name: "a" }, { name: ",".repeat(iterationLimit), inner: { deep: "a" } }] } },
  },
  "too many, then absent": {
    stored: { spec: { items: [{ name: ",".repeat(iterationLimit), inner: { deep: "b" } }, { name: "a" }] } },
  },
  "one that is found, then both": {
    stored: { spec: { items: [{ name: "b,a", inner: { deep: "a" } }, { name: ",".repeat(iterationLimit) }, { name: "a" }] } },
  },
  bare: { stored: {} },
} as const;

const spec = "({ oldObject: { spec } })";
const reached = ["too many parts before", "too many parts alone"];

export const partsInIterations: Family = {
  title: "parts of texts inside of iterations",
  type: "spec?: { names?: string[]; text?: string; data?: Record<string, string>; items?: { name?: string; inner: { deep: string } }[] }",
  requests,
  cases: [
    {
      title: "parts that have names",
      rule: `${spec} => spec?.names?.some((one) => { const [name, tag] = one.split(":"); return name?.startsWith("a/") && tag !== "latest"; })`,
      denies: ["images", "other types", "too many parts behind", ...reached],
      says: {
        "too many parts alone":
          "Thing too-many-parts-alone cannot be evaluated: a text that a pattern, split(), trim() or toLowerCase() reads has more than 1000 characters",
      },
    },
    {
      title: "the first part of each",
      rule: `${spec} => spec?.names?.some((one) => one.split(":")[0] === "b")`,
      cel: "type(variables.spec.?names.orValue(null)) != list || size(variables.names) > 2000 || variables.names.all(one, type(one) != string || one.split(':')[0] != 'b')",
      denies: ["plain", "too many parts before"],
    },
    {
      title: "of every one",
      rule: `${spec} => (spec?.names ?? []).every((one) => { const [, tag] = one.split(":"); return tag; })`,
      denies: [
        "no parts",
        "other types",
        "too many parts behind",
        ...reached,
        "too many pairs",
        "absent, then too many",
        "too many, then absent",
        "one that is found, then both",
        "bare",
      ],
    },
    {
      title: "how many",
      rule: `${spec} => (spec?.names ?? []).filter((one) => one.split(":").includes("1")).length === 1`,
      denies: ["images", "other types", "too many parts behind", ...reached, "too many pairs"],
    },
    {
      title: "the first that fits",
      rule: `${spec} => spec?.names?.find((one) => { const [, tag] = one.split(":"); return tag !== undefined; })?.startsWith("a/")`,
      denies: ["images", "other types", "too many parts behind", "too many parts alone"],
    },
    {
      title: "pairs in a text",
      rule: `${spec} => (spec?.text ?? "").split(";").map((pair) => pair.split(":")).some(([key, value]) => key === "keep" && value === "true")`,
      denies: ["images", "too many parts behind", "too many parts before", "too many pairs"],
    },
    {
      title: "lines of texts",
      rule: `${spec} => Object.values(spec?.data ?? {}).some((file) => file.split("\\n").some((line) => { const [key, value] = line.split("="); return key === "keep" && value === "true"; }))`,
      denies: ["images", "other types", "too many parts alone"],
    },
    {
      title: "a stored list inside of parts",
      rule: `${spec} => (spec?.text ?? "").split(",").some((part) => (spec?.names ?? []).includes(part))`,
      denies: ["plain"],
    },
    {
      title: "a loop",
      rule: `${spec} => { for (const one of spec?.names ?? []) { const [name, tag] = one.split(":"); if (name === "b") continue; if (tag === "1") return true; } return false; }`,
      denies: ["images", "other types", "too many parts behind", ...reached, "too many pairs"],
    },
    {
      title: "a loop that counts",
      rule: `${spec} => { let count = 0; for (const one of spec?.names ?? []) { const [, tag] = one.split(":"); if (tag) count++; } return count > 1; }`,
      denies: ["images", "too many parts behind", ...reached],
    },
    {
      title: "what cannot be read, before and behind",
      rule: `${spec} => spec?.items?.some((item) => { const [name] = (item.name ?? "").split(","); return name === item.inner.deep || item.name?.split(",").includes(item.inner.deep); })`,
      denies: [
        "plain",
        "other types",
        "too many parts alone",
        "absent, then too many",
        "too many, then absent",
        "one that is found, then both",
      ],
    },
    {
      title: "what cannot be read, of all",
      rule: `${spec} => (spec?.items ?? []).filter((item) => { const [name] = (item.name ?? "").split(","); return item.inner.deep !== name; }).length > 0`,
      denies: [
        "plain",
        "other types",
        "too many parts alone",
        "absent, then too many",
        "too many, then absent",
        "one that is found, then both",
      ],
    },
    {
      title: "whether there is none that cannot be read",
      rule: `${spec} => spec?.items?.length && !(spec.items.filter((item) => item.inner.deep !== "b").length > 0)`,
      denies: [
        "plain",
        "other types",
        "too many parts alone",
        "absent, then too many",
        "too many, then absent",
        "one that is found, then both",
      ],
    },
    {
      title: "three inside each other",
      rule: `${spec} => Object.values(spec?.data ?? {}).some((file) => file.split("=").some((part) => (spec?.names ?? []).includes(part)))`,
      denies: ["too many parts alone"],
    },
  ],
};
