import {
  type CIDR,
  type Duration,
  type IP,
  type Quantity,
  type Timestamp,
  cidr,
  duration,
  ip,
  quantity,
  timestamp,
} from "holdfast";
import { quote } from "../../../compiler/print/quote.ts";
import { durationText } from "../../../compiler/language/parse/duration.ts";
import { quantityText } from "../../../compiler/language/parse/quantity.ts";
import type { ReadableText } from "../../../compiler/language/parse/readable.ts";
import { timestampText } from "../../../compiler/language/parse/timestamp.ts";
import type { Pair } from "./texts.ts";

/** Everything that can be asked of two values of one kind, as TypeScript and as CEL over `r.a` and `r.b`. */
export interface Comparisons {
  /** The first Kubernetes in which the CEL may be written, where 1.30 is too old. */
  readonly since?: number;
  /** Undefined where a text cannot be read. */
  readonly typescript: (pair: Pair) => readonly boolean[] | undefined;
  readonly guard: (text: string) => string;
  readonly cel: readonly string[];
}

const fits =
  ({ longest, pattern }: ReadableText) =>
  (text: string): string =>
    `size(${text}) <= ${longest} && ${text}.matches(${quote(pattern)})`;

const step = duration("1h0m0.000000001s");

export const comparisons: Readonly<Record<string, Comparisons>> = {
  quantity: {
    guard: fits(quantityText),
    typescript: both(quantity, (a: Quantity, b: Quantity) => [
      a.isLessThan(b),
      a.isGreaterThan(b),
      a.equals(b),
      a.compareTo(b) === 1,
      a.sign() === -1,
      a.sign() === 0,
      a.add(b).compareTo(a) === 1,
      a.sub(b).isLessThan(b),
      a.add(b).sub(b).equals(a),
    ]),
    cel: [
      "quantity(r.a).isLessThan(quantity(r.b))",
      "quantity(r.a).isGreaterThan(quantity(r.b))",
      "quantity(r.a).compareTo(quantity(r.b)) == 0",
      "quantity(r.a).compareTo(quantity(r.b)) == 1",
      "sign(quantity(r.a)) == -1",
      "sign(quantity(r.a)) == 0",
      "quantity(r.a).add(quantity(r.b)).compareTo(quantity(r.a)) == 1",
      "quantity(r.a).sub(quantity(r.b)).isLessThan(quantity(r.b))",
      "quantity(r.a).add(quantity(r.b)).sub(quantity(r.b)).compareTo(quantity(r.a)) == 0",
    ],
  },
  duration: {
    guard: fits(durationText),
    typescript: both(duration, (a: Duration, b: Duration) => [a.isLessThan(b), a.isGreaterThan(b), a.equals(b)]),
    cel: ["duration(r.a) < duration(r.b)", "duration(r.a) > duration(r.b)", "duration(r.a) == duration(r.b)"],
  },
  timestamp: {
    guard: fits(timestampText),
    typescript: both(timestamp, (a: Timestamp, b: Timestamp) => [
      a.isBefore(b),
      a.isAfter(b),
      a.equals(b),
      a.plus(step).isBefore(b),
      a.minus(step).isAfter(b),
      a.since(b).isGreaterThan(step),
      a.plus(b.since(a)).equals(b),
    ]),
    cel: [
      "timestamp(r.a) < timestamp(r.b)",
      "timestamp(r.a) > timestamp(r.b)",
      "timestamp(r.a) == timestamp(r.b)",
      "timestamp(r.a) + duration('1h0m0.000000001s') < timestamp(r.b)",
      "timestamp(r.a) - duration('1h0m0.000000001s') > timestamp(r.b)",
      "timestamp(r.a) - timestamp(r.b) > duration('1h0m0.000000001s')",
      "timestamp(r.a) + (timestamp(r.b) - timestamp(r.a)) == timestamp(r.b)",
    ],
  },
  ip: {
    since: 31,
    guard: (text) => `isIP(${text})`,
    typescript: both(ip, (a: IP, b: IP) => [
      a.equals(b),
      a.family() === 6,
      a.isUnspecified(),
      a.isLoopback(),
      a.isLinkLocalMulticast(),
      a.isLinkLocalUnicast(),
      a.isGlobalUnicast(),
    ]),
    cel: [
      "ip(r.a) == ip(r.b)",
      "ip(r.a).family() == 6",
      ...["isUnspecified", "isLoopback", "isLinkLocalMulticast", "isLinkLocalUnicast", "isGlobalUnicast"].map(
        (name) => `ip(r.a).${name}()`,
      ),
    ],
  },
  cidr: {
    since: 31,
    guard: (text) => `isCIDR(${text})`,
    typescript: both(cidr, (a: CIDR, b: CIDR) => [
      a.equals(b),
      a.masked().equals(b.masked()),
      a.containsIP(b.ip()),
      a.containsCIDR(b),
      a.ip().equals(b.ip()),
      a.prefixLength() < b.prefixLength(),
    ]),
    cel: [
      "cidr(r.a) == cidr(r.b)",
      "cidr(r.a).masked() == cidr(r.b).masked()",
      "cidr(r.a).containsIP(cidr(r.b).ip())",
      "cidr(r.a).containsCIDR(cidr(r.b))",
      "cidr(r.a).ip() == cidr(r.b).ip()",
      "cidr(r.a).prefixLength() < cidr(r.b).prefixLength()",
    ],
  },
};

function both<Value>(
  read: (text: string | undefined) => Value | undefined,
  ask: (a: Value, b: Value) => readonly boolean[],
): Comparisons["typescript"] {
  return ([first, second]) => {
    const [a, b] = [read(first), read(second)];
    return a === undefined || b === undefined ? undefined : ask(a, b);
  };
}

/** What TypeScript says of a pair, as one text: `TFT`, or `none`. */
export function sayInTypeScript({ typescript }: Comparisons, pair: Pair): string {
  return (
    typescript(pair)
      ?.map((answer) => (answer ? "T" : "F"))
      .join("") ?? "none"
  );
}

/** CEL that says the same of `r`. */
export function sayingIn({ guard, cel }: Comparisons): string {
  const answers = cel.map((comparison) => `(${comparison} ? 'T' : 'F')`).join(" + ");
  return `(${guard("r.a")} && ${guard("r.b")} ? ${answers} : 'none')`;
}
