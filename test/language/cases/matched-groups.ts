import type { Family, Request } from "../language-case.ts";

const of = (a: string): Request => ({ stored: { metadata: { annotations: { a } }, spec: { a } } });

const requests: Readonly<Record<string, Request>> = {
  image: of("registry.example.com/team/app:v12.3.4"),
  "image without v": of("app:12.0"),
  "image without a tag": of("app"),
  "two tags": of("a:v1:2.3"),
  team: of("team-blue-db"),
  "team of dashes": of("team--db-db"),
  "no team": of("team-db"),
  faces: of("team-\u{1f600}-db"),
  date: of("on 2026-01-02, or 2027-03-04"),
  size: of("10Gi"),
  "size without a unit": of("10"),
  "a line break": of("team-a\nb-db"),
  pair: of("key=value=more"),
  "empty pair": of("=="),
  empty: of(""),
  long: of(`:1.${"\u{1f600}".repeat(1_021)}`),
  "too long": of(`:1.${"x".repeat(1_022)}`),
  "other types": { stored: { spec: { a: 12 } } },
  absent: { stored: {} },
};

const all = Object.keys(requests);

export const allMatches: Family = {
  title: "all matches",
  type: "spec?: { a?: string }",
  requests,
  cases: [
    {
      title: "how many there are",
      rule: `({ oldObject }) => (oldObject.spec?.a ?? "").match(/[0-9]+/g)?.length === 3`,
      denies: ["image", "two tags", "too long"],
    },
    {
      title: "one of them, or none",
      rule: `({ oldObject }) => ((oldObject.spec?.a ?? "").match(/[0-9]+/g) ?? []).some((digits) => digits === "12")`,
      cel: `variables.aMatches.all(digits, digits != '12')`,
      denies: ["image", "image without v", "too long"],
    },
    {
      title: "no match is null, and none of what is absent",
      rule: `({ oldObject }) => oldObject.spec?.a?.match(/-/g) === null`,
      denies: [
        "image",
        "image without v",
        "image without a tag",
        "two tags",
        "size",
        "size without a unit",
        "pair",
        "empty pair",
        "empty",
        "long",
        "too long",
      ],
    },
    {
      title: "of a pattern with a name, which begins anew each time",
      rule: `({ oldObject }) => (oldObject.spec?.a ?? "").match(NUMBERS)?.[0] === "1" && (oldObject.spec?.a ?? "").match(NUMBERS)?.at(-1) === "0"`,
      before: "const NUMBERS = /[0-9]/gu;",
      denies: ["image without v", "size", "size without a unit", "too long"],
    },
    {
      title: "matchAll: as a list",
      rule: `({ oldObject }) => [...(oldObject.spec?.a ?? "").matchAll(/[^-]+/gu)].length > 2`,
      denies: ["team", "team of dashes", "faces", "date", "a line break", "too long"],
    },
    {
      title: "matchAll: a group of each",
      rule: `({ oldObject }) => [...(oldObject.spec?.a ?? "").matchAll(/[:.]v?([0-9]+)/g)].some((match) => match[1] === "3")`,
      denies: ["image", "two tags", "too long"],
    },
    {
      title: "matchAll: with a function, into a text",
      rule: `({ oldObject }) => Array.from((oldObject.metadata.annotations?.["a"] ?? "").matchAll(/([0-9]{4})-([0-9]{2})/g), ([, year, month]) => \`\${month}/\${year}\`).join() === "01/2026,03/2027"`,
      denies: ["date", "too long"],
    },
    {
      title: "matchAll: filtered, every and mapped",
      rule: `({ oldObject }) => {
        const all = [...(oldObject.spec?.a ?? "").matchAll(/[a-z]+/gu)];
        return all.every((match) => match[0].length > 1) && all.filter(([word]) => word.startsWith("d")).map((match) => match[0]).includes("db");
      }`,
      denies: ["team", "team of dashes", "no team", "faces", "too long"],
    },
    {
      title: "matchAll: in a loop",
      rule: `({ oldObject }) => {
        let sum = 0;
        for (const [digits] of (oldObject.spec?.a ?? "").matchAll(/[0-9]+/g)) sum += Number(digits);
        return sum > 20;
      }`,
      denies: ["date", "too long"],
    },
    {
      title: "at a beginning, at words, and in either case",
      rule: `({ oldObject }) => ((oldObject.spec?.a ?? "").match(/^TE|\\b[A-D]/gi) ?? []).length === 2`,
      denies: ["image", "no team", "faces", "too long"],
    },
  ],
};

export const matchedGroups: Family = {
  title: "groups of a match",
  type: "spec?: { a?: string }",
  requests,
  cases: [
    {
      title: "between what tells its place",
      rule: `({ oldObject }) => oldObject.spec?.a?.match(/:v?([0-9]+)[.]([0-9]+)/u)?.[1] === "12"`,
      denies: ["image", "image without v", "too long"],
    },
    {
      title: "without u, in either case",
      rule: `({ oldObject }) => oldObject.spec?.a?.match(/^TEAM-(.+)-db$/i)?.[1] === "\u{1f600}"`,
      denies: ["faces", "too long"],
    },
    {
      title: "all of them, under names",
      rule: `({ oldObject }) => { const found = (oldObject.spec?.a ?? "").match(/:v?(\\d+)\\.(\\d+)/); if (!found) return false; const [whole, major, minor] = found; return whole.startsWith(":") && Number(major) >= 2 && parseInt(minor ?? "", 10) < 4; }`,
      denies: ["image", "image without v", "two tags", "too long"],
    },
    {
      title: "anything between what has a length",
      rule: `({ oldObject }) => ["blue", "-db", "\u{1f600}"].includes(oldObject.metadata.annotations?.["a"]?.match(/^team-(.+)-db$/u)?.[1] ?? "")`,
      denies: ["team", "team of dashes", "faces", "too long"],
    },
    {
      title: "up to the first of them",
      rule: `({ oldObject }) => oldObject.spec?.a?.match(/^[^=]+=(.*)$/u)?.[1] === "value=more" || (oldObject.spec?.a ?? "").match(/=(.+)$/u)?.[1] === "value=more"`,
      denies: ["pair", "too long"],
    },
    {
      title: "in a list that is searched for nothing",
      rule: `({ oldObject }) => { const isFound = [...Object.keys(oldObject.metadata.labels ?? {}), (oldObject.spec?.a ?? "").match(/=(.+)$/u)?.[1] ?? ""].includes(oldObject.metadata.annotations?.["none"]!); return isFound; }`,
      denies: ["too long"],
      says: {
        "too long": "Thing too-long cannot be evaluated: a text that is matched for its parts has more than 1024 characters",
      },
    },
    {
      title: "no match is null",
      rule: `({ oldObject }) => (oldObject.spec?.a ?? "").match(/^([0-9]+)(?:Gi|Mi)?$/u) !== null`,
      denies: ["size", "size without a unit", "too long"],
    },
    {
      title: "a match that may be empty",
      rule: `({ oldObject }) => (oldObject.spec?.a ?? "").match(/^([a-z]*)/u)?.[1] === ""`,
      denies: ["size", "size without a unit", "empty pair", "empty", "long", "too long", "other types", "absent"],
    },
    {
      title: "in letters of either case",
      rule: `({ oldObject }) => (oldObject.spec?.a ?? "").match(/^TEAM-(....)-/iu)?.[1] === "blue"`,
      denies: ["team", "too long"],
    },
    {
      title: "a date in a message, and what is read of nothing",
      rule: `({ oldObject }) => Number((oldObject.spec?.a ?? "").match(/([0-9]{4})-([0-9]{2})-[0-9]{2}/u)![2]) < 12`,
      message: "({ oldObject }) => `${oldObject.spec?.a?.match(/([0-9]{4})-([0-9]{2})-[0-9]{2}/u)?.[1] ?? 'no year'}`",
      denies: all,
      says: {
        date: "2026",
        "too long": "Thing too-long cannot be evaluated: a text that is matched for its parts has more than 1024 characters",
      },
    },
    {
      title: "of each of several",
      rule: `({ oldObject }) => [oldObject.spec?.a ?? "", "b:1.2"].map((text) => text.match(/:v?([0-9]+)[.]/u)?.[1] ?? "none").join(" ") === "12 1"`,
      denies: ["image", "image without v", "too long"],
    },
    {
      title: "exec, as match",
      rule: `({ oldObject }) => { const found = /:v?(\\d+)[.](\\d+)/.exec(oldObject.spec?.a ?? ""); return found !== null && Number(found[1]) > 5; }`,
      denies: ["image", "image without v", "too long"],
    },
    {
      title: "exec of a pattern with a name, in either case",
      rule: `({ oldObject }) => SIZE.exec(oldObject.metadata.annotations?.["a"] ?? "")?.[1] === "10" && new RegExp("^(..)gi", "u").exec("10gi") !== null`,
      before: "const SIZE = /^(\\d+)GI$/iu;",
      denies: ["size", "too long"],
    },
    {
      title: "exec of what is absent reads undefined",
      rule: `({ oldObject }) => /^([a-z]+)$/u.exec(oldObject.spec?.a as string)?.[1] === "undefined"`,
      denies: ["too long", "other types", "absent"],
    },
    {
      title: "exec has a limit, and test, replace, split and search of the same text have none",
      rule: `({ oldObject }) => {
        const text = oldObject.spec?.a ?? "";
        if (/x{9}/u.test(text)) return text.split(/1/u).length === 2 && text.replace(/x/gu, "") === ":1." && text.search(/x/u) !== -1;
        return /^=(=)/u.exec(text)?.[1] === "=";
      }`,
      denies: ["empty pair", "too long"],
    },
    {
      title: "exec in what a replacement is made of",
      rule: `({ oldObject }) => "a-b".replace("-", () => /^(.)/su.exec(oldObject.spec?.a ?? "")?.[1] ?? "none") === "atb"`,
      denies: ["team", "team of dashes", "no team", "faces", "a line break", "too long"],
    },
    {
      title: "exec of a pattern with g that is made anew each time",
      rule: `({ oldObject }) => [1, 2].every(() => /([0-9]+)/gu.exec(oldObject.spec?.a ?? "")?.[0] === "10")`,
      denies: ["size", "size without a unit", "too long"],
    },
    {
      title: "a place behind the last group",
      rule: `({ oldObject }) => (oldObject.spec?.a ?? "").match(/^(a)/u)?.[2] === undefined && (oldObject.spec?.a ?? "").match(/^([a-z]+):/u)?.at(-1) === "app"`,
      denies: ["image without v", "too long"],
    },
  ],
};

const sizes: Readonly<Record<string, Request>> = {
  mebi: of("12Mi"),
  "mebi and more": of("12Mib"),
  versions: of("1.2.3"),
  "no unit": of("40"),
  "a unit alone": of("Gi"),
  "half a unit": of("3M"),
  "two units": of("1.5GiMi"),
  tebi: of("1.5Ti"),
  host: of("db:5432"),
  "host alone": of("db"),
  "no port": of("db:"),
  empty: of(""),
  "too long": of("1".repeat(1_025)),
  "other types": { stored: { spec: { a: 12 } } },
  absent: { stored: {} },
};

export const optionalGroups: Family = {
  title: "groups that may be absent",
  type: "spec?: { a?: string }",
  requests: sizes,
  cases: [
    {
      title: "what stands there, or what is written for it",
      rule: `({ oldObject }) => { const size = (oldObject.spec?.a ?? "").match(/^([\\d.]+)(Mi|Gi|Ti)?$/); return size !== null && (size[2] ?? "none") === "Mi"; }`,
      cel: `!variables.hasSize || (variables.aGroup2 != '' ? variables.aGroup2 : 'none') != 'Mi'`,
      denies: ["mebi", "too long"],
    },
    {
      title: "exec, and the one before it",
      rule: `({ oldObject }) => { const size = /^([\\d.]+)(Mi|Gi|Ti)?$/.exec(oldObject.spec?.a ?? ""); return size !== null && size[2] === undefined && Number(size[1]) > 30; }`,
      denies: ["no unit", "too long"],
    },
    {
      title: "it is undefined and no empty text",
      rule: `({ oldObject }) => { const size = /^([\\d.]+)(Mi|Gi|Ti)?/u.exec(oldObject.spec?.a ?? ""); return size?.[2] === undefined && size?.[2] !== "" && size !== null; }`,
      denies: ["versions", "no unit", "half a unit", "too long"],
    },
    {
      title: "with and without an end of the pattern",
      rule: `({ oldObject }) => (oldObject.spec?.a ?? "").match(/^([\\d.]+)(Mi|Gi|Ti)?/u)?.[2]?.startsWith("M") ?? false`,
      denies: ["mebi", "mebi and more", "too long"],
    },
    {
      title: "under names",
      rule: `({ oldObject }) => { const [, amount, unit, more] = (oldObject.metadata.annotations?.["a"] ?? "").match(/^([\\d.]+)(Gi|Ti)?(Mi)?$/u) ?? []; return amount !== undefined && unit !== undefined && more !== "Ki"; }`,
      denies: ["two units", "tebi", "too long"],
    },
    {
      title: "as a list",
      rule: `({ oldObject }) => { const found = /^([a-z]+)(:\\d+)?/u.exec(oldObject.spec?.a ?? "") ?? []; return found.length === 3 && (found.includes(":5432") || found.some((part) => part === undefined)); }`,
      denies: ["host", "host alone", "no port", "too long"],
    },
    {
      title: "joined, where what is absent is empty",
      rule: `({ oldObject }) => ["db,db,", "db:5432,db,:5432"].includes((/^([a-z]+)(:\\d+)?$/u.exec(oldObject.spec?.a ?? "") ?? []).join())`,
      denies: ["host", "host alone", "too long"],
    },
    {
      title: "at the beginning, and at the end as a position of the list",
      rule: `({ oldObject }) => { const found = /(a|d)?b(:\\d*)?$/u.exec(oldObject.spec?.a ?? ""); return found?.[1] === "d" && found.at(-1) === undefined; }`,
      denies: ["host alone", "too long"],
    },
    {
      title: "of each of all matches",
      rule: `({ oldObject }) => [...(oldObject.spec?.a ?? "").matchAll(/(\\d)(Mi|Gi)?/gu)].some((match) => match[2] === "Gi" || (match[1] === "0" && match[2] === undefined))`,
      denies: ["no unit", "two units", "too long"],
    },
    {
      title: "in a message",
      rule: `({ oldObject }) => /^db(:\\d+)?$/u.exec(oldObject.spec?.a ?? "") !== null`,
      message: "({ oldObject }) => `${/^db(:\\d+)?$/u.exec(oldObject.spec?.a ?? '')?.[1] ?? 'no port'}`",
      denies: ["host", "host alone", "too long"],
      says: { host: ":5432", "host alone": "no port" },
    },
  ],
};
