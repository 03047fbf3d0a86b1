import { applyCustomResourceDefinition, anything } from "../control-plane/crds.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { group } from "../language/requests.ts";
import { removePolicy } from "../language/policies-in-force.ts";
import { untilCompiled } from "../language/until-compiled.ts";
import { tallyOfRule } from "./ask-rules.ts";
import type { Execution } from "./execution.ts";
import { generateRules, maxRejected } from "./generate.ts";
import { compileRules } from "./rule-files.ts";
import type { SearchOptions } from "./search.ts";
import { type Compiled, type Numbered, ask, askedOf, enforce, isCompiled, objectsPerBatch, unanswered } from "./server-batch.ts";
import { type Tally, addTallies, emptyTally } from "./tally.ts";

/**
 * Rules that are compiled, put in force and asked together: a policy takes effect after a second, and so do a hundred.
 */
const waveSize = 120;
/**
 * Their warnings together, of 400 bytes each and of 110 for being in force, stay below the 4 KiB that the server sends.
 */
const rulesPerBatch = 6;

/** Compares a real API server with the executions, of the object as the server stored it. */
export async function searchServer(
  server: ControlPlane,
  { cases, seed, kube, executions }: Omit<SearchOptions, "executions"> & { readonly executions: readonly Execution[] },
  onProgress: (rules: number, of: number) => void = () => {},
): Promise<Tally> {
  const version = { name: "v1", schema: anything };
  await applyCustomResourceDefinition(server, {
    group,
    kind: "Thing",
    plural: "things",
    scope: "Namespaced",
    versions: [version],
  });
  const rules = rulesFor(cases);
  let tally = emptyTally;
  // As many more as were rejected, or are about other kinds; a compiler that rejects all of them is no reason to go on.
  for (let from = 0, count = 0; tally.cases < cases && from < 2 * rules; from += count) {
    count = Math.min(waveSize, rulesFor(cases - tally.cases));
    // Only Things are stored: other kinds have definitions and rules of validation of their own.
    const made = generateRules({ seed, kube }, from, count)
      .map((rule, at) => ({ rule, at: from + at }))
      .filter(({ rule }) => rule.kind.about === undefined);
    const compiled = await compileRules(
      made.map(({ rule }) => rule),
      { kube, prefix: `wave-${from}` },
    );
    const numbered = compiled.map((one, place): Numbered => ({
      compiled: one,
      at: made[place]?.at ?? from,
      met: tallyOfRule(one),
    }));
    const batches = [...Map.groupBy(numbered.filter(isCompiled), ({ compiled: { rule } }) => rule.kind.name).values()].flatMap(
      inBatches,
    );
    const waiting = batches.map((batch) => askedOf(batch, seed));
    const inForce = await Promise.allSettled(waiting.map((one) => enforce(server, one)));
    await untilCompiled(server, `wave-${from}`);
    const asked = await Promise.all(
      waiting.map(async (one, at) => {
        const batch = inForce[at];
        if (batch?.status !== "fulfilled") return unanswered(one, batch?.reason);
        return ask(server, one, batch.value, executions).catch((error: unknown) => unanswered(one, error));
      }),
    );
    await Promise.all(numbered.filter(isCompiled).map(({ compiled: { one } }) => removePolicy(server, one)));
    const rejected = numbered.filter((one) => !isCompiled(one)).map(({ met }) => met);
    tally = [...asked, ...rejected].reduce(addTallies, tally);
    onProgress(from + count, Math.max(from + count, rules));
  }
  return tally;
}

/** Of which some are rejected. */
function rulesFor(cases: number): number {
  return Math.ceil((cases / objectsPerBatch / (100 - maxRejected)) * 100);
}

function inBatches(rules: readonly Compiled[]): readonly (readonly Compiled[])[] {
  return Array.from({ length: Math.ceil(rules.length / rulesPerBatch) }, (_, batch) =>
    rules.slice(batch * rulesPerBatch, (batch + 1) * rulesPerBatch),
  );
}
