import { UnreadText } from "../../../language/parse/number-in-text.ts";
import { dateProblems, requireDateText } from "../../../language/parse/date-in-text.ts";
import { inForce } from "./in-force.ts";
import type { Replaced } from "./replaced-methods.ts";

const { toISOString } = Date.prototype as { readonly toISOString: (this: Date) => string };

/**
 * A `Date` for rules: it reads no other texts than CEL reads, and throws `UnreadText` where it would have to, or where
 * a date is printed that is none.
 */
export const limitedDates = (original: DateConstructor): Pick<Replaced, "Date" | "toISOString"> => ({
  Date: limited(original),
  toISOString: limitedToISOString,
});

function limited(original: DateConstructor): DateConstructor {
  const parse = (text: unknown): number => {
    requireDateText(String(text));
    return original.parse(String(text));
  };
  return new Proxy(original, {
    construct: (target, args: unknown[], newTarget) => {
      if (inForce.limits.isOfRule && args.length === 1 && typeof args[0] === "string") requireDateText(args[0]);
      return Reflect.construct(target, args, newTarget) as Date;
    },
    get: (target, key) => (key === "parse" && inForce.limits.isOfRule ? parse : (Reflect.get(target, key) as unknown)),
  });
}

function limitedToISOString(this: Date): string {
  if (inForce.limits.isOfRule && Number.isNaN(this.getTime())) throw new UnreadText(dateProblems.none);
  return toISOString.call(this);
}
