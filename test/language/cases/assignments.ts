import type { Family } from "../language-case.ts";

const requests = {
  bare: { stored: {} },
  a: { stored: { metadata: { labels: { a: "yes" }, annotations: { tier: " gold " } }, spec: { size: 1, list: ["x"] } } },
  b: { stored: { metadata: { labels: { b: "yes" }, annotations: { tier: "gold" } }, spec: { size: 2, list: ["x", "y"] } } },
  "a and b": { stored: { metadata: { labels: { a: "yes", b: "stop", c: "yes" } }, spec: { size: 3.5, list: [] } } },
  "b and c": { stored: { metadata: { labels: { b: "no", c: "yes" } }, spec: { size: -1 } } },
  "other types": { stored: { spec: { size: "1", list: "x" } } },
} as const;

const level = `const level = (object: { readonly metadata: { readonly labels?: Labels } }): number => {
  let level = 0;
  if (object.metadata.labels?.["a"]) level = 1;
  else if (object.metadata.labels?.["b"]) level += 2;
  level++;
  return level;
};`;

export const assignments: Family = {
  title: "let and assignment",
  type: "spec?: { size?: number; list?: string[] }",
  requests,
  cases: [
    {
      title: "a number by way of if and else",
      before: level,
      rule: "({ oldObject }) => level(oldObject) > 1",
      denies: ["a", "b", "a and b", "b and c"],
    },
    {
      title: "a number that is printed",
      before: level,
      rule: "() => true",
      message: "({ oldObject }) => `level ${level(oldObject)}`",
      denies: Object.keys(requests),
      says: { bare: "level 1", a: "level 2", b: "level 3" },
    },
    {
      title: "a default, by assignment",
      rule: `({ oldObject }) => { let tier = oldObject.metadata.annotations?.["tier"]; if (tier === undefined) tier = "gold"; tier = tier.trim(); return tier === "gold"; }`,
      cel: "variables.tier2 != 'gold'",
      denies: Object.keys(requests),
    },
    {
      title: "no value at first",
      rule: `({ oldObject }) => { let text: string | undefined; if ((oldObject.spec?.size ?? 0) > 1) { text = oldObject.spec?.list?.[0]; } else { text = "none"; } return text === undefined; }`,
      denies: ["a and b"],
    },
    {
      title: "early returns in between",
      rule: `({ oldObject }) => { let found = false; if (oldObject.metadata.labels?.["a"]) { if (oldObject.metadata.labels["b"]) return true; found = true; } if (oldObject.spec?.size === 2) return found; return found || oldObject.metadata.labels?.["c"] === "yes"; }`,
      denies: ["a", "a and b", "b and c"],
    },
    {
      title: "every operator",
      rule: `({ oldObject }) => { let n = oldObject.spec?.size ?? 0; n += 1; n *= 4; n -= 2; n /= 2; n++; --n; let on = n > 3; on &&= n < 9; on ||= n === -1; let text: string | undefined = oldObject.spec?.list?.[0]; text ??= "z"; text += "!"; return on && (text === "x!" || text === "z!"); }`,
      denies: ["b", "a and b", "b and c"],
    },
    {
      title: "a parameter that is assigned to, and a name that is hidden by another",
      before: `const clean = (text: string | undefined): string => { text = text?.trim() ?? ""; { let text = "hidden"; text += "!"; } if (text === "") text = "empty"; return text; };`,
      rule: `({ oldObject }) => clean(oldObject.metadata.annotations?.["tier"]) === "gold" || clean(" ") !== "empty"`,
      denies: ["a", "b"],
    },
    {
      title: "c && (x = 1), and one assignment after the other",
      rule: `({ oldObject }) => { let x = 0, y = 1; oldObject.metadata.labels?.["a"] && (x = 1); oldObject.metadata.labels?.["b"] ? (y = 2) : (y = 3); x++, y--; return x + y > 3; }`,
      denies: ["a"],
    },
    {
      title: "a list that grows",
      rule: `({ oldObject }) => { const found: string[] = []; if (oldObject.metadata.labels?.["a"]) found.push("a"); if (oldObject.metadata.labels?.["b"]) found.push("b", ...(oldObject.spec?.list ?? [])); found.unshift("first"); return found.length > 2 || found.includes("y"); }`,
      denies: ["b", "a and b"],
    },
    {
      title: "a list of the policy, element by element: continue, break, return",
      before: `const KEYS = ["a", "b", "c"];`,
      rule: `({ oldObject }) => { let count = 0; for (const key of KEYS) { const value = oldObject.metadata.labels?.[key]; if (value === undefined) continue; if (value === "stop") break; if (value === "no") return true; count += 1; } return count > 1; }`,
      denies: ["b and c"],
    },
    {
      title: "forEach over a list of the policy",
      before: `const KEYS = ["a", "b", "c"];`,
      rule: `({ oldObject }) => { let count = 0; KEYS.forEach((key) => { if (!oldObject.metadata.labels?.[key]) return; count++; }); return count > 1; }`,
      denies: ["a and b", "b and c"],
    },
    {
      title: "loops inside each other, left by name",
      rule: `({ oldObject }) => { let found = ""; outer: for (const first of ["a", "b"]) { for (const second of ["b", "c"]) { if (first === second) continue outer; if (oldObject.metadata.labels?.[first] && oldObject.metadata.labels?.[second]) { found = first + second; break outer; } } } return found === "ab" || found === "bc"; }`,
      denies: ["a and b"],
    },
    {
      title: "a stored list, until an element is such",
      rule: `({ oldObject }) => { for (const one of oldObject.spec?.list ?? []) { if (one === "skip") continue; if (one === "y") { return true; } } return false; }`,
      cel: "size(variables.list) > 2000 || variables.list.all(one, type(one) != string || one == 'skip' || one != 'y')",
      denies: ["b"],
    },
    {
      title: "a loop over a map's keys in a function, and what comes after it",
      before: `const hasC = (labels: Labels | undefined): boolean => { for (const key of Object.keys(labels ?? {})) { const isC = key === "c"; if (isC) return true; } let rest = false; if (labels?.["a"]) rest = true; return rest; };`,
      rule: `({ oldObject }) => hasC(oldObject.metadata.labels)`,
      denies: ["a", "a and b", "b and c"],
    },
    {
      title: "a loop that is left",
      rule: `({ oldObject }) => { let size = oldObject.spec?.size ?? 0; for (const one of oldObject.spec?.list ?? []) { if (one === "x") break; } size += 1; return size > 2; }`,
      denies: ["b", "a and b"],
    },
    {
      title: "switch that falls through",
      rule: `({ oldObject }) => { let text = ""; switch (oldObject.spec?.size) { case 1: text = "1"; case 2: text += "2"; break; default: text = "3"; case -1: if (oldObject.metadata.labels?.["a"]) break; text += "4"; } return text === "12" || text === "3" || text === "4"; }`,
      denies: ["a", "a and b", "b and c"],
    },
    {
      title: "what a function sees of a name is what it holds then",
      rule: `({ oldObject }) => { let limit = 1; const isMore = (): boolean => (oldObject.spec?.size ?? 0) > limit; const before = isMore(); limit = 2; return before && !isMore(); }`,
      denies: ["b"],
    },
    {
      title: "an iteration for a name that nobody reads",
      rule: `({ oldObject }) => { let some = false; some = (oldObject.spec?.list ?? []).some((one) => one === "x"); some = true; return some && oldObject.spec?.size === 1; }`,
      denies: ["a"],
    },
  ],
};
