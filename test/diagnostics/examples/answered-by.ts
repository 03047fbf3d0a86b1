import type { Example } from "../example.ts";

const answered = (denyWhen: string): string => `{ example: { answeredBy: "webhook", denyWhen: ${denyWhen}, message: "no" } }`;

/** Rules that the webhook answers, and what needs it. */
export const answeredByExamples: readonly Example[] = [
  {
    code: "needs-the-time",
    why: "The API server evaluates CEL without a clock. The webhook has one. While the webhook is down, requests that it would decide are denied.",
    bad: { rule: "() => ⟦Date.now⟧() > 1_800_000_000_000" },
    good: { rules: answered("() => Date.now() > 1_800_000_000_000") },
    says: "`Date.now`",
    override: 'answeredBy: "webhook"',
  },
  {
    code: "needs-the-time-zone",
    why: "Rules run in the API server and in the webhook, which may have different time zones. Use UTC, or name a zone.",
    bad: { rule: "({ oldObject }) => ⟦new Date(oldObject.metadata.creationTimestamp).getHours⟧() < 8" },
    good: { rule: "({ oldObject }) => new Date(oldObject.metadata.creationTimestamp).getUTCHours() < 8" },
    says: "`new Date(oldObject.metadata.creationTimestamp).getHours`",
    override: "write `getUTCHours()`",
  },
  {
    code: "parts-of-date",
    why: "CEL reads parts of a date, such as the weekday, from its text. A calculated date has no text.",
    bad: {
      rule: "({ oldObject }) => ⟦new Date(Date.parse(oldObject.metadata.creationTimestamp) + 3_600_000).getUTCDay()⟧ === 0",
    },
    good: { rule: "({ oldObject }) => new Date(oldObject.metadata.creationTimestamp).getUTCDay() === 0" },
    says: "reads a part of a calculated date",
    override: "read parts of a parsed date",
  },
  {
    code: "needs-json",
    why: "CEL cannot parse JSON. An annotation is just text to it.",
    bad: { rule: '({ oldObject }) => ⟦JSON.parse⟧(oldObject.metadata.annotations?.["protection"] ?? "null") !== null' },
    good: {
      rules: answered('({ oldObject }) => JSON.parse(oldObject.metadata.annotations?.["protection"] ?? "null") !== null'),
    },
    says: "`JSON.parse`",
    override: 'answeredBy: "webhook"',
  },
  {
    code: "not-in-a-rule",
    why: "A rule can only use its input. So it gives the same answer in a test, in the webhook and in the API server, and never waits for anything.",
    bad: { rules: answered("() => ⟦Math.random⟧() > 0.5") },
    good: { rules: answered("() => Date.now() % 2 === 0") },
    says: "`Math.random` needs randomness",
    override: "a rule can only use its input",
  },
  {
    code: "needless-webhook",
    why: "A native rule does not depend on a Pod. So keep a rule native if CEL can express it.",
    bad: {
      rules:
        '{ example: { answeredBy: ⟦"webhook"⟧, denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "no" } }',
    },
    good: { rule: '({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes"' },
    says: "rule `example` needs no webhook",
    override: "remove",
  },
];
