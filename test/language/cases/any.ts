import type { Family } from "../language-case.ts";

const ready = { type: "Ready", status: "True" };

const requests = {
  whole: {
    stored: {
      metadata: { labels: { tier: "gold" } },
      spec: {
        replicas: 5,
        image: "ghcr.io/shop:16",
        protect: true,
        storage: { class: "fast", size: "10Gi" },
        parameters: { a: "1", b: 2, c: null },
        hosts: ["main", "b"],
      },
      status: { conditions: [{ type: "Synced", status: "False" }, ready], ready: 5 },
    },
  },
  small: { stored: { spec: { replicas: 1, image: "", protect: false, storage: {}, parameters: {}, hosts: [] }, status: {} } },
  "other types": {
    stored: {
      spec: { replicas: "5", image: 16, protect: "true", storage: ["fast"], parameters: ["a", "b"], hosts: { main: 1 } },
      status: { conditions: { type: "Ready" }, ready: "5" },
    },
  },
  "other elements": {
    stored: {
      spec: { replicas: 2.5, hosts: [1, null, "main"], storage: { class: 1 }, parameters: { a: null } },
      status: { conditions: ["Ready", null, [ready], { type: 1 }, ready] },
    },
  },
  nulls: {
    stored: { spec: { replicas: null, image: null, protect: null, storage: null, parameters: null, hosts: null }, status: null },
  },
  "spec text": { stored: { spec: "ghcr.io/shop:16", status: "Ready" } },
  "spec list": { stored: { spec: [{ replicas: 5 }], status: [ready] } },
  bare: { stored: {} },
} as const;

/** What is read of an `any` has the type that the rule uses it as. */
export const readsOfAny: Family = {
  title: "any",
  requests,
  cases: [
    {
      title: "of the object",
      rule: `({ oldObject }) => { const spec = (oldObject as any).spec; return spec?.protect === true; }`,
      denies: ["whole"],
    },
    {
      title: "where JavaScript throws",
      rule: "({ oldObject }) => (oldObject as any).spec.storage.class === 'fast'",
      denies: ["whole", "other types", "nulls", "spec text", "spec list", "bare"],
    },
    {
      title: "what every object has",
      rule: `({ oldObject }) => { const labels = (oldObject as any).metadata.labels; return labels && labels.tier === "gold"; }`,
      denies: ["whole"],
    },
    {
      title: "a number, by what it is compared with",
      rule: "({ oldObject }) => (oldObject as any).spec?.replicas > 2",
      denies: ["whole", "other elements"],
    },
    {
      title: "a number, by its default",
      rule: `({ oldObject }) => { const { spec } = oldObject as any; return (spec?.replicas ?? 1) * 2 > 3; }`,
      denies: ["whole", "other elements"],
    },
    {
      title: "a text, by its default",
      rule: `({ oldObject }) => { const image: string = (oldObject as any).spec?.image ?? ""; return image.startsWith("ghcr.io/") && image.includes(":16"); }`,
      denies: ["whole"],
    },
    {
      title: "a text, by its method",
      rule: `({ oldObject }) => (oldObject as any).spec?.image?.endsWith(":16")`,
      denies: ["whole"],
    },
    {
      title: "a text, by what a function takes",
      rule: `({ oldObject }) => ["fast", "faster"].includes((oldObject as any).spec?.storage?.class)`,
      denies: ["whole"],
    },
    {
      title: "a list in a loop",
      rule: `({ oldObject }) => { for (const one of (oldObject as any).status?.conditions ?? []) { if (one.type === "Ready" && one.status === "True") return true; } return false; }`,
      denies: ["whole", "other elements"],
    },
    {
      title: "an element that is found",
      rule: `({ oldObject }) => { const status: any = (oldObject as any).status || {}; const conditions: any[] = status.conditions || []; const ready = conditions.find((one: any) => one.type === "Ready"); return ready && ready.status === "True"; }`,
      denies: ["whole", "other elements"],
    },
    {
      title: "an element by its position",
      rule: `({ oldObject }) => (oldObject as any).status?.conditions?.[0]?.type === "Synced"`,
      denies: ["whole"],
    },
    {
      title: "the length of a list, which something else shows",
      rule: `({ oldObject }) => { const hosts = (oldObject as any).spec?.hosts; return hosts?.length > 1 && hosts.some((host: string) => host === "main"); }`,
      denies: ["whole", "other elements"],
    },
    {
      title: "keys",
      rule: `({ oldObject }) => Object.keys((oldObject as any).spec?.parameters ?? {}).length > 1`,
      denies: ["whole"],
    },
    {
      title: "a helper that takes any",
      before: `const isOn = (value: any): boolean => value === true || value === "true";
const at = (object: any, ...keys: string[]): any => keys.reduce((found, key) => (found == null ? undefined : found[key]), object);`,
      rule: `({ oldObject }) => isOn(at(oldObject, "spec", "protect"))`,
      denies: ["whole", "other types"],
    },
    {
      title: "told apart by typeof",
      rule: `({ oldObject }) => { const replicas: any = (oldObject as any).spec?.replicas; return typeof replicas === "number" ? replicas > 2 : typeof replicas === "string" && replicas.startsWith("5"); }`,
      denies: ["whole", "other types", "other elements"],
    },
    {
      title: "told apart by Array.isArray",
      rule: `({ oldObject }) => { const hosts: any = (oldObject as any).spec?.hosts; return Array.isArray(hosts) ? hosts[0] === "main" : hosts === undefined; }`,
      denies: ["whole", "nulls", "spec text", "spec list", "bare"],
    },
    {
      title: "with a type that a declaration gives",
      before: "interface Storage { class?: string; size?: string }",
      rule: `({ oldObject }) => { const storage: Storage | undefined = (oldObject as any).spec?.storage; return storage?.size?.endsWith("Gi") && storage.class !== "slow"; }`,
      denies: ["whole"],
    },
    {
      title: "with a type that is claimed",
      rule: `({ oldObject }) => ((oldObject as any).spec?.hosts as string[] | undefined)?.includes("main")`,
      denies: ["whole", "other elements"],
    },
    {
      title: "one any beside another",
      rule: `({ oldObject: { spec, status } }: any) => spec?.replicas >= 2 && status?.ready >= spec.replicas`,
      denies: ["whole"],
    },
    {
      title: "equal to one of its type alone",
      rule: `({ oldObject }) => (oldObject as any).spec?.replicas === "5" || (oldObject as any).spec?.protect === "true"`,
      denies: ["other types"],
    },
    {
      title: "in a message",
      rule: "({ oldObject }) => (oldObject as any).spec?.protect",
      message: "({ oldObject }) => `${(oldObject as any).spec?.image} with ${(oldObject as any).spec?.replicas} replicas`",
      denies: ["whole", "other types"],
      says: { whole: "ghcr.io/shop:16 with 5 replicas" },
    },
  ],
};
