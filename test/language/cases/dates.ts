import type { Family } from "../language-case.ts";

const read = {
  noon: "2026-06-01T12:00:00Z",
  "the same elsewhere": "2026-06-01T17:45:00+05:45",
  "parts of a millisecond later": "2026-06-01T12:00:00.000999999Z",
  "a millisecond later": "2026-06-01T12:00:00.001Z",
  "the day": "2026-06-01",
  "a week later": "2026-06-08T12:00:00.000Z",
  "leap day": "2024-02-29",
  "leap day of 2000": "2000-02-29T23:59:59.5-12:30",
  "the last second": "9999-12-31T23:59:59.999999999Z",
  "the first day": "1000-01-01",
  "before 1970": "1969-12-31T23:59:59.9999Z",
} as const;

const unread = {
  "no leap day": "2025-02-29T00:00:00Z",
  "no leap day of 1900": "1900-02-29",
  "31 April": "2026-04-31",
  "leap second": "2016-12-31T23:59:60Z",
  "hour 24": "2026-06-01T24:00:00Z",
  "no seconds": "2026-06-01T12:00Z",
  "no zone": "2026-06-01T12:00:00",
  "small letters": "2026-06-01t12:00:00z",
  "a blank for T": "2026-06-01 12:00:00Z",
  "a line break": "2026-06-01T12:00:00Z\n",
  words: "Jun 1, 2026",
  "seconds since 1970": "1780315200",
  "ten digits of a second": "2026-06-01T12:00:00.0000000001Z",
  "year 10000 in UTC": "9999-12-31T23:59:59-00:01",
  "year 999": "0999-12-31",
  "too long": "never ".repeat(40),
} as const;

const never = { word: "never", empty: "", "other digits": "２０２６-٠٦-٠١", "many words": "never ".repeat(30) } as const;

const stored = (a: string): object => ({
  metadata: { annotations: { a } },
  spec: { b: "2026-06-01T14:00:00.0001+02:00", flag: a === read.noon },
});

const requests = {
  ...Object.fromEntries(Object.entries({ ...read, ...unread, ...never }).map(([name, a]) => [name, { stored: stored(a) }])),
  absent: { stored: {} },
  "other types": { stored: { spec: { b: 7, flag: "yes" } } },
};

const others = Object.keys(unread);
const isNever = [...Object.keys(never), "absent", "other types"];
const denied = (fits: (date: Date) => boolean, more: readonly string[] = []): readonly string[] => [
  ...Object.entries(read).flatMap(([name, text]) => (fits(new Date(text)) ? [name] : [])),
  ...others,
  ...more,
];

const a = 'oldObject.metadata.annotations?.["a"] ?? ""';
const noon = Date.UTC(2026, 5, 1, 12);
const week = 7 * 24 * 3600 * 1000;

export const dates: Family = {
  title: "dates",
  type: "spec?: { b?: string; flag?: boolean }",
  requests,
  cases: [
    {
      title: "before a constant",
      rule: `({ oldObject }) => new Date(${a}) < new Date("2026-06-01T12:00:00.001Z")`,
      denies: denied((date) => date.getTime() <= noon),
      says: {
        words: "Thing words cannot be evaluated: a date in a text is not RFC 3339, such as 2026-01-31 or 2026-01-31T12:00:00Z",
        "too long": "Thing too-long cannot be evaluated: a text that a date is read from has more than 200 characters",
      },
    },
    {
      title: "after a constant, which no part of a millisecond is",
      rule: `({ oldObject }) => Date.parse(${a}) > Date.parse("2026-06-01T12:00:00Z")`,
      denies: denied((date) => date.getTime() > noon),
    },
    {
      title: "no date",
      rule: `({ oldObject }) => Number.isNaN(Date.parse(${a}))`,
      denies: denied(() => false, isNever),
    },
    {
      title: "a date that is none is no number, and true",
      rule: `({ oldObject }) => { const date = new Date(${a}); return !date || Number.isNaN(date.getTime()) || isNaN(+date); }`,
      denies: denied(() => false, isNever),
    },
    {
      title: "two texts",
      rule: `({ oldObject }) => new Date(${a}) <= new Date(oldObject.spec?.b ?? "")`,
      denies: denied((date) => date.getTime() <= noon),
    },
    {
      title: "a week apart",
      rule: `({ oldObject }) => Date.parse(${a}) - new Date(oldObject.spec?.b ?? "").valueOf() >= 7 * 24 * 3600 * 1000`,
      denies: denied((date) => date.getTime() - noon >= week),
    },
    {
      title: "worked out",
      before: "const DAY = 24 * 3600 * 1000;",
      rule: `({ oldObject }) => { const at = new Date(${a}); return new Date(at.getTime() - 7 * DAY) >= new Date("2026-06-01T12:00:00Z"); }`,
      denies: denied((date) => date.getTime() - week >= noon),
    },
    {
      title: "the parts of the day",
      rule: `({ oldObject }) => { const at = new Date(${a}); return at.getUTCFullYear() === 2026 && at.getUTCMonth() === 5 && at.getUTCDate() === 1 && at.getUTCDay() === 1; }`,
      denies: denied((date) => date.toISOString().startsWith("2026-06-01")),
    },
    {
      title: "the parts of the hour",
      rule: `({ oldObject }) => { const at = new Date(${a}); return at.getUTCHours() === 12 && at.getUTCMinutes() < 1 || at.getUTCSeconds() === 59 && at.getUTCMilliseconds() > 500; }`,
      denies: denied(
        (date) =>
          (date.getUTCHours() === 12 && date.getUTCMinutes() < 1) ||
          (date.getUTCSeconds() === 59 && date.getUTCMilliseconds() > 500),
      ),
    },
    {
      title: "parts of what is no date",
      rule: `({ oldObject }) => Number.isNaN(new Date(${a}).getUTCDay())`,
      denies: denied(() => false, isNever),
    },
    {
      title: "as text",
      rule: `({ oldObject }) => new Date(${a}).toISOString() === "2026-06-01T12:00:00.000Z"`,
      denies: denied((date) => date.getTime() === noon, isNever),
      says: { word: "Thing word cannot be evaluated: what is printed as a date is no date" },
    },
    {
      title: "as text or null",
      rule: `({ oldObject }) => { const text = new Date(${a}).toJSON(); return text === null || text === "2026-06-08T12:00:00.000Z"; }`,
      denies: denied((date) => date.getTime() - noon === week, isNever),
    },
    {
      title: "in a message",
      rule: `({ oldObject }) => Date.parse(${a}) >= Date.UTC(2026, 5, 1, 12)`,
      message: `({ oldObject }) => \`until \${new Date(${a}).toISOString()}, or \${new Date(${a}).toISOString().slice(0, 10)}\``,
      denies: denied((date) => date.getTime() >= noon),
      says: {
        "the same elsewhere": "until 2026-06-01T12:00:00.000Z, or 2026-06-01",
        "parts of a millisecond later": "until 2026-06-01T12:00:00.000Z, or 2026-06-01",
        "the last second": "until 9999-12-31T23:59:59.999Z, or 9999-12-31",
      },
    },
    {
      title: "the time of creation",
      rule: `({ oldObject }) => new Date(oldObject.metadata.creationTimestamp) >= new Date("2025-12-31T23:59:59Z")`,
      cel: "timestamp(oldObject.metadata.creationTimestamp) < timestamp('2025-12-31T23:59:59Z')",
      denies: Object.keys(requests),
    },
    {
      title: "parts of the time of creation, which are as they are printed",
      rule: `({ oldObject }) => { const at = new Date(oldObject.metadata.creationTimestamp); return at.getUTCFullYear() >= 2025 && at.toISOString().endsWith(".000Z") && at.getUTCMilliseconds() === 0 && at.getTime() > Date.UTC(2020, 1); }`,
      denies: Object.keys(requests),
    },
    {
      title: "one of two",
      rule: `({ oldObject }) => { const limit = oldObject.spec?.flag ? new Date(oldObject.metadata.creationTimestamp) : new Date("2020-01-01"); return limit < new Date("2021-01-01"); }`,
      denies: Object.keys(requests).filter((name) => name !== "noon"),
    },
  ],
};
