import { beforeAll, describe, expect, test } from "vitest";
import { compiledForTests, TestedPolicy } from "../../compiler/simulator/testing/tested-policy.ts";
import { defaultMinor, newestMinor } from "../../compiler/ir/kubernetes-version.ts";
import { CaseFiles } from "../language/case-files.ts";
import { compileEach, problemsOf } from "../fixtures/compile-files.ts";
import { searchOf } from "../searches/search-of.ts";
import { AskedRule } from "./ask.ts";
import { costRules, rejectedCostRules } from "./cost-rules.ts";
import { type NaturalRule, naturalRules } from "./rules.ts";

const { seed, size, timeoutMs } = searchOf("natural-rules");
interface Group {
  readonly title: string;
  readonly rules: Readonly<Record<string, NaturalRule>>;
  readonly kube: number;
}

const groups: readonly Group[] = [
  ...[...new Set([defaultMinor, newestMinor])].map((kube) => ({
    title: `rules as engineers write them, as Kubernetes 1.${kube}`,
    rules: naturalRules,
    kube,
  })),
  { title: "rules about costs", rules: costRules, kube: defaultMinor },
];

describe.each(groups)("$title", ({ rules, kube }) => {
  const names = Object.keys(rules);
  const fileOf = (name: string): string => `rule-${names.indexOf(name)}.ts`;
  const ruleOf = (name: string): NaturalRule => rules[name] as NaturalRule;
  const files = new CaseFiles();
  const tested = new Map<string, TestedPolicy>();

  beforeAll(() => {
    for (const [name, { text }] of Object.entries(rules)) files.write(fileOf(name), text);
    const compilation = files.compile(names.map(fileOf), kube);
    expect(problemsOf(compilation)).toEqual([]);
    for (const compiled of compiledForTests(compilation, kube)) tested.set(compiled.source, new TestedPolicy(compiled));
    return () => files.remove();
  });

  const asked = async (name: string): Promise<AskedRule> => {
    const file = fileOf(name);
    return new AskedRule(tested.get(file) as TestedPolicy, await files.importPolicy(file), ruleOf(name));
  };

  test.each(names)("%s: denies what it is about, and says why", async (name) => {
    const { says, ...object } = ruleOf(name).denied;
    const [first] = (await asked(name)).answerTo(object);
    // Behind it stands how it is deleted anyway.
    expect(first?.message.slice(0, says.length + 1)).toBe(`${says};`);
  });

  test.each(names)(
    `%s: the same in TypeScript and in CEL (${size} objects, seed ${seed})`,
    async (name) => {
      const { denied, allowed, differences } = (await asked(name)).askAbout(size, seed);
      expect(differences.slice(0, 3)).toEqual([]);
      // Objects that are all alike would show nothing.
      expect([denied > size / 20, allowed > size / 20]).toEqual([true, true]);
    },
    timeoutMs,
  );
});

test("of twenty-five rules about costs, at least twenty-two compile", () => {
  const texts = Object.entries(rejectedCostRules).map(([name, { text }], at) => [`${at}.ts`, { name, text }] as const);
  const outcomes = compileEach(Object.fromEntries(texts.map(([file, { text }]) => [file, text])));
  const codes = texts.map(([file, { name }]) => [name, outcomes.get(file)?.diagnostics.map(({ code }) => code)]);
  expect(codes).toEqual(Object.entries(rejectedCostRules).map(([name, { because }]) => [name, [because]]));
  expect(Object.keys(costRules).length).toBeGreaterThanOrEqual(22);
  expect(Object.keys({ ...costRules, ...rejectedCostRules })).toHaveLength(25);
});
