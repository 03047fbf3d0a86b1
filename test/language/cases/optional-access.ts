import type { Family } from "../language-case.ts";

/** Everything that can stand where a rule expects `spec.name`, and every way for annotations to hold a mark. */
const requests = {
  "annotation true": { stored: { metadata: { annotations: { mark: "true", other: "x" } } } },
  "annotation empty": { stored: { metadata: { annotations: { mark: "" } } } },
  "no annotations": { stored: {} },
  "odd keys": { stored: { metadata: { annotations: { constructor: "c", toString: "t", hasOwnProperty: "h" } } } },
  "namespace marked": { stored: {}, namespace: { annotations: { mark: "true" }, labels: { team: "a" } } },
  "spec full": {
    stored: {
      spec: {
        name: "true",
        size: 3,
        on: true,
        list: ["a"],
        inner: { name: "in", deep: { leaf: "true" } },
        map: { mark: "true" },
        "odd-key": "odd",
      },
    },
  },
  "spec empty": { stored: { spec: {} } },
  "spec null": { stored: { spec: null } },
  "spec text": { stored: { spec: "true" } },
  "spec list": { stored: { spec: ["true"] } },
  "spec number": { stored: { spec: 7 } },
  "spec true": { stored: { spec: true } },
  "fields null": { stored: { spec: { name: null, size: null, on: null, list: null, inner: null, map: null } } },
  "fields of other types": { stored: { spec: { name: 5, size: "3", on: "true", list: { a: 1 }, inner: ["x"], map: ["mark"] } } },
  "inner of other types": { stored: { spec: { name: ["true"], inner: { name: { a: 1 }, deep: [1] }, map: { mark: 1 } } } },
  "inner null": { stored: { spec: { name: { x: 1 }, inner: { name: null, deep: null }, map: { mark: null } } } },
  "deep of other types": { stored: { spec: { inner: { deep: { leaf: [] } }, map: { mark: { x: 1 } } } } },
} as const;

export const optionalAccess: Family = {
  title: "optional access and ??",
  type: 'spec?: { name?: string; size?: number; on?: boolean; list?: string[]; inner?: { name?: string; deep?: { leaf?: string } }; map?: Record<string, string>; "odd-key"?: string }',
  requests,
  cases: [
    {
      title: "an annotation",
      rule: `({ oldObject }) => oldObject.metadata.annotations?.["mark"] === "true"`,
      cel: "oldObject.metadata.?annotations[?'mark'].orValue('') != 'true'",
      denies: ["annotation true"],
    },
    {
      title: "keys that every JavaScript object inherits",
      rule: `({ oldObject: { metadata: { annotations } } }) => annotations?.["constructor"] !== undefined || annotations?.["toString"] === "t" || annotations?.["__proto__"] !== undefined`,
      denies: ["odd keys"],
    },
    {
      title: "a field of a field",
      rule: `({ oldObject }) => oldObject.spec?.name === "true"`,
      denies: ["spec full"],
    },
    {
      title: "a field whose name is no identifier, under a name of its own",
      rule: `({ oldObject }) => { const odd = oldObject.spec?.["odd-key"] ?? ""; const table = { "odd-key": odd.startsWith("o") }; return table["odd-key"] && !table["odd-key"] || odd === "odd" && table["odd-key"]; }`,
      denies: ["spec full"],
    },
    {
      title: "a chain of records",
      rule: `({ oldObject }) => oldObject.spec?.inner?.deep?.leaf === "true"`,
      denies: ["spec full"],
    },
    {
      title: "?? between fields",
      rule: `({ oldObject }) => (oldObject.spec?.name ?? oldObject.spec?.inner?.name ?? "none") === "none"`,
      denies: Object.keys(requests).filter((name) => name !== "spec full"),
    },
    {
      title: "?? from the object to its namespace",
      rule: `({ oldObject, namespaceObject }) => (oldObject.metadata.annotations?.["mark"] ?? namespaceObject?.metadata.annotations?.["mark"]) === "true"`,
      denies: ["annotation true", "namespace marked"],
    },
    {
      title: "?? between maps, then a key",
      rule: `({ oldObject, namespaceObject }) => { const marks = oldObject.metadata.annotations ?? namespaceObject?.metadata.annotations; return marks?.["mark"] === "true" && marks?.["mark"] !== undefined; }`,
      denies: ["annotation true", "namespace marked"],
    },
    {
      title: "?? between a map of the server's and one that may hold anything",
      rule: `({ oldObject }) => { const marks = oldObject.metadata.annotations ?? oldObject.spec?.map ?? {}; return marks["mark"]?.startsWith("t") === true; }`,
      denies: ["annotation true", "spec full"],
    },
    {
      title: "?? between records",
      rule: `({ oldObject }) => { const inner = oldObject.spec?.inner ?? {}; return inner.name?.startsWith("i") ?? false; }`,
      denies: ["spec full"],
    },
    {
      title: "undefined on both sides",
      rule: `({ oldObject }) => oldObject.spec?.name === undefined && oldObject.metadata.annotations === undefined`,
      denies: Object.keys(requests).filter(
        (name) => !["annotation true", "annotation empty", "odd keys", "spec full"].includes(name),
      ),
    },
    {
      title: "absent after narrowing",
      rule: `({ oldObject }) => { const name = oldObject.spec?.name; if (name === undefined) return false; return name.endsWith("e"); }`,
      denies: ["spec full"],
    },
    {
      title: "an element of a map of a custom resource",
      rule: `({ oldObject }) => oldObject.spec?.map?.["mark"]?.includes("ru") === true`,
      denies: ["spec full"],
    },
    {
      title: "`in` on maps",
      rule: `({ oldObject }) => "mark" in (oldObject.metadata.annotations ?? {}) || "mark" in (oldObject.spec?.map ?? {})`,
      denies: ["annotation true", "annotation empty", "spec full"],
    },
    {
      title: "a key that is known only in the cluster",
      rule: `({ oldObject, request }) => oldObject.metadata.annotations?.[request.operation === "DELETE" ? "mark" : "other"] === "true"`,
      denies: ["annotation true"],
    },
    {
      title: "a chosen map",
      rule: `({ oldObject, request }) => { const map = request.dryRun ? oldObject.spec?.map : oldObject.metadata.annotations; return map?.["mark"]?.startsWith("t") === true; }`,
      denies: ["spec full"],
    },
    {
      title: "a chosen map, the other way round",
      rule: `({ oldObject, request }) => { const map = request.dryRun ? oldObject.metadata.annotations : oldObject.spec?.map; return map?.["mark"]?.startsWith("t") === true; }`,
      denies: ["annotation true"],
    },
    {
      title: "a chosen record",
      rule: `({ oldObject, request }) => { const inner = request.dryRun ? oldObject.spec?.inner : undefined; return inner?.name === "in" && inner?.deep?.leaf === "true"; }`,
      denies: ["spec full"],
    },
    {
      title: "the namespace, perhaps",
      rule: `({ namespaceObject, request }) => { const home = request.dryRun ? namespaceObject : undefined; return home?.metadata.annotations?.["mark"] === "true" && home.metadata.labels?.["team"] === "a"; }`,
      denies: ["namespace marked"],
    },
    {
      title: "a boolean that may be absent",
      rule: `({ oldObject }) => oldObject.spec?.on ?? false`,
      denies: ["spec full"],
    },
    {
      title: "a parameter's default stands in for what is absent in the cluster",
      before: `function nameOf(name: string | undefined = "fallback"): string { return name; }`,
      rule: `({ oldObject }) => nameOf(oldObject.spec?.name) === "fallback"`,
      denies: Object.keys(requests).filter((name) => name !== "spec full"),
    },
  ],
};
