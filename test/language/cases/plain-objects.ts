import type { Family } from "../language-case.ts";

const requests = {
  bare: { stored: {} },
  "no notes": { stored: { metadata: { labels: { env: "prod" } } } },
  "an inherited key": { stored: { metadata: { labels: { env: "constructor" } } } },
  "another inherited key": { stored: { metadata: { labels: { env: "toString", other: "x" } } } },
  "no entry": { stored: { metadata: { labels: { env: "constructor" }, annotations: { prod: "yes" } } } },
  "an entry": { stored: { metadata: { labels: { env: "prod", other: "yes" }, annotations: { prod: "yes" } } } },
  "a key of its own": { stored: { metadata: { labels: { env: "constructor" }, annotations: { constructor: "yes" } } } },
} as const;

/** `{}` has inherited keys, where it stands in for a stored map that is not there; stored maps have none. */
const body = (rest: string): string =>
  `({ oldObject }) => { const labels = oldObject.metadata.labels ?? {}; const notes = oldObject.metadata.annotations ?? {}; ${rest} }`;

export const plainObjects: Family = {
  title: "an entry of a stored map, or of an empty object in its place",
  requests,
  cases: [
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
      denies: ["bare", "no notes", "an inherited key", "another inherited key", "no entry", "an entry", "a key of its own"],
    },
    {
      title: "compared with what may be absent, too",
      rule: body(`return notes[labels["env"] ?? "none"] === labels["other"];`),
      denies: ["bare", "no notes", "no entry", "an entry"],
    },
    {
      title: "or another text",
      rule: body(`return (notes[labels["env"] ?? "none"] ?? "none") !== "yes";`),
      denies: ["bare", "no notes", "an inherited key", "another inherited key", "no entry"],
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
