import { Failure, noSuchOverload } from "../failures.ts";
import { uint64Max } from "../values/integers.ts";
import type { CelOpaque } from "../values/value.ts";
import { parseType } from "../values/type-text.ts";
import { compareText } from "../values/text.ts";
import { ofFirst, oneUnit } from "../cost/charges.ts";
import { type CelFunction, define, since } from "./cel-function.ts";
import { quoteForGo } from "../format/quote.ts";

const semverType = parseType("kubernetes.Semver");

type PreRelease = readonly (bigint | string)[];

/** A version of semver.org; what follows a `+` does not count. */
class CelSemver implements CelOpaque {
  readonly type = semverType;
  readonly numbers: readonly bigint[];
  readonly preRelease: PreRelease;

  constructor(numbers: readonly bigint[], preRelease: PreRelease) {
    this.numbers = numbers;
    this.preRelease = preRelease;
  }

  equals(other: unknown): boolean | Failure {
    return other instanceof CelSemver ? compareVersions(this, other) === 0 : noSuchOverload;
  }
}

const part =
  (at: number) =>
  ({ numbers }: CelSemver): bigint =>
    BigInt.asIntN(64, numbers[at] ?? 0n);

/** apiserver: pkg/cel/library/semverlib.go, version 1. */
export const semverFunctions: readonly CelFunction[] = since(34, [
  define(
    "semver",
    [
      ["string_to_semver", "(string): kubernetes.Semver", (text: string) => parseSemver(text)],
      ["string_bool_to_semver", "(string, bool): kubernetes.Semver", parseLoosely],
    ],
    { charges: { kubernetes: ofFirst } },
  ),
  define(
    "isSemver",
    [
      ["is_semver_string", "(string): bool", (text: string) => !(parseSemver(text) instanceof Failure)],
      [
        "is_semver_string_bool",
        "(string, bool): bool",
        (text: string, isLoose: boolean) => !(parseLoosely(text, isLoose) instanceof Failure),
      ],
    ],
    { charges: { kubernetes: ofFirst } },
  ),
  comparison("isGreaterThan", "semver_is_greater_than", "bool", (order) => order > 0),
  comparison("isLessThan", "semver_is_less_than", "bool", (order) => order < 0),
  comparison("compareTo", "semver_compare_to", "int", BigInt),
  define("major", [["semver_major", "kubernetes.Semver.(): int", part(0)]], { charges: oneUnit }),
  define("minor", [["semver_minor", "kubernetes.Semver.(): int", part(1)]], { charges: oneUnit }),
  define("patch", [["semver_patch", "kubernetes.Semver.(): int", part(2)]], { charges: oneUnit }),
]);

function comparison(name: string, id: string, result: string, give: (order: number) => bigint | boolean): CelFunction {
  const implementation = (a: CelSemver, b: CelSemver): bigint | boolean => give(compareVersions(a, b));
  return define(name, [[id, `kubernetes.Semver.(kubernetes.Semver): ${result}`, implementation]], { charges: oneUnit });
}

function compareVersions(a: CelSemver, b: CelSemver): number {
  for (const at of [0, 1, 2]) {
    const [x = 0n, y = 0n] = [a.numbers[at], b.numbers[at]];
    if (x !== y) return x > y ? 1 : -1;
  }
  if (a.preRelease.length === 0 || b.preRelease.length === 0) return Math.sign(b.preRelease.length - a.preRelease.length);
  return comparePreReleases(a.preRelease, b.preRelease);
}

/** Numbers come before text; of two that begin alike the longer comes later. */
function comparePreReleases(a: PreRelease, b: PreRelease): number {
  for (const [at, x] of a.entries()) {
    const y = b[at];
    if (y === undefined) return 1;
    if (typeof x !== typeof y) return typeof x === "bigint" ? -1 : 1;
    const order = typeof x === "string" ? compareText(x, String(y)) : Number(x - BigInt(y));
    if (order !== 0) return Math.sign(order);
  }
  return a.length === b.length ? 0 : -1;
}

/** `v1.02` as 1.2.0. */
function parseLoosely(text: string, isLoose: boolean): CelSemver | Failure {
  if (!isLoose) return parseSemver(text);
  const parts = splitInThree(text.replace(/^v/, "")).map(withoutLeadingZeros);
  if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? "")) {
    return new Failure("short version cannot contain PreRelease/Build meta data");
  }
  return parseSemver([...parts, "0", "0"].slice(0, Math.max(3, parts.length)).join("."));
}

function withoutLeadingZeros(text: string): string {
  if (text.length < 2) return text;
  const rest = text.replace(/^0+/, "");
  return /^\d/.test(rest) ? rest : `0${rest}`;
}

function splitInThree(text: string): readonly string[] {
  const [major = "", minor, ...patch] = text.split(".");
  return [major, ...(minor === undefined ? [] : [minor]), ...(patch.length === 0 ? [] : [patch.join(".")])];
}

/** github.com/blang/semver, Parse, with its words. */
function parseSemver(text: string): CelSemver | Failure {
  if (text === "") return new Failure("Version string empty");
  const [major = "", minor = "", rest] = splitInThree(text);
  if (rest === undefined) return new Failure("No Major.Minor.Patch elements found");
  const [beforeBuild = "", build] = rest.split(/\+(.*)/s);
  const [patch = "", preRelease] = beforeBuild.split(/-(.*)/s);
  const numbers = [parseNumber("Major", major), parseNumber("Minor", minor), parseNumber("Patch", patch)];
  const parts = preRelease === undefined ? [] : preRelease.split(".").map(parsePreRelease);
  const builds = build === undefined ? [] : build.split(".").map(parseBuild);
  const problem = [...numbers, ...parts, ...builds].find((one) => one instanceof Failure);
  return problem ?? new CelSemver(numbers as readonly bigint[], parts as PreRelease);
}

function parseNumber(name: string, text: string): bigint | Failure {
  if (/\D/.test(text)) return new Failure(`Invalid character(s) found in ${name.toLowerCase()} number ${quoteForGo(text)}`);
  if (/^0./.test(text)) return new Failure(`${name} number must not contain leading zeroes ${quoteForGo(text)}`);
  return parseUint(text);
}

function parseUint(text: string): bigint | Failure {
  const problem = (words: string): Failure => new Failure(`strconv.ParseUint: parsing ${quoteForGo(text)}: ${words}`);
  if (text === "") return problem("invalid syntax");
  const value = BigInt(text);
  return value > uint64Max ? problem("value out of range") : value;
}

function parsePreRelease(text: string): bigint | string | Failure {
  if (text === "") return new Failure("Prerelease is empty");
  if (/[^\dA-Za-z-]/.test(text)) return new Failure(`Invalid character(s) found in prerelease ${quoteForGo(text)}`);
  if (/\D/.test(text)) return text;
  if (/^0./.test(text)) return new Failure(`Numeric PreRelease version must not contain leading zeroes ${quoteForGo(text)}`);
  return parseUint(text);
}

function parseBuild(text: string): string | Failure {
  if (text === "") return new Failure("Build meta data is empty");
  return /[^\dA-Za-z-]/.test(text) ? new Failure(`Invalid character(s) found in build meta data ${quoteForGo(text)}`) : text;
}
