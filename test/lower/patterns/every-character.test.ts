import { expect, test } from "vitest";
import { RegularExpression } from "../../../compiler/cel/values/regular-expression.ts";
import { matching, re2Of, sets, texts } from "./all-characters.ts";

test.each(sets)("%s matches the same characters in re2js", (pattern) => {
  const expression = new RegularExpression(re2Of(pattern));
  for (const text of texts) {
    const found = expression.findAll(text, Infinity).join("");
    if (found !== matching(pattern, text)) expect(found).toBe(matching(pattern, text));
  }
});
