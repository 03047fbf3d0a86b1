import type { Family } from "../language-case.ts";

const tagged = (items: number, tags: number) => {
  const all = Array.from({ length: tags }, (_, at) => `t${at}`);
  return { stored: { spec: { items: Array.from({ length: items }, () => ({ tags: all })) } } };
};

const many = ["items too many", "tags too many"] as const;
const tooMany = "cannot be judged: more than 2000 entries in a list or map (100 inside another); remove some";
const fewer = "cannot be judged: more than 25 entries in a list or map (11 inside another); remove some";
const said = (names: readonly string[], text: string) =>
  Object.fromEntries(names.map((name) => [name, `Thing ${name.replaceAll(" ", "-")} ${text}`]));

const tags = "(oldObject.spec?.items ?? []).flatMap((item) => item.tags ?? [])";

/**
 * Lists of which CEL makes one (Kubernetes 1.35): TypeScript copies each of them, so each is limited as one inside of
 * another, whatever is asked of the whole.
 */
export const flattenedLists: Family = {
  title: "many lists of each, as one",
  type: "spec?: { items?: { tags?: string[] }[] }",
  kube: 35,
  requests: {
    few: tagged(2, 2),
    "twelve tags": tagged(2, 12),
    most: tagged(100, 100),
    "items too many": tagged(101, 1),
    "tags too many": tagged(20, 101),
    "other types": { stored: { spec: { items: [7, { tags: "t0" }, { tags: ["t0", 7, null, "t1"] }] } } },
    marked: { stored: { metadata: { labels: { q: "x", r: "y" } }, spec: { items: [{}] } } },
    none: { stored: {} },
  },
  cases: [
    {
      title: "joined",
      rule: `({ oldObject }) => ${tags}.join() === "t0,t1"`,
      denies: [...many, "other types"],
      says: said(many, tooMany),
    },
    {
      title: "a place in it",
      rule: `({ oldObject }) => ${tags}.indexOf("t11") === 11`,
      denies: ["twelve tags", "most", ...many],
      says: said(many, tooMany),
    },
    {
      title: "its first elements",
      rule: `({ oldObject }) => ${tags}.slice(0, 3).includes("t2")`,
      denies: ["twelve tags", "most", ...many],
      says: said(many, tooMany),
    },
    {
      title: "found in it",
      rule: `({ oldObject }) => ${tags}.find((tag) => tag === "t1") === "t1"`,
      denies: ["few", "twelve tags", "most", ...many, "other types"],
      says: said(many, tooMany),
    },
    {
      title: "how many are different",
      rule: `({ oldObject }) => new Set(${tags}).size === 2`,
      denies: ["few", "twelve tags", "most", ...many, "other types"],
      says: said(["twelve tags", "most", ...many], fewer),
    },
    {
      title: "of all that are not empty",
      rule: `({ oldObject }) => (oldObject.spec?.items ?? []).filter((item) => item.tags !== undefined).flatMap((item) => item.tags ?? []).join() === "t0,t1"`,
      denies: [...many, "other types"],
    },
    {
      title: "keys of a map, for each",
      rule: `({ oldObject }) => (oldObject.spec?.items ?? []).flatMap(() => Object.keys(oldObject.metadata.labels ?? {})).concat(["w"]).includes("q")`,
      denies: ["items too many", "marked"],
      says: said(["items too many"], tooMany),
    },
    {
      title: "copied keys of a map, for each",
      rule: `({ oldObject }) => (oldObject.spec?.items ?? []).flatMap(() => [...Object.keys(oldObject.metadata.labels ?? {})]).concat(["w"]).includes("q")`,
      denies: ["most", "items too many", "marked"],
    },
    {
      title: "in a message",
      rule: `({ oldObject }) => oldObject.metadata.name !== "none"`,
      message: `({ oldObject }) => \`has \${show(${tags}.join(" "))}\``,
      denies: ["few", "twelve tags", "most", ...many, "other types", "marked"],
      says: said(many, tooMany),
    },
  ],
};
