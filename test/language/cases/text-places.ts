import type { Family } from "../language-case.ts";

/** Each as annotation `a`. */
const texts = {
  tagged: "registry.example.com/app:v1",
  "with a port": "localhost:5000/app:v2",
  "no tag": "app",
  "a crab": "🦀🦀/🦀:🦀v1",
  "ends in a colon": "🦀app:",
  "begins with a colon": ":v1🦀",
  "only a colon": ":",
  empty: "",
  combining: "e\u0301/e\u0301:v1",
} as const;

const requests = {
  ...Object.fromEntries(Object.entries(texts).map(([name, a]) => [name, { stored: { metadata: { annotations: { a } } } }])),
  absent: { stored: {} },
};

const body = (rest: string): string =>
  `({ oldObject }) => { const a = oldObject.metadata.annotations?.["a"] ?? "none"; ${rest} }`;

export const textPlaces: Family = {
  title: "places in any text",
  requests,
  cases: [
    {
      title: "behind the last",
      before: `const tag = (image: string): string => { const i = image.lastIndexOf(":"); return i === -1 ? "latest" : image.substring(i + 1); };`,
      rule: body(`return tag(a) === "latest" || tag(a) === "🦀v1";`),
      denies: ["no tag", "a crab", "empty", "absent"],
    },
    {
      title: "behind the last, wherever that is",
      rule: body(`return a.slice(a.lastIndexOf(":") + 1) === "v1" || a.slice(a.indexOf(":") + 1) === "app";`),
      denies: ["tagged", "no tag", "combining"],
    },
    {
      title: "before the first",
      rule: body(`return a.substring(0, a.indexOf(":")) === "🦀app" || a.substring(0, a.indexOf("/")) === "e\u0301";`),
      denies: ["ends in a colon", "combining"],
    },
    {
      title: "between two",
      rule: body(
        `return a.substring(a.indexOf("/") + 1, a.lastIndexOf(":")) === "app" || a.slice(a.indexOf("/") + 1, a.indexOf(":") + 1) === "🦀:";`,
      ),
      denies: ["tagged", "with a port", "a crab"],
    },
    {
      title: "two the other way round",
      rule: body(
        `return a.substring(a.lastIndexOf(":"), a.indexOf("/") + 1) === "🦀" || a.slice(a.lastIndexOf(":") + 1, a.indexOf("/") + 1) === "x";`,
      ),
      denies: ["a crab"],
    },
    {
      title: "of a text that may be absent: undefined is unequal to every place",
      rule: `({ oldObject }) => oldObject.metadata.annotations?.["a"]?.indexOf(":") !== -1`,
      denies: [
        "tagged",
        "with a port",
        "a crab",
        "ends in a colon",
        "begins with a colon",
        "only a colon",
        "combining",
        "absent",
      ],
    },
    {
      title: "further along an optional chain",
      rule: `({ oldObject }) => oldObject.metadata.annotations?.["a"]!.lastIndexOf("🦀") !== -1`,
      denies: ["a crab", "ends in a colon", "begins with a colon", "absent"],
    },
    {
      title: "undefined is equal to no place, before none and behind none, and not true",
      rule: `({ oldObject }) => { const i = oldObject.metadata.annotations?.["a"]?.indexOf(":"); return i === -1 || i === 0 || (i !== undefined && i < 0) || (i !== undefined && i >= 1 && !i); }`,
      denies: ["no tag", "begins with a colon", "only a colon", "empty"],
    },
    {
      title: "whether there is a text, and another place where there is none",
      rule: `({ oldObject }) => { const i = oldObject.metadata.annotations?.["a"]?.search(/app|v1/); return i === undefined || (oldObject.metadata.annotations?.["a"]?.indexOf(":") ?? -1) === 0; }`,
      denies: ["begins with a colon", "only a colon", "absent"],
    },
    {
      title: "whether it is there",
      rule: body(`const i = a.indexOf(":"); return i >= 0 && i !== 0 && (i > -1 || i < 0) && !!i;`),
      denies: ["tagged", "with a port", "a crab", "ends in a colon", "combining"],
    },
    {
      title: "at the beginning",
      rule: body(`return a.indexOf(":") === 0 || a.indexOf(":") + 1 === 0;`),
      denies: ["no tag", "begins with a colon", "only a colon", "empty", "absent"],
    },
    {
      title: "one before the other",
      rule: body(
        `return a.indexOf(":") < a.indexOf("/") || a.indexOf("/") + 1 === a.lastIndexOf("app") || 0 < a.indexOf("/") !== a.indexOf("/") >= 1;`,
      ),
      denies: ["tagged", "with a port", "no tag"],
    },
    {
      title: "the next one",
      rule: body(`const first = a.indexOf(":"); return a.indexOf(":", first + 1) > first;`),
      denies: ["with a port"],
    },
    {
      title: "where a pattern is found",
      rule: body("return a.search(/v[0-9]|🦀:/u) === -1;"),
      denies: ["no tag", "ends in a colon", "only a colon", "empty", "absent"],
    },
    {
      title: "characters of a name, and a part of it",
      rule: '({ oldObject: { metadata: { name } } }) => [...name].includes("x") || Array.from(name).length === 6 || name.substr(0, 4) === "ends" || name === String.raw`absent`',
      denies: ["tagged", "no tag", "a crab", "ends in a colon", "absent"],
    },
    {
      title: "behind a prefix that was tested",
      before: `const PREFIX = ":";\nconst behind = (text: string, prefix: string): string => (text.startsWith(prefix) ? text.slice(prefix.length) : text);\nfunction bare(text: string): string { if (!text.startsWith(PREFIX)) return text; return text.substring(PREFIX.length); }`,
      rule: body(
        `return behind(a, ":") === "v1🦀" || bare(a) === "app" || behind(a, "é/") === "é:v1" || (a.startsWith("🦀🦀") && a.slice(-1) === "");`,
      ),
      denies: ["no tag", "begins with a colon", "combining"],
    },
    {
      title: "before an ending that was tested, and between both",
      rule: body(
        `const isTag = a.endsWith(":v1"); if (a.endsWith(":") && a.slice(0, -1) === "🦀app") return true; return a.startsWith(":") && a.endsWith(":") ? a.slice(1, -1) === "" : a.endsWith("v1") && a.slice(0, -2).endsWith("🦀:🦀") || (isTag && a.startsWith("reg"));`,
      ),
      denies: ["tagged", "a crab", "ends in a colon", "only a colon"],
    },
    {
      title: "behind a prefix that elements were filtered by",
      rule: body(
        `const parts = a.split("/").filter((part) => part.startsWith("🦀") || part.startsWith(":")).filter((part) => part.startsWith(":")); for (const part of a.split("/")) { if (!part.startsWith("app")) continue; if (part.slice(3) === ":v2") return true; } return parts.map((part) => part.slice(1)).includes("v1🦀") || a.split("/").find((part) => part.startsWith("e"))?.slice(1) === "́";`,
      ),
      denies: ["with a port", "begins with a colon", "combining"],
    },
    {
      title: "behind a prefix of a field, of whatever is read there",
      rule: `({ oldObject }) => oldObject.metadata.annotations?.["a"]?.startsWith(":v") === true && (oldObject.metadata.annotations?.["a"]?.startsWith(":") ? oldObject.metadata.annotations["a"].slice(1) : "") === "v1🦀"`,
      denies: ["begins with a colon"],
    },
    {
      title: "slice before a place that is asked for, or behind it",
      rule: body(
        `const i = a.indexOf(":"); const j = a.lastIndexOf("/"); if (j === -1) return i > 0 && a.slice(0, i) === "🦀app"; return a.slice(0, j) === "🦀🦀" || (i >= 0 ? a.slice(i) : "") === ":5000/app:v2";`,
      ),
      denies: ["with a port", "a crab", "ends in a colon"],
    },
    {
      title: "slice before what the text is asked for",
      rule: body(
        `const name = a.includes(":") ? a.slice(0, a.indexOf(":")) : a; return name === "app" || name === "" || a.split("/").filter((part) => part.includes(":")).some((part) => { const i = part.lastIndexOf(":"); return part.slice(0, i) === "🦀:" + "" || part.slice(0, i) === "🦀" || part.slice(0, i) === "localhost"; });`,
      ),
      denies: ["with a port", "no tag", "a crab", "begins with a colon", "only a colon", "empty"],
    },
    {
      title: "all parts but the first",
      rule: body(
        `const rest = a.split("/").slice(1).join("/"); const [first = "", ...more] = a.split(":"); return rest === "🦀:🦀v1" || rest === "app:v1" || (more.join(":") === "5000/app:v2" && first === "localhost") || a.split("🦀").slice(1).join("🦀") === "app:";`,
      ),
      denies: ["tagged", "with a port", "a crab", "ends in a colon"],
    },
    {
      title: "all parts but the last, and how many there are",
      rule: body(
        `const before = a.split(":").slice(0, -1); return before.join(":") === "localhost:5000/app" || before.join("/") === "🦀🦀/🦀" || (before.length === 1 && before[0] === "🦀app") || a.split("🦀🦀").slice(1)[0] === "" || before.slice(0, 2).length === 2;`,
      ),
      denies: ["with a port", "a crab", "ends in a colon"],
    },
  ],
};
