import { describe, expect, test } from "vitest";
import { documentsOf } from "../simulator/admission/policy-files.ts";
import { generateRequests, generateRules } from "../fidelity/generate.ts";
import { compileRules } from "../fidelity/rule-files.ts";
import { inputOf } from "../language/requests.ts";
import { searchOf } from "../searches/search-of.ts";
import { askedAlone, askedOf } from "./asked.ts";
import { bufbuild } from "./bufbuild.ts";
import { agree, deviationOf, deviations } from "./deviations.ts";
import { marcbachmann } from "./marcbachmann.ts";
import type { Asked } from "./opinion.ts";
import { secondOpinion, textOf } from "./second-opinion.ts";
import { requestsFor, shippedPolicies } from "./shipped.ts";

const kube = "1.37";
const { seed, size, timeoutMs } = searchOf("second-opinion");
const engines = [marcbachmann, bufbuild];

/** The least share that an engine must be able to answer as ours does: less, and it is no second opinion. */
const least: Readonly<Record<string, number>> = { "@marcbachmann/cel-js": 0.9, "@bufbuild/cel": 0.2 };

describe.each(engines)("$name", (engine) => {
  test("agrees about every shipped policy, or the table says why not", () => {
    const policies = shippedPolicies();
    expect(policies.length).toBeGreaterThan(50);
    const result = secondOpinion(
      engine,
      policies.flatMap((policy) => askedOf(policy, kube, requestsFor(policy, seed))),
    );
    expect(result.unexplained.length, textOf(result)).toBe(0);
    expect(result.agreed).toBeGreaterThan(result.asked * (least[engine.name] ?? 1));
  });

  test(`agrees about ${size} generated rules, seed ${seed}, or the table says why not`, { timeout: timeoutMs }, async () => {
    const result = secondOpinion(engine, await generated());
    expect(result.unexplained.length, textOf(result)).toBe(0);
    expect(result.agreed).toBeGreaterThan(result.asked * (least[engine.name] ?? 1));
  });

  test.each(deviations[engine.name] ?? [])("still deviates: $name", (row) => {
    const asked = askedAlone(row.sample, kube);
    const theirs = engine.ask(asked);
    expect(agree(asked, theirs), JSON.stringify({ ours: asked.ours, theirs })).toBe(false);
    expect(deviationOf(engine.name, asked, theirs)?.name).toBe(row.name);
  });
});

test("a deviation that the table does not list is found", () => {
  const wrong = { name: "@bufbuild/cel", ask: () => ({ value: "3" }) };
  const { unexplained } = secondOpinion(wrong, [askedAlone("1 + 1", kube)]);
  expect(unexplained.map(({ theirs }) => theirs)).toEqual([{ value: "3" }]);
});

let known: Promise<readonly Asked[]> | undefined;

function generated(): Promise<readonly Asked[]> {
  return (known ??= generate());
}

/** Half of them for the oldest Kubernetes, whose functions the engines have. */
async function generate(): Promise<readonly Asked[]> {
  const half = size / 2;
  return [...(await generatedFor(37, half)), ...(await generatedFor(30, half))];
}

async function generatedFor(kubernetes: number, count: number): Promise<readonly Asked[]> {
  const rules = generateRules({ seed, kube: kubernetes }, 0, count);
  const compiled = await compileRules(rules, { kube: kubernetes, prefix: "second" });
  return compiled.flatMap((one, at) => {
    if (!("one" in one)) return [];
    const inputs = generateRequests(seed, at, one.rule.kind)
      .slice(0, 20)
      .map(({ request }) => inputOf(request, "generated"));
    return documentsOf(one.one.yaml).policies.flatMap((policy) => askedOf(policy, kube, inputs));
  });
}
