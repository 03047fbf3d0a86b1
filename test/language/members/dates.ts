import { type Members, impossible, supported, webhook } from "./member.ts";

const changes = "it changes the date; a rule makes a new one instead";
const local = "it depends on the time zone of the process";
const utc = (name: string): string => `new Date(text).getUTC${name}() > 1`;

export const date: Members = {
  getTime: supported("new Date(text).getTime() > 1"),
  valueOf: supported("new Date(text).valueOf() > 1"),
  toISOString: supported('new Date(text).toISOString() === "a"'),
  toJSON: supported('new Date(text).toJSON() === "a"'),
  getUTCDate: supported(utc("Date")),
  getUTCDay: supported(utc("Day")),
  getUTCFullYear: supported(utc("FullYear")),
  getUTCHours: supported(utc("Hours")),
  getUTCMilliseconds: supported(utc("Milliseconds")),
  getUTCMinutes: supported(utc("Minutes")),
  getUTCMonth: supported(utc("Month")),
  getUTCSeconds: supported(utc("Seconds")),
  ...impossible(
    local,
    Object.fromEntries(
      ["Date", "Day", "FullYear", "Hours", "Milliseconds", "Minutes", "Month", "Seconds"].map((one) => [
        `get${one}`,
        `new Date(text).get${one}() > 1`,
      ]),
    ),
  ),
  ...impossible(local, {
    getTimezoneOffset: "new Date(text).getTimezoneOffset() > 1",
    toString: 'new Date(text).toString() === "a"',
    toDateString: 'new Date(text).toDateString() === "a"',
    toTimeString: 'new Date(text).toTimeString() === "a"',
    toLocaleString: 'new Date(text).toLocaleString() === "a"',
    toLocaleDateString: 'new Date(text).toLocaleDateString() === "a"',
    toLocaleTimeString: 'new Date(text).toLocaleTimeString() === "a"',
    "[Symbol.toPrimitive]": 'new Date(text)[Symbol.toPrimitive]("string") === "a"',
  }),
  ...impossible("it is deprecated", { toUTCString: 'new Date(text).toUTCString() === "a"' }),
  ...impossible(
    changes,
    Object.fromEntries(
      [
        ...["Date", "FullYear", "Hours", "Milliseconds", "Minutes", "Month", "Seconds", "Time"].map((one) => `set${one}`),
        ...["Date", "FullYear", "Hours", "Milliseconds", "Minutes", "Month", "Seconds"].map((one) => `setUTC${one}`),
      ].map((name) => [name, `new Date(text).${name}(1) > 1`]),
    ),
  ),
};

export const dateConstructor: Members = {
  ...webhook("CEL has no clock", { now: "Date.now() > 1" }),
  UTC: supported("Date.UTC(2026, 1, 1) > number"),
  parse: supported("Date.parse(text) > 1"),
  prototype: { is: "impossible", rule: "Date.prototype === undefined", why: "it is for classes, which policies do not have" },
};
