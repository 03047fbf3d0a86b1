import type { Asked, Opinion } from "./opinion.ts";

/** A way in which another engine says something else than ours, as Kubernetes does, or cannot say anything. */
export interface Deviation {
  readonly name: string;
  /** Why Kubernetes says what we say. */
  readonly reason: string;
  /** An expression by itself that shows it. When it no longer does, the row has to go. */
  readonly sample: string;
  is(asked: Asked, theirs: Opinion): boolean;
}

type Rows = readonly Deviation[];

const errorOf = (opinion: Opinion): string => ("error" in opinion ? opinion.error : "unable" in opinion ? opinion.unable : "");
const ourError = ({ ours }: Asked, start: string): boolean => "error" in ours && ours.error.startsWith(start);

/** A function that the engine does not have; `message` finds its name in what the engine says. */
function without(name: string, sample: string, message: (name: string) => RegExp, reason: string): Deviation {
  return { name: `no ${name}`, reason, sample, is: (_, theirs) => message(name).test(errorOf(theirs)) };
}

const library = "an extension of Kubernetes or of cel-go that the package does not have";
const reasons = "the authorizer exists in an API server alone";

const readsMoreTimes: Deviation = {
  name: "days that no calendar has",
  reason:
    "Go reads RFC 3339 alone, and a date of the calendar. Rules ask a pattern first, so that the difference is never reached",
  sample: "timestamp(request.dryRun ? '2025-02-29T00:00:00Z' : '')",
  is: (asked, theirs) =>
    "value" in theirs && ourError(asked, "type conversion error from 'string' to 'google.protobuf.Timestamp'"),
};

/** `int(...)` of a variable of the rule that holds an empty text: behind a comparison that an empty text fails with us. */
const readsEmpty = ({ text, variables }: Asked): boolean =>
  [...text.matchAll(/\bint\(variables\.(\w+)\)/g)].some(([, name = ""]) => variables.get(name) === "");

const readsEmptyText: Deviation = {
  name: "an empty text is no whole number",
  reason: "Go does not read an empty text as 0, and no text is less than a number. Rules ask for the type first",
  sample: "int(request.dryRun ? '' : '1')",
  is: (asked, theirs) =>
    "value" in theirs &&
    (ourError(asked, "type conversion error from 'string' to 'int'") || ("error" in asked.ours && readsEmpty(asked))),
};

const ordersNaN: Deviation = {
  name: "the order of NaN",
  reason:
    "cel-go fails where NaN is less than something. Rules test first whether a number equals itself, so that it is never reached",
  sample: "(request.dryRun ? 0.0 / 0.0 : 0.0 / 0.0) < 1.0",
  is: (asked, theirs) => "value" in theirs && ourError(asked, "NaN values cannot be ordered"),
};

const countsUnits: Deviation = {
  name: "positions behind characters of two units",
  reason:
    "cel-go counts code points. Rules compare such a position with -1 and 0 alone, or cut the same text at it, which counts alike",
  sample: "'🦀/'.indexOf('/')",
  is: ({ text, ours }, theirs) =>
    /ndexOf\(/.test(text) && "value" in ours && "value" in theirs && Number(theirs.value) > Number(ours.value),
};

const noOverload = (name: string): RegExp => new RegExp(`no matching overload for '(?:[^']*\\.)?${name}\\(`);

const functionsWithoutMarcbachmann: readonly (readonly [string, string, string])[] = [
  ["charAt", "'abc'.charAt(1)", library],
  ["replace", "'abc'.replace('a', 'b')", library],
  ["find", "'abc'.find('b')", library],
  ["findAll", "'abc'.findAll('b')", library],
  ["flatten", "[[1], [2]].flatten()", library],
  ["max", "[1, 2].max()", library],
  ["min", "[1, 2].min()", library],
  ["quantity", "quantity('1')", library],
  ["reverse", "[1, 2].reverse()", library],
  ["slice", "[1, 2].slice(0, 1)", library],
  ["sort", "[1, 2].sort()", library],
  ["sum", "[1, 2].sum()", library],
  ["transformList", "[1].transformList(i, x, x)", library],
  ["all", "[1].all(i, x, x > i)", library],
  ["exists", "[1].exists(i, x, x > i)", library],
  ["ip", "ip('10.1.2.3').family()", library],
  ["isIP", "isIP('10.1.2.3')", library],
  ["cidr", "cidr('10.0.0.0/8').prefixLength()", library],
  ["isCIDR", "isCIDR('10.0.0.0/8')", library],
  ["group", "authorizer.group('').resource('pods').check('get').allowed()", reasons],
  ["path", "authorizer.path('/a').check('get').allowed()", reasons],
  ["serviceAccount", "authorizer.serviceAccount('a', 'b').path('/a').check('get').allowed()", reasons],
  ["subresource", "authorizer.requestResource.subresource('status').check('get').allowed()", reasons],
];

/** Patterns that JavaScript reads as something else than RE2, or not at all. */
const patternsOfRe2 = /\(\?[a-z]+[):]|\[:|\\p[Z{]|\\x\{|\\\\x\{|\\\\p[Z{]/;

const marcbachmann: Rows = [
  countsUnits,
  ordersNaN,
  {
    name: "whole seconds of a time",
    reason: "CEL converts a timestamp to the seconds since 1970; that is standard, and the engine lacks it",
    sample: "int(timestamp('2024-02-29T00:00:00Z'))",
    is: ({ text }, theirs) =>
      /int\(\s*timestamp\(/.test(text) && "error" in theirs && theirs.error.includes("int(google.protobuf.Timestamp)"),
  },
  ...functionsWithoutMarcbachmann.map(([name, sample, reason]) => without(name, sample, noOverload, reason)),
  {
    name: "whole numbers beyond 64 bits",
    reason:
      "CEL's int has 64 bits, and converting what is larger is an error. Rules test the number first, so that it is never reached",
    sample: "int(request.dryRun ? 1e300 : 0.0)",
    is: (asked, theirs) => "value" in theirs && ourError(asked, "integer overflow"),
  },
  {
    name: "indexOf of a list",
    reason: library,
    sample: "[1, 2].indexOf(2)",
    is: (_, theirs) => /no matching overload for 'list[^']*\.(?:indexOf|lastIndexOf)\(/.test(errorOf(theirs)),
  },
  {
    name: "patterns of JavaScript",
    reason: "Kubernetes matches with RE2: flags inside of a pattern, classes such as [[:ascii:]], \\pZ and \\x{feff} are its own",
    sample: "'A'.matches('(?i)a')",
    is: ({ text }) => text.includes("matches(") && patternsOfRe2.test(text),
  },
  {
    name: "a key of a list",
    reason: "cel-go fails where `.?` reads a list. Rules test the type first",
    sample: "dyn([1]).?a.hasValue()",
    is: (asked, theirs) => "value" in theirs && ourError(asked, "unsupported index type 'string' in list"),
  },
  {
    name: "the duration 0",
    reason: "Go reads a zero without a unit",
    sample: "duration('0') == duration('0s')",
    is: (_, theirs) => errorOf(theirs) === "Invalid duration string: 0",
  },
  readsMoreTimes,
  readsEmptyText,
];

const unbound = (name: string): RegExp => new RegExp(`^unbound function: ${name}$`);

const functionsWithoutBufbuild: readonly (readonly [string, string, string])[] = [
  ["quantity", "quantity('1')", library],
  ["isLessThan", "quantity('1').isLessThan(quantity('2'))", library],
  ["isGreaterThan", "quantity('1').isGreaterThan(quantity('2'))", library],
  ["compareTo", "quantity('1').compareTo(quantity('2'))", library],
  ["add", "quantity('1').add(quantity('2'))", library],
  ["sub", "quantity('1').sub(quantity('2'))", library],
  ["sign", "sign(quantity('1'))", library],
  ["find", "'abc'.find('b')", library],
  ["findAll", "'abc'.findAll('b')", library],
  ["flatten", "[[1], [2]].flatten()", library],
  ["max", "[1, 2].max()", library],
  ["min", "[1, 2].min()", library],
  ["reverse", "[1, 2].reverse()", library],
  ["slice", "[1, 2].slice(0, 1)", library],
  ["sort", "[1, 2].sort()", library],
  ["sum", "[1, 2].sum()", library],
  ["transformList", "[1].transformList(i, x, x)", library],
  ["all", "[1].all(i, x, x > i)", library],
  ["ip", "cidr('10.0.0.0/8').ip()", library],
  ["isIP", "isIP('10.1.2.3')", library],
  ["family", "ip('10.1.2.3').family()", library],
  ["isLoopback", "ip('10.1.2.3').isLoopback()", library],
  ["isGlobalUnicast", "ip('10.1.2.3').isGlobalUnicast()", library],
  ["isUnspecified", "ip('10.1.2.3').isUnspecified()", library],
  ["isLinkLocalUnicast", "ip('10.1.2.3').isLinkLocalUnicast()", library],
  ["isLinkLocalMulticast", "ip('10.1.2.3').isLinkLocalMulticast()", library],
  ["cidr", "cidr('10.0.0.0/8')", library],
  ["isCIDR", "isCIDR('10.0.0.0/8')", library],
  ["prefixLength", "cidr('10.0.0.0/8').prefixLength()", library],
  ["masked", "cidr('10.0.0.0/8').masked()", library],
  ["containsIP", "cidr('10.0.0.0/8').containsIP('10.1.2.3')", library],
  ["containsCIDR", "cidr('10.0.0.0/8').containsCIDR('10.1.0.0/16')", library],
  ["allowed", "authorizer.path('/a').check('get').allowed()", reasons],
];

const bufbuild: Rows = [
  ordersNaN,
  countsUnits,
  ...functionsWithoutBufbuild.map(([name, sample, reason]) => without(name, sample, unbound, reason)),
  {
    name: "a time from its seconds",
    reason: "CEL makes a timestamp of the seconds since 1970, and the engine takes them for milliseconds",
    sample: "string(timestamp(int(timestamp('2024-02-29T00:00:00Z'))))",
    is: ({ text }, theirs) => /timestamp\(\s*int\(/.test(text) && "value" in theirs,
  },
  {
    name: "the last nanoseconds of a second",
    reason: "Go keeps seconds and nanoseconds apart; the engine makes one double of both, which rounds up to the next second",
    sample: "timestamp('2099-12-31T23:59:59.999999999Z').getMilliseconds()",
    is: ({ text, variables }, theirs) =>
      /\.get[A-Z]\w*\(/.test(text) &&
      "value" in theirs &&
      [text, ...variables.values()].some((one) => typeof one === "string" && /\.9{6}/.test(one)),
  },
  {
    name: "no optionals",
    reason: "its parser knows neither `.?` nor `[?`, and it has no such values",
    sample: "{'a': 1}.?a.hasValue()",
    is: ({ text }, theirs) =>
      ("unable" in theirs && (/\.\?|\[\?/.test(text) || theirs.unable.endsWith("is an optional"))) ||
      /^unbound function: (of|none|orValue)$/.test(errorOf(theirs)),
  },
  {
    name: "indexOf of a list",
    reason: library,
    sample: "[1, 2].indexOf(2)",
    is: (_, theirs) => /^found no matching overload for '(?:indexOf|lastIndexOf)' applied to 'list/.test(errorOf(theirs)),
  },
  {
    name: "no text is a number",
    reason: "Go does not read an empty text as 0. Rules ask a pattern first",
    sample: "double(request.dryRun ? '' : '1')",
    is: (asked, theirs) => "value" in theirs && ourError(asked, "type conversion error from 'string' to 'double'"),
  },
  {
    name: "durations in other words",
    reason: "Go reads neither an empty text nor days. Rules ask a pattern first",
    sample: "duration(request.dryRun ? '' : '1s')",
    is: (asked, theirs) =>
      "value" in theirs && ourError(asked, "type conversion error from 'string' to 'google.protobuf.Duration'"),
  },
  {
    name: "times far away",
    reason: "Go ends with the year 9999. Rules ask for text, and a pattern, first",
    sample: "timestamp(request.dryRun ? 9007199254740991 : 1)",
    is: (asked, theirs) => "value" in theirs && ourError(asked, "timestamp overflow"),
  },
  {
    name: "durations of numbers",
    reason: "cel-go has no such overload. Rules ask for text first",
    sample: "duration(dyn(request.dryRun ? 1 : 2))",
    is: (asked, theirs) => "value" in theirs && ourError(asked, "no such overload: duration(int)"),
  },
  readsMoreTimes,
  readsEmptyText,
];

/** By the name of the engine. Whatever is not listed fails the test, and so does a row that no longer occurs. */
export const deviations: Readonly<Record<string, Rows>> = {
  "@marcbachmann/cel-js": marcbachmann,
  "@bufbuild/cel": bufbuild,
};

/** What the other engine says is what ours says: the same value, or an error in whatever words. */
export function agree({ ours }: Asked, theirs: Opinion): boolean {
  if ("value" in ours) return "value" in theirs && theirs.value === ours.value;
  return "error" in ours ? "error" in theirs : true;
}

/** The row that explains it; undefined: is unknown it. */
export function deviationOf(engine: string, asked: Asked, theirs: Opinion): Deviation | undefined {
  return deviations[engine]?.find((row) => row.is(asked, theirs));
}
