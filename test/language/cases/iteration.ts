import type { Family } from "../language-case.ts";

const requests = {
  ready: {
    stored: {
      metadata: {
        labels: { "x/a": "true", "x/b": "false", c: "1" },
        finalizers: ["a/keep", "b/other"],
        ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "o", uid: "u", controller: true }],
      },
      spec: { map: { a: "1", "x/a": "true" }, flags: { on: true, off: false } },
      status: {
        conditions: [
          { type: "Ready", status: "True" },
          { type: "Stalled", status: "False" },
        ],
        names: ["a", "b"],
        sizes: [1, 2.5, 3],
        flags: [true, false],
      },
    },
  },
  "not ready": {
    stored: {
      metadata: { labels: { "x/a": "false" }, finalizers: ["b/other"] },
      spec: { map: { b: "2" } },
      status: { conditions: [{ type: "Ready", status: "False" }], names: [], sizes: [0], flags: [] },
    },
  },
  "odd elements": {
    stored: {
      metadata: { labels: { constructor: "true", "x/toString": "true" } },
      spec: { map: { a: 1, "x/a": true, b: null, "x/c": "true" }, flags: { on: "true", x: 1 } },
      status: {
        conditions: [null, 7, "Ready", ["Ready"], { type: 1, status: "True" }, { status: "True" }, { type: "Ready" }],
        names: [1, null, "a", ["b"], { c: 1 }],
        sizes: ["1", null, true, 9],
        flags: [0, "true", null],
      },
    },
  },
  "other types": {
    stored: { spec: { map: ["a"], flags: true }, status: { conditions: { type: "Ready" }, names: "ab", sizes: 3, flags: {} } },
  },
  nulls: { stored: { spec: null, status: { conditions: null, names: null, sizes: null, flags: null } } },
  bare: { stored: {} },
  "status list": { stored: { spec: [], status: [{ conditions: [] }] } },
} as const;

const all = Object.keys(requests);
const but = (...names: readonly string[]): readonly string[] => all.filter((name) => !names.includes(name));

export const iteration: Family = {
  title: "lists and maps of the cluster",
  type: "spec?: { map?: Record<string, string>; flags?: Record<string, boolean> }; status?: { conditions?: { type: string; status: string }[]; names?: string[]; sizes?: number[]; flags?: boolean[] }",
  requests,
  cases: [
    {
      title: "some over finalizers",
      rule: `({ oldObject }) => oldObject.metadata.finalizers?.some((name) => name.endsWith("/keep")) === true`,
      denies: ["ready"],
    },
    {
      title: "every over finalizers",
      rule: `({ oldObject }) => oldObject.metadata.finalizers?.every((name) => name.endsWith("/other")) === true`,
      denies: ["not ready"],
    },
    {
      title: "every over none holds",
      rule: `({ oldObject }) => (oldObject.metadata.finalizers ?? []).every((name) => name.endsWith("/other"))`,
      denies: but("ready"),
    },
    {
      title: "includes",
      rule: `({ oldObject }) => oldObject.metadata.finalizers?.includes("a/keep") ?? false`,
      denies: ["ready"],
    },
    {
      title: "an owner",
      rule: `({ oldObject }) => (oldObject.metadata.ownerReferences ?? []).some(({ kind, controller }) => kind === "ConfigMap" && controller === true)`,
      denies: ["ready"],
    },
    {
      title: "how many",
      rule: `({ oldObject }) => (oldObject.metadata.finalizers ?? []).length > 1 || oldObject.metadata.ownerReferences?.length === 1`,
      denies: ["ready"],
    },
    {
      title: "length of an absent list is absent",
      rule: `({ oldObject }) => oldObject.metadata.finalizers?.length === undefined && oldObject.metadata.finalizers?.length !== 0`,
      denies: but("ready", "not ready"),
    },
    {
      title: "a condition",
      rule: `({ oldObject }) => oldObject.status?.conditions?.some(({ type, status }) => type === "Ready" && status === "True") === true`,
      denies: ["ready"],
    },
    {
      title: "every condition: elements of other types are not there",
      rule: `({ oldObject }) => (oldObject.status?.conditions ?? []).every((condition) => condition.type !== "Stalled")`,
      denies: but("ready"),
    },
    {
      title: "a field of an element that may be absent",
      rule: `({ oldObject }) => oldObject.status?.conditions?.some(({ type }) => type === undefined) === true`,
      denies: ["odd elements"],
    },
    {
      title: "filter and count",
      rule: `({ oldObject }) => (oldObject.status?.conditions ?? []).filter(({ status }) => status === "True").length === 2`,
      denies: ["odd elements"],
    },
    {
      title: "entries of a map by its own keys, which are none that objects inherit",
      rule: `({ oldObject }) => { const labels = oldObject.metadata.labels ?? {}; const map = oldObject.spec?.map ?? {}; for (const key in map) if ((map[key] ?? "").startsWith("2")) return true; return Object.keys(labels).filter((key) => /^t/.test(labels[key] ?? "x")).length === 2; }`,
      denies: ["not ready", "odd elements"],
    },
    {
      title: "filter, then some",
      rule: `({ oldObject }) => (oldObject.status?.conditions ?? []).filter(({ status }) => status === "True").some((left) => left.type === "Ready")`,
      denies: ["ready"],
    },
    {
      title: "texts",
      rule: `({ oldObject }) => (oldObject.status?.names ?? []).some((name) => name.startsWith("a"))`,
      denies: ["ready", "odd elements"],
    },
    {
      title: "count of texts: elements of other types are not there",
      rule: `({ oldObject }) => oldObject.status?.names?.length === 1`,
      denies: ["odd elements"],
    },
    {
      title: "list is empty",
      rule: `({ oldObject }) => oldObject.status?.names !== undefined && oldObject.status.names.length === 0`,
      denies: ["not ready"],
    },
    {
      title: "includes in a list that may hold anything",
      rule: `({ oldObject }) => oldObject.status?.names?.includes("b") === true`,
      denies: ["ready"],
    },
    {
      title: "numbers",
      rule: `({ oldObject }) => (oldObject.status?.sizes ?? []).some((size) => size > 2.9) && oldObject.status?.sizes?.includes(2.5) === true`,
      denies: ["ready"],
    },
    {
      title: "booleans",
      rule: `({ oldObject }) => (oldObject.status?.flags ?? []).some((flag) => flag) && !(oldObject.status?.flags ?? []).every((flag) => flag)`,
      denies: ["ready"],
    },
    {
      title: "keys",
      rule: `({ oldObject }) => Object.keys(oldObject.metadata.labels ?? {}).some((key) => key.startsWith("x/"))`,
      denies: ["ready", "not ready", "odd elements"],
    },
    {
      title: "keys joined with other lists",
      rule: `({ oldObject }) => { const keys = Object.keys(oldObject.metadata.labels ?? {}); return [...keys, "w"].includes("constructor") || keys.concat(oldObject.metadata.finalizers ?? []).includes("constructor") || new Set([...keys, ...(oldObject.metadata.finalizers ?? [])]).has("constructor") || [keys, ["w"]].flat().includes("constructor"); }`,
      denies: ["odd elements"],
    },
    {
      title: "keys, or another list, joined with a third",
      rule: `({ oldObject }) => [...(oldObject.metadata.name === "nobody" ? ["w"] : Object.keys(oldObject.metadata.labels ?? {})), "w"].includes("constructor") || (oldObject.metadata.labels === undefined ? (oldObject.metadata.finalizers ?? []) : Object.keys(oldObject.metadata.labels)).concat("w").includes("constructor")`,
      denies: ["odd elements"],
    },
    {
      title: "keys that every JavaScript object inherits",
      rule: `({ oldObject }) => Object.keys(oldObject.metadata.labels ?? {}).includes("constructor") && !("toString" in (oldObject.metadata.labels ?? record({})))`,
      denies: ["odd elements"],
    },
    {
      title: "count of keys",
      rule: `({ oldObject }) => Object.keys(oldObject.metadata.labels ?? {}).length === 2`,
      denies: ["odd elements"],
    },
    {
      title: "values",
      rule: `({ oldObject }) => Object.values(oldObject.metadata.labels ?? {}).every((value) => value === "false")`,
      denies: but("ready", "odd elements"),
    },
    {
      title: "entries",
      rule: `({ oldObject }) => Object.entries(oldObject.metadata.labels ?? {}).some(([key, value]) => key.startsWith("x/") && value === "true")`,
      denies: ["ready", "odd elements"],
    },
    {
      title: "entries of a map that may hold anything",
      rule: `({ oldObject }) => Object.entries(oldObject.spec?.map ?? {}).some(([key, value]) => key.startsWith("x/") && value === "true")`,
      denies: ["ready", "odd elements"],
    },
    {
      title: "keys whose value has another type are not there",
      rule: `({ oldObject }) => Object.keys(oldObject.spec?.map ?? {}).length === 1 && Object.keys(oldObject.spec?.map ?? {}).every((key) => key !== "a")`,
      denies: ["not ready", "odd elements"],
    },
    {
      title: "values that are booleans",
      rule: `({ oldObject }) => Object.values(oldObject.spec?.flags ?? {}).some((flag) => flag === true)`,
      denies: ["ready"],
    },
    {
      title: "sorted keys in a message",
      rule: `({ oldObject }) => Object.keys(oldObject.metadata.labels ?? {}).filter((key) => key.startsWith("x/")).length > 0`,
      message:
        '({ oldObject }) => `labels ${sorted(Object.keys(oldObject.metadata.labels ?? {}).filter((key) => key.startsWith("x/"))).map((key) => `<${key}>`).join(", ")}`',
      denies: ["ready", "not ready", "odd elements"],
      says: { ready: "labels <x/a>, <x/b>", "odd elements": "labels <x/toString>" },
    },
    {
      title: "the first sorted key",
      rule: `({ oldObject }) => sorted(Object.keys(oldObject.metadata.labels ?? {}))[0] === "c"`,
      denies: ["ready"],
    },
    {
      title: "callbacks by name",
      before: `const isKeep = (name: string): boolean => name === "a/keep";`,
      rule: `({ oldObject }) => oldObject.metadata.finalizers?.some(isKeep) === true`,
      denies: ["ready"],
    },
    {
      title: "a helper inside an iteration that uses a constant of the rule",
      before: `const under = (prefix: string, key: string) => key.startsWith(prefix + "/");`,
      rule: `({ oldObject }) => { const prefix = oldObject.metadata.labels?.["c"] === "1" ? "a" : "none"; const longer = prefix + prefix + prefix + prefix + prefix + prefix; return (oldObject.metadata.finalizers ?? []).some((name) => { const isUnder = under(prefix, name); return isUnder && !name.startsWith(longer); }); }`,
      denies: ["ready"],
    },
    {
      title: "a list of the policy inside an iteration",
      rule: `({ oldObject }) => (oldObject.metadata.finalizers ?? []).some((name) => ["a", "c"].some((prefix) => name === prefix + "/keep"))`,
      denies: ["ready"],
    },
    {
      title: "an iteration inside a list of the policy",
      rule: '({ oldObject }) => ["a", "b"].every((prefix) => (oldObject.metadata.finalizers ?? []).some((name) => name.startsWith(`${prefix}/`)))',
      denies: ["ready"],
    },
    {
      title: "two iterations with the same name",
      rule: `({ oldObject }) => (oldObject.metadata.finalizers ?? []).some((x) => x === "a/keep") && (oldObject.status?.names ?? []).some((x) => x === "b")`,
      denies: ["ready"],
    },
    {
      title: "names of CEL as parameters",
      rule: `({ oldObject }) => (oldObject.metadata.finalizers ?? []).some((string) => string === "a/keep") && (oldObject.status?.names ?? []).some((variables) => variables === "b") && (oldObject.status?.names ?? []).every((size) => size !== "z")`,
      denies: ["ready"],
    },
    {
      title: "the rule's groups",
      rule: `({ request }) => request.userInfo.groups?.includes("system:authenticated") === true && (request.userInfo.groups ?? []).length < 9`,
      denies: all,
    },
    {
      title: "an iteration whose list is chosen",
      rule: `({ oldObject, request }) => { const names = request.dryRun ? oldObject.metadata.finalizers : oldObject.status?.names; return (names ?? []).some((name) => name === "a/keep"); }`,
      denies: ["ready"],
    },
    {
      title: "same",
      rule: `({ oldObject }) => !same(oldObject.metadata.labels, oldObject.metadata.annotations) && same(undefined, {})`.replace(
        " && same(undefined, {})",
        "",
      ),
      denies: ["ready", "not ready", "odd elements"],
    },
    {
      title: "same of a map that may not be meant",
      rule: `({ oldObject, request }) => same(oldObject.kind === "Other" ? oldObject.metadata.labels : undefined, undefined) && request.dryRun`,
      denies: all,
    },
  ],
};
