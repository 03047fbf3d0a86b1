import { createOf } from "../../../compiler/simulator/admission/index.ts";
import type { Oracle } from "../oracle.ts";

/** Of one expression: celconfig.PerCallLimit of k8s.io/apiserver. */
export const costLimit = 1_000_000;

const resource = { group: "", version: "v1", resource: "configmaps" };

/** An object with which a search in its text costs 1,000 for every ten characters that are searched for. */
export const costlyObject = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "costly", namespace: "default" },
  data: { text: "x".repeat(10_000) },
};

/** A condition that is false of the costly object and costs, as the oracle counts, so much on its creation. */
export async function expressionThatCosts(oracle: Oracle, cost: number): Promise<string> {
  const search = (length: number) => `object.data.text.contains('${"y".repeat(length)}')`;
  const costOf = (expression: string) => countCost(oracle, expression);
  const expensive = search(9_900);
  // Each of these adds to the others what it costs alone: the smallest come last, to fill up what is left.
  const fillers = [search(10), "object.metadata.name == 'n'", "has(object.nothing)"];
  let expression = expensive;
  let rest = cost - (await costOf(expensive));
  for (const filler of fillers) {
    const each = await costOf(filler);
    const count = Math.floor(rest / each);
    expression = [expression, ...Array.from({ length: count }, () => filler)].join(" || ");
    rest -= count * each;
  }
  return expression;
}

async function countCost(oracle: Oracle, expression: string): Promise<number> {
  const { results } = await oracle.evaluate({ expressions: [expression], input: createOf(costlyObject, { resource }) });
  const [result] = results;
  if (result?.value === undefined) throw new Error(`${expression}: ${JSON.stringify(result)}`);
  return result.cost;
}
