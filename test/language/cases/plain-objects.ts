import type { Family } from "../language-case.ts";

const requests = {
  bare: { stored: {} },
  "no notes": { stored: { metadata: { labels: { env: "prod" } } } },
  "an inherited key": { stored: { metadata: { labels: { env: "constructor" } } } },
  "another inherited key": { stored: { metadata: { labels: { env: "toString", other: "x" } } } },
  "no entry": { stored: { metadata: { labels: { env: "constructor" }, annotations: { prod: "yes" } } } },
  "an entry": { stored: { metadata: { labels: { env: "prod", other: "yes" }, annotations: { prod: "yes" } } } },
  "a key of its own": { stored: { metadata: { labels: { env: "constructor" }, annotations: { constructor: "yes" } } } },
  "elements with maps": {
    stored: { spec: { items: [{ map: { constructor: "x" } }, {}] } },
  },
} as const;

/** `{}` has inherited keys, where it stands in for a stored map that is not there; stored maps have none. */
const body = (rest: string): string =>
  `({ oldObject }) => { const labels = oldObject.metadata.labels ?? {}; const notes = oldObject.metadata.annotations ?? {}; ${rest} }`;

export const plainObjects: Family = {
  title: "an entry of a stored map, or of an empty object in its place",
  type: "spec?: { items?: { map?: Record<string, string> }[] }",
  requests,
  cases: [
    {
      title: "by a key of the same field in another element, which is another map",
      rule: `({ oldObject }) => { const items = oldObject.spec?.items ?? []; return items.slice(0, 2).some((one) => items.slice(0, 2).some((other) => Object.keys(one.map ?? {}).some((key) => (other.map ?? {})[key] === undefined))); }`,
      denies: [],
    },
    {
      title: "by the keys of the map in the element itself",
      rule: `({ oldObject }) => (oldObject.spec?.items ?? []).some(({ map = {} }) => Object.keys(map).some((key) => (map[key] ?? "").startsWith("x")))`,
      denies: ["elements with maps"],
    },
    {
      title: "by a key of another",
      rule: body(
        `return Object.keys(labels).some((key) => notes[labels[key] ?? ""] === undefined) || notes[labels["env"] ?? ""] === "yes";`,
      ),
      denies: ["no notes", "another inherited key", "no entry", "an entry", "a key of its own"],
    },
    {
      title: "its truth, its methods, and what it is equal to",
      rule: body(`const note = notes[labels["env"] ?? "none"]; return note ? note.startsWith("y") : note === labels["other"];`),
      denies: Object.keys(requests),
    },
    {
      title: "compared with what may be absent, too",
      rule: body(`return notes[labels["env"] ?? "none"] === labels["other"];`),
      denies: ["bare", "no notes", "no entry", "an entry", "elements with maps"],
    },
    {
      title: "or another text",
      rule: body(`return (notes[labels["env"] ?? "none"] ?? "none") !== "yes";`),
      denies: ["bare", "no notes", "an inherited key", "another inherited key", "no entry", "elements with maps"],
    },
    {
      title: "in a message",
      rule: body(`return true || notes === labels;`),
      message: body('return `${notes[labels["env"] ?? "none"] ?? "no note"}`;'),
      denies: Object.keys(requests),
      says: { bare: "no note", "an entry": "yes", "no entry": "no note", "an inherited key": "(cannot be shown)" },
    },
  ],
};
