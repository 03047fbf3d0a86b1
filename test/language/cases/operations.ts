import type { Family } from "../language-case.ts";

const title = (operation: string): string => `rules on ${operation}`;

const writes = {
  "update that adds the mark": { operation: "UPDATE", stored: {}, written: { metadata: { annotations: { mark: "true" } } } },
  "update that removes the mark": { operation: "UPDATE", stored: { metadata: { annotations: { mark: "true" } } }, written: {} },
  "update that changes the spec": {
    operation: "UPDATE",
    stored: { metadata: { annotations: { mark: "true" } }, spec: { size: 1 } },
    written: { metadata: { annotations: { mark: "true" } }, spec: { size: 2 } },
  },
  "update to another type": { operation: "UPDATE", stored: { spec: { size: 1 } }, written: { spec: { size: "1" } } },
} as const;

const creates = {
  "create with the mark": { operation: "CREATE", written: { metadata: { annotations: { mark: "true" } }, spec: { size: 2 } } },
  "create without": { operation: "CREATE", written: {} },
  "create by bob": { operation: "CREATE", written: {}, user: "bob", groups: ["team"], options: { fieldManager: "argo" } },
} as const;

export const updates: Family = {
  title: title("update"),
  operation: "update",
  type: "spec?: { size?: number }",
  requests: writes,
  cases: [
    {
      // The client sends no time; the API server has filled it in by then.
      title: "when the object was made",
      rule: `({ object, oldObject }) => timestamp(object.metadata.creationTimestamp)?.isAfter(timestamp("2025-12-31T23:59:59Z")) === true && timestamp(oldObject.metadata.creationTimestamp)?.equals(timestamp(object.metadata.creationTimestamp) ?? timestamp("1970-01-01T00:00:00Z")) === true`,
      denies: Object.keys(writes),
    },
    {
      title: "the mark may not go",
      rule: `({ object, oldObject }) => oldObject.metadata.annotations?.["mark"] !== undefined && object.metadata.annotations?.["mark"] === undefined`,
      denies: ["update that removes the mark"],
    },
    {
      title: "how it is written",
      rule: `({ request }) => request.options?.kind === "UpdateOptions" && request.options.fieldManager === undefined`,
      denies: Object.keys(writes),
    },
    {
      title: "annotations may not change",
      rule: `({ object, oldObject }) => !same(object.metadata.annotations, oldObject.metadata.annotations)`,
      denies: ["update that adds the mark", "update that removes the mark"],
    },
    {
      title: "the size may not change",
      rule: `({ object, oldObject }) => object.spec?.size !== oldObject.spec?.size`,
      denies: ["update that changes the spec", "update to another type"],
    },
    {
      title: "a key by key comparison",
      rule: `({ object, oldObject }) => { const after = object.metadata.annotations ?? {}; return Object.entries(oldObject.metadata.annotations ?? {}).some(([key, value]) => after[key] !== value); }`,
      denies: ["update that removes the mark"],
    },
  ],
};

export const creations: Family = {
  title: title("create"),
  operation: "create",
  type: "spec?: { size?: number }",
  requests: creates,
  cases: [
    {
      // The client sends no time; the API server has filled it in by then.
      title: "when the object was made",
      rule: `({ object }) => timestamp(object.metadata.creationTimestamp)?.isAfter(timestamp("2025-12-31T23:59:59Z")) === true`,
      denies: Object.keys(creates),
    },
    {
      title: "the new object",
      rule: `({ object }) => object.metadata.annotations?.["mark"] === "true" && object.spec?.size === 2`,
      message:
        '({ object }) => `${object.kind} ${object.metadata.name} in ${object.metadata.namespace === undefined ? "no" : "a"} namespace`',
      denies: ["create with the mark"],
      says: { "create with the mark": "Thing create-with-the-mark in a namespace" },
    },
    {
      title: "who asks",
      rule: `({ request }) => request.userInfo.username === "bob" && request.userInfo.groups?.some((group) => group === "team") === true`,
      denies: ["create by bob"],
    },
    {
      title: "how it is written",
      rule: `({ request }) => request.options?.kind === "CreateOptions" && request.options.fieldManager === "argo"`,
      denies: ["create by bob"],
    },
    {
      title: "what is absent on create",
      rule: `({ request }) => request.options?.propagationPolicy === undefined && request.subResource === undefined && request.operation === "CREATE"`,
      denies: Object.keys(creates),
    },
  ],
};

export const creationsAndUpdates: Family = {
  title: title("create and update"),
  operation: "create-or-update",
  requests: { ...writes, ...creates },
  cases: [
    {
      // The client sends no time; the API server has filled it in by then.
      title: "when the object was made",
      rule: `({ object, oldObject }) => (timestamp(oldObject?.metadata.creationTimestamp) ?? timestamp(object.metadata.creationTimestamp))?.isAfter(timestamp("2025-12-31T23:59:59Z")) === true`,
      denies: [...Object.keys(writes), ...Object.keys(creates)],
    },
    {
      title: "a value is judged when it is written",
      rule: `({ object, oldObject }) => { const value = object.metadata.annotations?.["mark"]; return value !== undefined && value !== oldObject?.metadata.annotations?.["mark"]; }`,
      denies: ["update that adds the mark", "create with the mark"],
    },
    { title: "without an old object", rule: `({ oldObject }) => oldObject === undefined`, denies: Object.keys(creates) },
    {
      title: "with an old object",
      rule: `({ oldObject }) => { if (oldObject === undefined) return false; return oldObject.metadata.annotations === undefined; }`,
      denies: ["update that adds the mark", "update to another type"],
    },
    {
      title: "the older of both",
      before: `const nameOf = (object: Stored<KubernetesObject>): string => object.metadata.name;`,
      rule: `({ object, oldObject }) => nameOf(oldObject ?? object) === object.metadata.name && object.metadata.annotations === undefined`,
      denies: ["update that removes the mark", "update to another type", "create without", "create by bob"],
    },
  ],
};

const deletes = {
  plain: { stored: { spec: { size: 1 } } },
  orphaning: { stored: {}, options: { propagationPolicy: "Orphan" } },
  "without grace": { stored: {}, options: { gracePeriodSeconds: 0 } },
  "through v2": { stored: { spec: { size: 1 } }, version: "v2" },
  "through v2, pruned": { stored: { spec: {} }, version: "v2" },
  "through v2, null": { stored: { spec: { size: null } }, version: "v2" },
  "through v2, spec list": { stored: { spec: [1] }, version: "v2" },
} as const;

export const deletions: Family = {
  title: title("delete"),
  type: "spec?: { size?: number; other?: { deep?: string } }",
  requests: deletes,
  cases: [
    {
      title: "the options of the delete",
      rule: `({ request }) => request.options?.propagationPolicy === "Orphan" || request.options?.gracePeriodSeconds === 0`,
      denies: ["orphaning", "without grace"],
    },
    { title: "dry runs", rule: `({ request }) => request.dryRun`, cel: "!request.dryRun", denies: Object.keys(deletes) },
    {
      title: "the requested version",
      rule: `({ request }) => request.requestKind.version !== request.kind.version && request.requestResource.resource === request.resource.resource`,
      denies: ["through v2", "through v2, pruned", "through v2, null", "through v2, spec list"],
    },
    {
      title: "a field that another version may not have",
      rule: `({ oldObject }) => oldObject.spec?.size === 1`,
      denies: ["plain", "through v2", "through v2, pruned", "through v2, spec list"],
      says: {
        plain: "no",
        "through v2": "no",
        "through v2, pruned":
          "Thing through-v2-pruned does not show spec.size in the version of this request; delete it through v1: kubectl delete things.v1.language.example.com/through-v2-pruned -n {namespace}",
      },
    },
    {
      title: "a field of a field, and one in a branch",
      rule: `({ oldObject: { spec } }) => (spec?.size === 7 ? spec.other?.deep : "x") === undefined`,
      denies: ["through v2", "through v2, pruned", "through v2, null", "through v2, spec list"],
    },
    {
      title: "the version comes before the iteration",
      rule: `({ oldObject }) => Object.keys(oldObject.metadata.annotations ?? {}).some((key) => key === "a") && oldObject.spec?.size === 1`,
      denies: ["through v2, pruned", "through v2, spec list"],
    },
  ],
};
