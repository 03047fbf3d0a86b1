import type { Example } from "../example.ts";

const answered = (denyWhen: string): string => `{ example: { answeredBy: "webhook", denyWhen: ${denyWhen}, message: "no" } }`;

/** Rules that the webhook answers, and what needs it. */
export const answeredByExamples: readonly Example[] = [
  {
    code: "needs-the-time",
    why: "The API server evaluates CEL without a clock. The webhook has one; while it is down, what it would be asked about is denied.",
    bad: { rule: "() => ⟦Date.now⟧() > 1_800_000_000_000" },
    good: { rules: answered("() => Date.now() > 1_800_000_000_000") },
    says: "`Date.now`",
    override: 'answeredBy: "webhook"',
  },
  {
    code: "needs-the-time-zone",
    why: "Rules run in the API server and in the webhook, whose time zones are their own. Without a zone both would have to guess.",
    bad: { rule: "({ oldObject }) => ⟦new Date(oldObject.metadata.creationTimestamp).getHours⟧() < 8" },
    good: { rule: "({ oldObject }) => new Date(oldObject.metadata.creationTimestamp).getUTCHours() < 8" },
    says: "`new Date(oldObject.metadata.creationTimestamp).getHours`",
    override: "write `getUTCHours()`",
  },
  {
    code: "parts-of-date",
    why: "CEL reads the parts of a date from its text. A date that was worked out has none.",
    bad: {
      rule: "({ oldObject }) => ⟦new Date(Date.parse(oldObject.metadata.creationTimestamp) + 3_600_000).getUTCDay()⟧ === 0",
    },
    good: { rule: "({ oldObject }) => new Date(oldObject.metadata.creationTimestamp).getUTCDay() === 0" },
    says: "asks for a part of a calculated date",
    override: "ask for it of a date that is read",
  },
  {
    code: "needs-json",
    why: "CEL reads no JSON; to it an annotation is a text.",
    bad: { rule: '({ oldObject }) => ⟦JSON.parse⟧(oldObject.metadata.annotations?.["protection"] ?? "null") !== null' },
    good: {
      rules: answered('({ oldObject }) => JSON.parse(oldObject.metadata.annotations?.["protection"] ?? "null") !== null'),
    },
    says: "`JSON.parse`",
    override: 'answeredBy: "webhook"',
  },
  {
    code: "not-in-a-rule",
    why: "A rule decides from what it is given, so that it says the same in a test, in the webhook and in the API server, and so that nobody can make it wait.",
    bad: { rules: answered("() => ⟦Math.random⟧() > 0.5") },
    good: { rules: answered("() => Date.now() % 2 === 0") },
    says: "`Math.random` needs randomness",
    override: "a rule decides from what it is given",
  },
  {
    code: "needless-webhook",
    why: "What CEL can say needs no Pod.",
    bad: {
      rules:
        '{ example: { answeredBy: ⟦"webhook"⟧, denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "no" } }',
    },
    good: { rule: '({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes"' },
    says: "rule `example` says nothing that CEL cannot",
    override: "leave out",
  },
];
