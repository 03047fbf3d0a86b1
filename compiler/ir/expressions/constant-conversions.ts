import { isDateText } from "../../language/parse/date-in-text.ts";
import { duration } from "../../language/parse/duration.ts";
import { number } from "../../language/parse/number.ts";
import { timestamp } from "../../language/parse/timestamp.ts";
import { type Call, type Expression, literal } from "../expression.ts";

/** A conversion of a text: what it certainly reads, and a text that it reads in place of one that it does not. */
interface Conversion {
  readonly reads: (text: string) => boolean;
  readonly instead: string;
}

const conversions: Readonly<Record<string, Conversion>> = {
  double: { reads: (text) => text === "NaN" || /^[-+]?Infinity$/.test(text) || number(text) !== undefined, instead: "NaN" },
  int: { reads: (text) => /^[-+]?[0-9]{1,18}$/.test(text), instead: "0" },
  duration: { reads: (text) => duration(text) !== undefined, instead: "0s" },
  timestamp: { reads: (text) => timestamp(text) !== undefined || isDateText(text), instead: "1970-01-01T00:00:00Z" },
};

/**
 * `double('x')` in a branch that is taken where the text is a number alone, so never: the API server works conversions of
 * constants out when the policy is stored, and does not store one in which that fails.
 */
export function convertible(node: Call): Expression {
  const conversion = Object.hasOwn(conversions, node.function) ? conversions[node.function] : undefined;
  const [text, ...others] = node.arguments;
  if (conversion === undefined || text?.kind !== "literal" || typeof text.value !== "string" || others.length > 0) return node;
  return conversion.reads(text.value) ? node : { ...node, arguments: [literal(conversion.instead, text.span)] };
}
