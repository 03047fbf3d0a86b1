import type { Family, Request } from "../language-case.ts";

const at = (text: string, ttl = "24h"): Request => ({
  stored: { metadata: { annotations: { "example.com/until": text } }, spec: { at: text, ttl, times: [{ at: text }] } },
});
const lasting = (ttl: string): Request => ({
  stored: { metadata: { annotations: { "example.com/ttl": ttl } }, spec: { at: "2026-06-01T12:00:00Z", ttl } },
});

const requests: Readonly<Record<string, Request>> = {
  "a time": at("2026-06-01T12:00:00Z"),
  "the same in another zone": at("2026-06-01T17:45:00+05:45", "1440m"),
  "the day before elsewhere": at("2026-05-31T12:00:00-24:00"),
  "a nanosecond later": at("2026-06-01T12:00:00.000000001Z", "86400s"),
  "ten digits of a second": at("2026-06-01T12:00:00.0000000001Z"),
  "a comma": at("2026-06-01T12:00:00,5Z"),
  "leap day": at("2024-02-29T00:00:00Z"),
  "no leap day": at("2025-02-29T00:00:00Z"),
  "leap day of 2000": at("2000-02-29T23:59:59Z"),
  "31 April": at("2026-04-31T00:00:00Z"),
  "leap second": at("2016-12-31T23:59:60Z"),
  "hour 24": at("2026-06-01T24:00:00Z"),
  "one digit of an hour": at("2026-06-01T1:00:00Z"),
  "no seconds": at("2026-06-01T12:00Z"),
  "no zone": at("2026-06-01T12:00:00"),
  "small letters": at("2026-06-01t12:00:00z"),
  "a blank for T": at("2026-06-01 12:00:00Z"),
  "a blank before": at(" 2026-06-01T12:00:00Z"),
  "a line break": at("2026-06-01T12:00:00Z\n"),
  "other digits": at("２０２６-06-01T12:00:00Z"),
  "a date": at("2026-06-01"),
  "seconds since 1970": at("1780315200"),
  "the first second": at("1970-01-01T00:00:00Z"),
  "the last second": at("2099-12-31T23:59:59.999999999Z"),
  "before 1970 in UTC": at("1970-01-01T00:00:00+14:00"),
  "too early": at("1969-12-31T23:59:59Z"),
  "too late": at("2100-01-01T00:00:00Z"),
  "year 0": at("0000-01-01T00:00:00Z"),
  "year 10000": at("10000-01-01T00:00:00Z"),
  "no text": at("", ""),
  negative: lasting("-1h"),
  zero: lasting("0"),
  "100 years": lasting("876000h"),
  "most of all": lasting("-999999h9999999m999999999s"),
  // All of them are iterated over, at what the API server takes for it: a cost beyond its limit would be an error.
  "two thousand": {
    stored: { spec: { times: Array.from({ length: 2_000 }, () => ({ at: "2026-01-01T12:00:00.123456789+00:00" })) } },
  },
  "a very long text": {
    stored: {
      metadata: { annotations: { "example.com/until": "1".repeat(200_000) } },
      spec: { at: "2".repeat(200_000), ttl: "3".repeat(200_000) },
    },
  },
  "other types": {
    stored: {
      spec: { at: 1_780_315_200, ttl: 86_400, times: [{ at: 1 }, "2026-06-01T12:00:00Z", { at: "2030-01-01T00:00:00Z" }] },
    },
  },
  nulls: { stored: { spec: { at: null, ttl: null, times: null } } },
  absent: { stored: {} },
};

const all = Object.keys(requests);
const but = (...names: readonly string[]): readonly string[] => all.filter((name) => !names.includes(name));

export const times: Family = {
  title: "timestamps",
  type: "spec?: { at?: string; ttl?: string; times?: { at?: string }[] }",
  requests,
  cases: [
    {
      title: "isBefore",
      rule: `({ oldObject }) => timestamp(oldObject.spec?.at)?.isBefore(timestamp("2026-06-01T12:00:00Z")) === true`,
      denies: ["leap day", "leap day of 2000", "the first second", "before 1970 in UTC"],
    },
    {
      title: "isAfter of an annotation, denied where it cannot be read",
      rule: `({ oldObject }) => timestamp(oldObject.metadata.annotations?.["example.com/until"])?.isAfter(timestamp("2026-06-01T12:00:00Z")) ?? true`,
      denies: but("a time", "the same in another zone", "leap day", "leap day of 2000", "the first second", "before 1970 in UTC"),
    },
    {
      title: "the same point in time",
      rule: `({ oldObject }) => timestamp(oldObject.spec?.at)?.equals(timestamp("2026-06-01T12:00:00.000Z")) === true`,
      denies: ["a time", "the same in another zone", "negative", "zero", "100 years", "most of all"],
    },
    {
      title: "a time that can be read",
      rule: `({ oldObject }) => timestamp(oldObject.spec?.at) !== undefined`,
      denies: [
        "a time",
        "the same in another zone",
        "a nanosecond later",
        "leap day",
        "leap day of 2000",
        "the first second",
        "the last second",
        "before 1970 in UTC",
        "negative",
        "zero",
        "100 years",
        "most of all",
      ],
    },
    {
      title: "when the object was made",
      rule: `({ oldObject }) => timestamp(oldObject.metadata.creationTimestamp)?.isAfter(timestamp("2025-12-31T23:59:59Z")) === true`,
      cel: `timestamp(oldObject.metadata.creationTimestamp) <= timestamp('2025-12-31T23:59:59Z')`,
      denies: all,
    },
    {
      title: "when its Namespace was made",
      rule: `({ namespaceObject }) => timestamp(namespaceObject?.metadata.creationTimestamp)?.isBefore(timestamp("2099-01-01T00:00:00Z")) ?? false`,
      cel: `!dyn(namespaceObject).?metadata.?creationTimestamp.hasValue() || timestamp(dyn(namespaceObject).?metadata.?creationTimestamp.orValue('')) >= timestamp('2099-01-01T00:00:00Z')`,
      denies: all,
    },
    {
      title: "times of the Namespace as text",
      rule: `({ namespaceObject }) => namespaceObject !== undefined && namespaceObject.metadata.creationTimestamp.endsWith("Z") && namespaceObject.metadata.deletionTimestamp !== "never" && timestamp(namespaceObject.metadata.deletionTimestamp) === undefined`,
      denies: all,
    },
    {
      title: "not while it is being deleted",
      rule: `({ oldObject }) => timestamp(oldObject.metadata.deletionTimestamp)?.isAfter(timestamp("2026-01-01T00:00:00Z")) === true`,
      denies: [],
    },
    {
      title: "a time and a duration",
      rule: `({ oldObject: { spec } }) => {
        const [at, ttl] = [timestamp(spec?.at), duration(spec?.ttl)];
        if (at === undefined || ttl === undefined) return false;
        return at.plus(ttl).isAfter(timestamp("2026-06-02T12:00:00Z")) || at.minus(ttl).isAfter(timestamp("2026-06-01T12:00:00Z"));
      }`,
      denies: ["a nanosecond later", "the last second", "negative", "100 years", "most of all"],
    },
    {
      title: "the time between two",
      rule: `({ oldObject: { spec } }) => timestamp(spec?.at)?.since(timestamp("2026-05-31T12:00:00Z")).isGreaterThan(duration("24h")) === true`,
      denies: ["a nanosecond later", "the last second"],
    },
    {
      title: "the longest time between two",
      rule: `({ oldObject: { spec } }) =>
        timestamp(spec?.at)?.since(timestamp("2099-12-31T23:59:59.999999999-23:59")).isLessThan(duration("-876000h")) === true ||
        timestamp(spec?.at)?.plus(duration(spec?.ttl) ?? duration("1h")).isBefore(timestamp("1970-01-01T00:00:00+23:59")) === true`,
      denies: ["the first second", "before 1970 in UTC", "most of all"],
    },
    {
      title: "one or the other time",
      rule: `({ oldObject: { spec, metadata } }) => {
        const until = timestamp(metadata.annotations?.["example.com/until"]) ?? timestamp(spec?.at);
        return until === undefined || until.isBefore(timestamp("2026-01-01T00:00:00Z"));
      }`,
      denies: but(
        "a time",
        "the same in another zone",
        "a nanosecond later",
        "the last second",
        "negative",
        "zero",
        "100 years",
        "most of all",
      ),
    },
    {
      title: "some time of a list",
      rule: `({ oldObject: { spec } }) => (spec?.times ?? []).some((time) => timestamp(time.at)?.isAfter(timestamp("2026-06-01T12:00:00Z")) === true)`,
      denies: ["a nanosecond later", "the last second", "other types"],
    },
  ],
};
