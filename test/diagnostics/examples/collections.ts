import type { Example } from "../example.ts";

const ors = Array.from({ length: 60 }, (_, at) => `entry.split("${at}")[0] === "x"`).join(" || ");

/** Lists and maps, of the policy and of the cluster. */
export const collectionExamples: readonly Example[] = [
  {
    code: "object-as-table",
    why: '`names["constructor"]` is a function in TypeScript: objects inherit keys. A `record` does not.',
    bad: {
      top: 'const modes: Readonly<Record<string, string>> = { s3: "retain" };',
      rule: '({ request }) => ⟦modes[request.resource.group]⟧ === "retain"',
    },
    good: { top: 'const modes = record({ s3: "retain" });', rule: '({ request }) => modes[request.resource.group] === "retain"' },
    says: "`modes[request.resource.group]`",
    wayOut: "`record({ ... })`",
  },
  {
    code: "spread-of-stored",
    why: "The compiler writes a list down element by element, which it cannot for a list of the cluster.",
    bad: { rule: '({ oldObject }) => ["main", ⟦...(oldObject.metadata.finalizers ?? [])⟧].includes(oldObject.metadata.name)' },
    good: {
      rule: '({ oldObject }) => oldObject.metadata.name === "main" || (oldObject.metadata.finalizers ?? []).includes(oldObject.metadata.name)',
    },
    says: "`...(oldObject.metadata.finalizers ?? [])`",
    wayOut: "spread lists and objects that are written in the policy",
  },
  {
    code: "order-of-map",
    why: "CEL walks a map in random order, so the first key is another one each time.",
    bad: { rule: '({ oldObject }) => ⟦Object.keys(oldObject.metadata.labels ?? {})[0]⟧ === "keep"' },
    good: { rule: '({ oldObject }) => Object.keys(oldObject.metadata.labels ?? {}).some((key) => key === "keep")' },
    says: "`Object.keys(oldObject.metadata.labels ?? {})[0]`",
    wayOut: "ask with `some`, `every` or `length`",
  },
  {
    code: "index-in-stored-list",
    why: "Elements of another type than declared count as absent, so positions would shift.",
    bad: { rule: '({ oldObject }) => ⟦(oldObject.spec?.zones ?? [])[0]⟧ === "a"' },
    good: { rule: '({ oldObject }) => (oldObject.spec?.zones ?? []).some((zone) => zone === "a")' },
    says: "`(oldObject.spec?.zones ?? [])[0]`",
    wayOut: "ask with `some` or `every`",
  },
  {
    code: "map-of-stored",
    why: "What is made of elements that may have any type may have any type again.",
    bad: { rule: '({ oldObject }) => ⟦(oldObject.spec?.zones ?? []).map((zone) => `${zone}-1`)⟧.includes("a-1")' },
    good: { rule: '({ oldObject }) => (oldObject.spec?.zones ?? []).some((zone) => `${zone}-1` === "a-1")' },
    says: "`(oldObject.spec?.zones ?? []).map((zone) => `${zone}-1`)`",
    wayOut: "ask with `some` or `every`",
  },
  {
    code: "nested-walk",
    why: "The API server ends an evaluation that costs too much, and refuses the request with it. Ten thousand times ten thousand is too much.",
    bad: {
      rule: "({ oldObject }) => ⟦(oldObject.metadata.finalizers ?? []).some((finalizer) => Object.keys(oldObject.metadata.labels ?? {}).some((key) => key === finalizer))⟧",
    },
    good: {
      rule: '({ oldObject }) => (oldObject.metadata.finalizers ?? []).some((finalizer) => ["keep", "hold"].some((key) => key === finalizer))',
    },
    says: "`(oldObject.metadata.finalizers ?? []).some(",
    wayOut: "ask one after the other",
  },
  {
    code: "walks-text",
    why: "A text of the cluster can be a megabyte of commas, more parts than the API server lets CEL walk.",
    bad: {
      rule: '({ oldObject }) => ⟦(oldObject.metadata.annotations?.["zones"] ?? "").split(",").some((zone) => zone === "a")⟧',
    },
    good: { rule: '({ oldObject }) => `,${oldObject.metadata.annotations?.["zones"] ?? ""},`.includes(",a,")' },
    says: '`(oldObject.metadata.annotations?.["zones"] ?? "").split(",").some((zone) => zone === "a")`',
    wayOut: "look into the text itself with `includes`",
  },
  {
    code: "walks-record",
    why: "The fields of an object are those of its type, whatever else is stored. TypeScript would show all of them.",
    bad: { rule: "({ oldObject }) => ⟦Object.keys(oldObject.metadata)⟧.length > 9" },
    good: { rule: "({ oldObject }) => oldObject.metadata.labels !== undefined" },
    says: "`Object.keys(oldObject.metadata)`",
    wayOut: "name the fields",
  },
  {
    code: "sorts-other",
    why: "CEL cannot sort before Kubernetes 1.35. Ten keys, each of them once, can be put in order all the same.",
    bad: { message: '({ oldObject }) => `kept by ${⟦sorted(oldObject.metadata.finalizers ?? [])⟧.join(" ")}`' },
    good: { message: '({ oldObject }) => `kept by ${sorted(Object.keys(oldObject.metadata.labels ?? {})).join(" ")}`' },
    says: "`sorted(oldObject.metadata.finalizers ?? [])`",
    wayOut: "use `sorted` on `Object.keys(...)`",
  },
  {
    code: "too-expensive",
    why: "The API server adds up what an evaluation costs and ends it at the limit. The compiler adds up what it can cost at most.",
    bad: {
      rules: `{ ⟦example: { denyWhen: ({ oldObject }) => Object.values(oldObject.metadata.annotations ?? {}).some((entry) => ${ors}), message: "no" }⟧ }`,
    },
    good: {
      rule: '({ oldObject }) => Object.values(oldObject.metadata.annotations ?? {}).some((entry) => entry.startsWith("x"))',
    },
    says: "rule `example`",
    wayOut: "compare fewer things for each entry",
  },
  {
    code: "expression-too-deep",
    why: "The parser of the API server stops at 250 levels. Texts that are put together and alternatives within alternatives are one level each; `&&` and `||` are not.",
    bad: {
      rules: `{ ⟦example: { denyWhen: ({ oldObject }) => \`${"${oldObject.metadata.name}-".repeat(130)}\` === "x", message: "no" }⟧ }`,
    },
    good: { rule: '({ oldObject }) => `${oldObject.metadata.name}-${oldObject.metadata.name}` === "x-x"' },
    says: "rule `example`",
    wayOut: "divide it into `const`",
  },
  {
    code: "expression-too-long",
    why: "The parser of the API server stops at 100,000 characters.",
    bad: {
      rules: `{ ⟦example: { denyWhen: ({ oldObject }) => names.includes(oldObject.metadata.name), message: "no" }⟧ }`,
      top: `const names = [${Array.from({ length: 1200 }, (_, at) => `"${String(at).padStart(90, "database-")}"`).join(", ")}];`,
    },
    good: {
      rule: "({ oldObject }) => names.includes(oldObject.metadata.name)",
      top: 'const names = ["database-1", "database-2"];',
    },
    says: "rule `example`",
    wayOut: "divide the policy",
  },
];
