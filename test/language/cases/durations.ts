import type { Family, Request } from "../language-case.ts";

const lasting = (ttl: string, other = "24h"): Request => ({
  stored: { metadata: { annotations: { "example.com/ttl": ttl } }, spec: { ttl, other, ttls: [ttl] } },
});

const requests: Readonly<Record<string, Request>> = {
  "a day": lasting("24h"),
  "a day in minutes": lasting("1440m", "86400s"),
  "a nanosecond more": lasting("24h1ns"),
  "hours and minutes": lasting("23h59m"),
  "a fraction of an hour": lasting("24.000000001h"),
  "what binary fractions lose": lasting("0.3s"),
  "a fraction of a nanosecond": lasting("0.9ns"),
  "micro sign": lasting("999999999µs"),
  "micro as us": lasting("100us"),
  negative: lasting("-1h"),
  "plus sign": lasting("+25h"),
  zero: lasting("0"),
  "zero with a unit": lasting("0s"),
  "minus alone": lasting("-"),
  "no unit": lasting("100"),
  days: lasting("30d"),
  "in disorder": lasting("1m1h"),
  "one unit twice": lasting("1h1h"),
  "blank inside": lasting("1h 30m"),
  "100 years": lasting("876000h"),
  "most of all": lasting("-999999h9999999m999999999s"),
  "a digit too many": lasting("1000000h"),
  "beyond 292 years": lasting("9999999999999999h"),
  "a long fraction": lasting("1.0000000001s"),
  "32 characters": lasting("000025h0000001m000000001.000000s"),
  "33 characters": lasting("000025h0000001m000000001.0000000s"),
  "no text": lasting("", ""),
  "blank before": lasting(" 24h"),
  "line break": lasting("24h\n"),
  "other digits": lasting("２４h"),
  "point only": lasting(".h"),
  "no digit before the point": lasting(".5h"),
  "large letter": lasting("24H"),
  "ISO 8601": lasting("P1D"),
  "a very long text": {
    stored: { metadata: { annotations: { "example.com/ttl": "1".repeat(200_000) } }, spec: { ttl: "3".repeat(200_000) } },
  },
  "other types": { stored: { spec: { ttl: 86_400, other: ["24h"], ttls: [1, null, "25h"] } } },
  nulls: { stored: { spec: { ttl: null, other: null, ttls: null } } },
  absent: { stored: {} },
};

const all = Object.keys(requests);
const but = (...names: readonly string[]): readonly string[] => all.filter((name) => !names.includes(name));

export const durations: Family = {
  title: "durations",
  type: "spec?: { ttl?: string; other?: string; ttls?: string[] }",
  requests,
  cases: [
    {
      title: "isGreaterThan and isLessThan",
      rule: `({ oldObject }) => duration(oldObject.spec?.ttl)?.isGreaterThan(duration("24h")) === true || duration(oldObject.spec?.ttl)?.isLessThan(duration("1µs")) === true`,
      denies: [
        "a nanosecond more",
        "a fraction of an hour",
        "a fraction of a nanosecond",
        "negative",
        "plus sign",
        "zero",
        "zero with a unit",
        "100 years",
        "most of all",
        "32 characters",
      ],
    },
    {
      title: "equal durations",
      rule: `({ oldObject }) => duration(oldObject.spec?.ttl)?.equals(duration("1440m")) === true`,
      denies: ["a day", "a day in minutes"],
    },
    {
      title: "equal to what binary fractions lose",
      rule: `({ oldObject }) => duration(oldObject.spec?.ttl)?.equals(duration("300ms")) ?? false`,
      denies: ["what binary fractions lose"],
    },
    {
      title: "a duration that can be read",
      rule: `({ oldObject }) => duration(oldObject.spec?.ttl) !== undefined`,
      denies: [
        "a day",
        "a day in minutes",
        "a nanosecond more",
        "hours and minutes",
        "a fraction of an hour",
        "what binary fractions lose",
        "a fraction of a nanosecond",
        "micro sign",
        "micro as us",
        "negative",
        "plus sign",
        "zero",
        "zero with a unit",
        "100 years",
        "most of all",
        "32 characters",
      ],
    },
    {
      title: "an annotation, denied where it cannot be read",
      rule: `({ oldObject }) => duration(oldObject.metadata.annotations?.["example.com/ttl"])?.isLessThan(duration("24h")) ?? true`,
      denies: but(
        "a day",
        "a day in minutes",
        "a nanosecond more",
        "a fraction of an hour",
        "plus sign",
        "100 years",
        "32 characters",
      ),
    },
    {
      title: "two that are stored",
      rule: `({ oldObject: { spec } }) => {
        const [ttl, other] = [duration(spec?.ttl), duration(spec?.other)];
        return ttl !== undefined && other !== undefined && !ttl.isLessThan(other);
      }`,
      denies: [
        "a day",
        "a day in minutes",
        "a nanosecond more",
        "a fraction of an hour",
        "plus sign",
        "100 years",
        "32 characters",
      ],
    },
    {
      title: "the first that can be read",
      rule: `({ oldObject: { spec } }) => (duration(spec?.ttl) ?? duration(spec?.other) ?? duration("25h")).isGreaterThan(duration("24h"))`,
      denies: [
        "a nanosecond more",
        "a fraction of an hour",
        "plus sign",
        "100 years",
        "32 characters",
        "no text",
        "a very long text",
        "other types",
        "nulls",
        "absent",
      ],
    },
    {
      title: "some of a list",
      rule: `({ oldObject: { spec } }) => (spec?.ttls ?? []).some((ttl) => duration(ttl)?.isGreaterThan(duration("24h")) === true)`,
      denies: ["a nanosecond more", "a fraction of an hour", "plus sign", "100 years", "32 characters", "other types"],
    },
  ],
};
