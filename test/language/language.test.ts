import { beforeAll, describe, expect, test } from "vitest";
import { isSameMessage } from "../../compiler/simulator/testing/answer.ts";
import { type CompiledCase, compileFamily } from "./case-files.ts";
import { families } from "./families.ts";
import type { Family, LanguageCase } from "./language-case.ts";
import { sayInCel } from "./local-cel.ts";
import { inputOf } from "./requests.ts";
import { documentsOf } from "../simulator/admission/policy-files.ts";
import { leftoversIn } from "../plan/leftovers-in.ts";
import { sayInTypeScript } from "./typescript.ts";
import { expressionOf, onOneLine } from "./yaml-text.ts";

for (const [prefix, family] of Object.entries(families)) {
  describe(family.title, () => {
    let compiled: ReadonlyMap<LanguageCase, CompiledCase>;
    beforeAll(async () => {
      compiled = await compileFamily(family, prefix);
    });
    for (const one of family.cases) {
      test(one.title, () => {
        const found = compiled.get(one);
        if (found === undefined) throw new Error("not compiled");
        checkCase(family, one, found);
      });
    }
  });
}

function checkCase({ requests, kube }: Family, one: LanguageCase, compiled: CompiledCase): void {
  if (one.cel !== undefined) expect(expressionOf(compiled.yaml)).toBe(onOneLine(one.cel));
  expect(documentsOf(compiled.yaml).policies.flatMap(leftoversIn)).toEqual([]);
  const answers = Object.entries(requests).map(([name, request]) => {
    const input = inputOf(request, name);
    return { name, typescript: sayInTypeScript(compiled, input), cel: sayInCel(compiled.yaml, input, kube) };
  });
  for (const { name, typescript, cel } of answers.filter((answer) => !isSameMessage(answer.typescript, answer.cel)))
    expect(cel, `${name}, in CEL\n${compiled.yaml.slice(compiled.yaml.indexOf("variables:"))}`).toBe(typescript);
  expect(answers.flatMap(({ name, cel }) => (cel === undefined ? [] : [name]))).toEqual(one.denies);
  for (const [name, text] of Object.entries(one.says ?? {})) {
    const said = answers.find((answer) => answer.name === name);
    expect(said?.cel).toBe(`rule: ${text.replace("{namespace}", "language")}`);
    if (text.includes(" cannot be evaluated: ")) expect(said?.typescript).toBe(said?.cel);
  }
}
