import { Failure, NotEvaluatedHere, noSuchOverload } from "../failures.ts";
import { parseTimestamp } from "../values/timestamp.ts";
import { parseType } from "../values/type-text.ts";
import { CelOptional, type CelOpaque } from "../values/value.ts";
import { type KubernetesCost, oneUnit, patternCost, plainSizeOf } from "../cost/charges.ts";
import { type CelFunction, define, since } from "./cel-function.ts";
import {
  type Check,
  asPrefix,
  dns1035Label,
  dns1123Label,
  dns1123Subdomain,
  labelValue,
  qualifiedName,
} from "../kubernetes-types/label-formats.ts";
import { parseUrl } from "../kubernetes-types/url-text.ts";

const formatType = parseType("kubernetes.NamedFormat");

class CelFormat implements CelOpaque {
  readonly type = formatType;
  readonly name: string;
  readonly check: Check;
  /** What costs take for the length of its pattern. */
  readonly longestPattern: number;

  constructor(name: string, check: Check, longestPattern: number) {
    this.name = name;
    this.check = check;
    this.longestPattern = longestPattern;
  }

  equals(other: unknown): boolean | Failure {
    return other instanceof CelFormat ? this.name === other.name : noSuchOverload;
  }
}

const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const uuidPattern = "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$";
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/;
const timePattern = "^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$";
const time = new RegExp(timePattern, "u");

const only =
  (words: string, isRight: (text: string) => boolean): Check =>
  (text) =>
    isRight(text) ? [] : [words];

/** apiserver: pkg/cel/library/format.go, ConstantFormats. */
const formats: ReadonlyMap<string, CelFormat> = new Map(
  Object.entries({
    dns1123Label: new CelFormat("DNS1123Label", dns1123Label, 30),
    dns1123Subdomain: new CelFormat("DNS1123Subdomain", dns1123Subdomain, 60),
    dns1035Label: new CelFormat("DNS1035Label", dns1035Label, 30),
    qualifiedName: new CelFormat("QualifiedName", qualifiedName, 60),
    dns1123LabelPrefix: new CelFormat("DNS1123LabelPrefix", asPrefix(dns1123Label), 30),
    dns1123SubdomainPrefix: new CelFormat("DNS1123SubdomainPrefix", asPrefix(dns1123Subdomain), 60),
    dns1035LabelPrefix: new CelFormat("DNS1035LabelPrefix", asPrefix(dns1035Label), 30),
    labelValue: new CelFormat("LabelValue", labelValue, 40),
    uri: new CelFormat("URI", uriProblems, 1103),
    uuid: new CelFormat(
      "uuid",
      only("does not match the UUID format", (text) => uuid.test(text)),
      uuidPattern.length,
    ),
    byte: new CelFormat(
      "byte",
      only("invalid base64", (text) => base64.test(text)),
      84,
    ),
    date: new CelFormat("date", only("invalid date", isDate), timePattern.length),
    datetime: new CelFormat("datetime", only("invalid datetime", isDateTime), timePattern.length),
  }),
);

export const formatFunctions: readonly CelFunction[] = since(32, [
  define("validate", [["format-validate", "kubernetes.NamedFormat.(string): optional(list(string))", validate]], {
    charges: { kubernetes: validation },
  }),
  define(
    "format.named",
    [["format-named", "(string): optional(kubernetes.NamedFormat)", (name: string) => new CelOptional(formats.get(name))]],
    { charges: oneUnit },
  ),
  ...Array.from(formats, ([name, format]) =>
    define(`format.${name}`, [[`format.${name}`, "(): kubernetes.NamedFormat", () => format]], { charges: oneUnit }),
  ),
]);

function validation([format, text]: Parameters<KubernetesCost>[0]): number | undefined {
  return format instanceof CelFormat ? patternCost(plainSizeOf(text), format.longestPattern) : undefined;
}

function validate({ check }: CelFormat, text: string): CelOptional {
  const problems = check(text);
  return problems.length === 0 ? CelOptional.none : new CelOptional(problems);
}

function uriProblems(text: string): readonly string[] {
  const url = parseUrl(text);
  return url instanceof Failure ? [url.message] : [];
}

function isDate(text: string): boolean {
  const parsed = /^\d{4}-\d\d-\d\d$/.test(text) ? parseTimestamp(`${text}T00:00:00Z`) : undefined;
  return parsed !== undefined && (!(parsed instanceof Failure) || text.startsWith("0000"));
}

/** kube-openapi: pkg/validation/strfmt/time.go, IsDateTime, which looks only at the first two parts around a `t`. */
function isDateTime(text: string): boolean {
  if (/[^\p{ASCII}]/u.test(text)) throw new NotEvaluatedHere("a date and time with letters beyond ASCII");
  const [date = "", rest] = text.toLowerCase().split("t");
  const [, hour = "", minute = "", second = ""] = (rest === undefined || !isDate(date) ? null : time.exec(rest)) ?? [];
  return hour !== "" && hour <= "23" && minute <= "59" && second <= "59";
}
