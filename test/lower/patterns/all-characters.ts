import { translate } from "../../../compiler/lower/patterns/translate.ts";

/** Every character of Unicode in texts of 4,096, whether it means something or not. */
export const texts = Array.from({ length: 0x110 }, (_, plane) => plane * 0x1000)
  .filter((first) => first < 0xd000 || first > 0xdfff)
  .concat(0xd000)
  .map((first) => Array.from({ length: 0x1000 }, (_, at) => first + at).filter((one) => one < 0xd800 || one > 0xdfff))
  .map((codePoints) => codePoints.map((one) => String.fromCodePoint(one)).join(""));

/**
 * One character each. Which letters of ASCII match in any case follows from `[a-z]` and `k`: nothing else matches them.
 */
export const sets: readonly RegExp[] = [/./u, /\s/u, /\s/iu, /[^\S\n]/u, /\w/u, /[a-z]/iu, /[^A-Z_]/iu, /k/iu, /[^ks]/iu];

export const re2Of = ({ source, flags }: RegExp): string => {
  const translated = translate(source, flags);
  if ("why" in translated) throw new Error(`${source} is rejected`);
  return translated.re2;
};

export const matching = (pattern: RegExp, text: string): string =>
  text.match(new RegExp(pattern, `${pattern.flags}g`))?.join("") ?? "";
