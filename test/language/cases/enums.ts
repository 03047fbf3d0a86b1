import type { Family } from "../language-case.ts";

const requests = {
  gold: { stored: { metadata: { labels: { tier: "gold" } }, spec: { tier: "gold", level: 2 } } },
  silver: { stored: { metadata: { labels: { tier: "silver" } }, spec: { tier: "silver", level: 1 } } },
  "the name of a member": { stored: { metadata: { labels: { tier: "Gold" } }, spec: { tier: "Gold", level: 0 } } },
  "no member": { stored: { metadata: { labels: { tier: "iron" } }, spec: { tier: "iron", level: 7 } } },
  "other types": { stored: { spec: { tier: 2, level: "2" } } },
  nulls: { stored: { spec: { tier: null, level: null } } },
  bare: { stored: {} },
} as const;

const tier = `enum Tier { Gold = "gold", Silver = "silver", Bronze = "bronze" }`;
const level = "enum Level { Low, Mid, High }";

export const enums: Family = {
  title: "enums",
  type: "spec?: { tier?: string; level?: number }",
  requests,
  cases: [
    {
      title: "members that are texts",
      before: tier,
      rule: `({ oldObject }) => { const tier = oldObject.metadata.labels?.["tier"] ?? Tier.Bronze; return tier === Tier.Gold || tier === Tier.Silver; }`,
      cel: "variables.tier != 'gold' && variables.tier != 'silver'",
      denies: ["gold", "silver"],
    },
    {
      title: "members that are numbers, and one by its name",
      before: level,
      rule: `({ oldObject }) => (oldObject.spec?.level ?? Level["Low"]) >= Level.Mid`,
      denies: ["gold", "silver", "no member"],
    },
    {
      title: "the way back, of numbers",
      before: level,
      rule: `({ oldObject }) => Level[0] === "Low" && Level[Level.High] === "High" && oldObject.spec?.level === Level.High`,
      denies: ["gold"],
    },
    {
      title: "all values, and all names",
      before: tier,
      rule: `({ oldObject }) => Object.values(Tier).some((one) => one === oldObject.spec?.tier) || Object.keys(Tier).includes(oldObject.spec?.tier ?? "")`,
      denies: ["gold", "silver", "the name of a member"],
    },
    {
      title: "members of both types, of which one can be equal",
      before: `enum Both { Gold = "gold", Two = 2 }`,
      rule: `({ oldObject }) => Object.values(Both).some((one) => one === oldObject.spec?.tier)`,
      denies: ["gold"],
    },
    {
      title: "const enum, whose members are worked out",
      before: "const enum Size { Small = 1, Big = Small << 1 }",
      rule: "({ oldObject }) => oldObject.spec?.level === Size.Big",
      cel: "variables.spec.?level.orValue(0) != 2",
      denies: ["gold"],
    },
    {
      title: "a member that is computed",
      before: `enum Size { Small = "ab".length }`,
      rule: "({ oldObject }) => oldObject.spec?.level === Size.Small",
      denies: ["gold"],
    },
    {
      title: "from another file, and its members as a type",
      before: `import { Level } from "./levels.ts"; const isHigh = (level: Level): boolean => level === Level.High;`,
      modules: { "levels.ts": `export ${level}\n` },
      rule: "({ oldObject }) => isHigh(oldObject.spec?.level ?? Level.Low)",
      denies: ["gold"],
    },
    {
      title: "inside of a function, with the type of a field",
      before: `${tier} const isGold = (tier: Tier | undefined): boolean => { enum Own { Gold = "gold" } return tier === Tier.Gold && Own.Gold.length === 4; };`,
      rule: `({ oldObject }) => { switch (oldObject.spec?.tier) { case Tier.Gold: return isGold(Tier.Gold); case Tier.Silver: return isGold(undefined); default: return false; } }`,
      denies: ["gold"],
    },
  ],
};
