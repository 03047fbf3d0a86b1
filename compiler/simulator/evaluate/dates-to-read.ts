import { UnreadText } from "../../language/parse/number-in-text.ts";
import { dateProblems, requireDateText } from "../../language/parse/date-in-text.ts";

const { toISOString } = Date.prototype as { readonly toISOString: (this: Date) => string };

/**
 * What `run` gives, while dates are read from no other texts than CEL reads, and `UnreadText` is thrown where they would
 * have to, or where a date is printed that is none.
 */
export function limitingDates<T>(run: () => T): T {
  const before = globalThis.Date;
  const printing = Object.getOwnPropertyDescriptor(Date.prototype, "toISOString") ?? {};
  globalThis.Date = limited(before);
  // oxlint-disable-next-line no-extend-native -- there is nowhere else to look at the date; it is put back.
  Object.defineProperty(before.prototype, "toISOString", { ...printing, value: limitedToISOString });
  try {
    return run();
  } finally {
    // oxlint-disable-next-line no-extend-native -- puts back what was there.
    Object.defineProperty(before.prototype, "toISOString", printing);
    globalThis.Date = before;
  }
}

function limited(original: DateConstructor): DateConstructor {
  const parse = (text: unknown): number => {
    requireDateText(String(text));
    return original.parse(String(text));
  };
  return new Proxy(original, {
    construct: (target, args: unknown[], newTarget) => {
      if (args.length === 1 && typeof args[0] === "string") requireDateText(args[0]);
      return Reflect.construct(target, args, newTarget) as Date;
    },
    get: (target, key) => (key === "parse" ? parse : (Reflect.get(target, key) as unknown)),
  });
}

function limitedToISOString(this: Date): string {
  if (Number.isNaN(this.getTime())) throw new UnreadText(dateProblems.none);
  return toISOString.call(this);
}
