import { describe, expect, test } from "vitest";
import { lookAroundHelp } from "../../../compiler/lower/patterns/read-pattern.ts";
import { compileFiles } from "../../fixtures/compile-files.ts";

const words = ["prod", "db", "-", "p", "test", "", "x\n", "\u{1F980}"];
const texts = words.flatMap((one) => words.flatMap((two) => words.map((three) => `${one}${two}${three}`)));

/**
 * What stands for `a` and `b`: no alternatives, which the author has to group in the pattern with the look-around, too.
 */
const parts = ["prod", "p", "d", "-", "[dp]", ".*db", "pro?d", "\\u{1F980}"];
const isOneCharacter = (part: string): boolean => ["p", "d", "-", "\\u{1F980}"].includes(part);

interface Pair {
  readonly form: string;
  readonly before: string;
  readonly after: string;
  /** Which of the two has to be a single character. */
  readonly single: "a" | "b" | undefined;
}

const pairs = Object.entries(lookAroundHelp).flatMap(([form, help]): readonly Pair[] =>
  [...help.matchAll(/(, for one character, |: |at the \w+ )`([^`]+)` is `([^`]+)`/g)].map(
    ([, introduction = "", before = "", after = ""]) => {
      const single = introduction.includes("one character") ? (form === "?!" ? "b" : "a") : undefined;
      return { form, before, after, single };
    },
  ),
);

/** The code of the help with `a` and `b` replaced inside of its patterns. */
function withParts(code: string, a: string, b: string): string {
  return code.replaceAll(/\/(.*?)\/u/g, (_, pattern: string) => {
    const replaced = pattern.replaceAll(/(?<![\\w])[ab](?!\w)/g, (letter) => (letter === "a" ? a : b));
    return `/${replaced}/u`;
  });
}

/** `!/a/u.test(text) && /b/u.test(text)`, and nothing else, as a function of the text. */
function answerOf(code: string): (text: string) => boolean {
  const tests = code.split(" && ").map((part) => {
    const [, not = "", pattern = ""] = /^(!?)\/(.*)\/u\.test\(text\)$/s.exec(part) ?? [];
    expect(pattern, part).not.toBe("");
    const compiled = new RegExp(pattern, "u");
    return (text: string): boolean => compiled.test(text) === (not === "");
  });
  return (text) => tests.every((one) => one(text));
}

describe("the help for looking around means the same", () => {
  test("every form has two replacements", () => {
    expect(pairs.map(({ form }) => form)).toEqual(["?=", "?=", "?!", "?!", "?<=", "?<=", "?<!", "?<!"]);
  });

  test.each(pairs)("$before", ({ before, after, single }) => {
    let isBoth = 0;
    for (const a of parts.filter((part) => single !== "a" || isOneCharacter(part))) {
      for (const b of parts.filter((part) => single !== "b" || isOneCharacter(part))) {
        const [looking, plain] = [withParts(before, a, b), withParts(after, a, b)];
        const wrong = texts.filter((text) => answerOf(looking)(text) !== answerOf(plain)(text));
        expect(wrong, `${looking} and ${plain}`).toEqual([]);
        if (new Set(texts.map(answerOf(plain))).size === 2) isBoth += 1;
      }
    }
    expect(isBoth).toBeGreaterThan(3);
  });

  test.each(pairs)("and compiles: $after", ({ after }) => {
    const rule = after.replaceAll("(text)", "(oldObject.metadata.name)");
    const file = `import { deletionPolicy } from "holdfast";
export default deletionPolicy({ name: "p", match: [{ group: "apps", resource: "deployments" }], rules: { r: { denyWhen: ({ oldObject }) => ${rule}, message: "no" } } });
`;
    expect(compileFiles({ "p.ts": file }).diagnostics).toEqual([]);
  });

  test.each(Object.keys(lookAroundHelp))("a pattern with (%s is answered with the help for it", (form) => {
    const file = `import { deletionPolicy } from "holdfast";
export default deletionPolicy({ name: "p", match: [{ group: "apps", resource: "deployments" }], rules: { r: { denyWhen: ({ oldObject }) => /^(${form}prod).*db/u.test(oldObject.metadata.name), message: "no" } } });
`;
    const found = compileFiles({ "p.ts": file }).diagnostics;
    expect(found.map(({ code, help }) => [code, help])).toEqual([["pattern-construct", lookAroundHelp[form]]]);
  });
});
