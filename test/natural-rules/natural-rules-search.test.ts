import { beforeAll, describe, expect, test } from "vitest";
import { compiledForTests, TestedPolicy } from "../../compiler/simulator/testing/tested-policy.ts";
import { defaultMinor, newestMinor } from "../../compiler/ir/kubernetes-version.ts";
import { CaseFiles } from "../language/case-files.ts";
import { problemsOf } from "../fixtures/compile-files.ts";
import { searchOf } from "../searches/search-of.ts";
import { AskedRule } from "./ask.ts";
import { type NaturalRule, naturalRules } from "./rules.ts";

const { seed, size, timeoutMs } = searchOf("natural-rules");
const names = Object.keys(naturalRules);
const fileOf = (name: string): string => `rule-${names.indexOf(name)}.ts`;

describe.each([...new Set([defaultMinor, newestMinor])])("rules as engineers write them, as Kubernetes 1.%i", (kube) => {
  const files = new CaseFiles();
  const tested = new Map<string, TestedPolicy>();

  beforeAll(() => {
    for (const [name, { text }] of Object.entries(naturalRules)) files.write(fileOf(name), text);
    const compilation = files.compile(names.map(fileOf), kube);
    expect(problemsOf(compilation)).toEqual([]);
    for (const compiled of compiledForTests(compilation, kube)) tested.set(compiled.source, new TestedPolicy(compiled));
    return () => files.remove();
  });

  const asked = async (name: string): Promise<AskedRule> => {
    const file = fileOf(name);
    return new AskedRule(tested.get(file) as TestedPolicy, await files.importPolicy(file), naturalRules[name] as NaturalRule);
  };

  test.each(names)("%s: denies what it is about, and says why", async (name) => {
    const { says, ...object } = (naturalRules[name] as NaturalRule).denied;
    const [first] = (await asked(name)).answerTo(object);
    // Behind it stands how it is deleted all the same.
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
