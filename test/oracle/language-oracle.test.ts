import { beforeAll, expect, test } from "vitest";
import type { Said } from "../fidelity/execution.ts";
import { askOracle } from "../fidelity/oracle-execution.ts";
import { families } from "../language/families.ts";
import { sayInCel } from "../language/local-cel.ts";
import { inputOf } from "../language/requests.ts";
import { searchOf } from "../searches/search-of.ts";
import { type CompiledFamily, compiledFamilies } from "./compiled-families.ts";
import { lineOf, measure, report } from "./measured-costs.ts";
import { describeWithOracle } from "./oracle-suite.ts";
import type { Oracle } from "./oracle.ts";

const { timeoutMs, isLong } = searchOf("cost-estimate");
const costLimit = 1_000_000;

describeWithOracle("every rule of the language, in the API server's evaluator", {}, (oracle) => {
  let compiled: readonly CompiledFamily[];

  beforeAll(() => {
    compiled = compiledFamilies(families, { areAllWhole: isLong });
  }, timeoutMs);

  test("says what it says in local CEL", { timeout: timeoutMs }, async () => {
    const answers = (await Promise.all(compiled.map((one) => answersOf(oracle(), one)))).flat();
    console.log(`${answers.length} answers about ${Object.keys(families).length} families of rules`);
    expect(answers.length).toBeGreaterThan(5_000);
    expect(answers.filter(({ evaluator, local }) => evaluator !== local)).toEqual([]);
  });

  test("never costs more than is estimated, on the largest objects", { timeout: timeoutMs }, async () => {
    const measured = (await Promise.all(compiled.map((one) => measure(oracle(), one)))).flat();
    const byCost = measured.toSorted((a, b) => b.cost - a.cost);
    const policies = new Set(byCost.map(({ policy }) => policy));
    const dearest = [...policies].slice(0, 5).flatMap((policy) => byCost.find((one) => one.policy === policy) ?? []);
    const below = measured.filter(({ cost, estimate }) => cost > estimate);
    console.log(report(measured, dearest));
    expect(measured.length).toBeGreaterThan(5_000);
    expect(dearest[0]?.cost).toBeGreaterThan(100_000);
    expect(below.map(lineOf)).toEqual([]);
    expect(measured.filter(({ cost }) => cost > costLimit).map(lineOf)).toEqual([]);
  });
});

interface Answer {
  readonly rule: string;
  readonly request: string;
  readonly evaluator: string | undefined;
  readonly local: string | undefined;
}

/** What is asked of the authorizer, authorizer-checks-server.test.ts asks of a server. */
async function answersOf(oracle: Oracle, { prefix, family, yaml }: CompiledFamily): Promise<readonly Answer[]> {
  const requests = Object.entries(family.requests).filter(([, { permissions }]) => permissions === undefined);
  const inputs = requests.map(([title, request]) => inputOf(request, title));
  const said = yaml.map(async (text, at) => {
    const answers = await askOracle(oracle, text, inputs, { skipChecks: true });
    return requests.map(([title], place) => ({
      rule: `${prefix}-${at}`,
      request: title,
      evaluator: textOf(answers[place]),
      local: sayInCel(text, inputs[place] ?? inputOf({}, title), family.kube),
    }));
  });
  return (await Promise.all(said)).flat();
}

const textOf = (said: Said | undefined): string | undefined =>
  said === undefined ? "nothing" : (said.unanswered ?? said.message);
