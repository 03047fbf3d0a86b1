import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import type { CompiledCase } from "../language/case-files.ts";
import type { Family } from "../language/language-case.ts";
import { group } from "../language/requests.ts";
import { type Answer, askServer, removePolicy } from "../language/server-answers.ts";
import { tallyOfCases, tallyOfRule } from "./ask-rules.ts";
import type { Execution, Said } from "./execution.ts";
import { generateRequests, generateRules, objectsPerRule } from "./generate.ts";
import type { GeneratedRequest } from "./objects.ts";
import { type CompiledRule, compileRules } from "./rule-files.ts";
import { objectType } from "./rule-text.ts";
import { type SearchOptions, mostRefused } from "./search.ts";
import { type Tally, addTallies, emptyTally } from "./tally.ts";

/** Rules that are compiled, put in force and asked together: a policy takes effect after a second, and so do a hundred. */
const waveSize = 120;
/** Their warnings together, of 400 bytes each and of 110 for being in force, stay below the 4 KiB that the server sends. */
const rulesPerBatch = 6;
/** The rules of a batch meet the same objects; here fewer than elsewhere, since rules are what is cheap. */
const objectsPerBatch = 4;

const schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

/** Compares a real API server with the executions, of the object as the server stored it. */
export async function searchServer(
  server: ControlPlane,
  { cases, seed, kube, executions }: Omit<SearchOptions, "asksOracle"> & { readonly executions: readonly Execution[] },
  onProgress: (rules: number, of: number) => void = () => {},
): Promise<Tally> {
  const version = { name: "v1", schema };
  await applyCustomResourceDefinition(server, {
    group,
    kind: "Thing",
    plural: "things",
    scope: "Namespaced",
    versions: [version],
  });
  const rules = Math.ceil((cases / objectsPerBatch / (100 - mostRefused)) * 100);
  let tally = emptyTally;
  for (let from = 0; from < rules; from += waveSize) {
    const count = Math.min(waveSize, rules - from);
    const compiled = await compileRules(generateRules({ seed, kube }, from, count), { kube, prefix: `wave-${from}` });
    const numbered = compiled.map((one, at): Numbered => ({ compiled: one, at: from + at, met: tallyOfRule(one) }));
    const batches = [...Map.groupBy(numbered.filter(isCompiled), ({ compiled: { rule } }) => rule.kind.name).values()].flatMap(
      inBatches,
    );
    const asked = await Promise.all(batches.map((batch) => askBatch(server, { batch, seed, executions })));
    const refused = numbered.filter((one) => !isCompiled(one)).map(({ met }) => met);
    tally = [...asked, ...refused].reduce(addTallies, tally);
    onProgress(from + count, rules);
  }
  return tally;
}

interface Numbered {
  readonly compiled: CompiledRule;
  readonly at: number;
  readonly met: Tally;
}

type Compiled = Numbered & { readonly compiled: { readonly one: CompiledCase } };

function isCompiled(one: Numbered): one is Compiled {
  return "one" in one.compiled;
}

function inBatches(rules: readonly Compiled[]): readonly (readonly Compiled[])[] {
  return Array.from({ length: Math.ceil(rules.length / rulesPerBatch) }, (_, batch) =>
    rules.slice(batch * rulesPerBatch, (batch + 1) * rulesPerBatch),
  );
}

interface Batch {
  readonly batch: readonly Compiled[];
  readonly seed: number;
  readonly executions: readonly Execution[];
}

/** All rules of a batch are of one kind. */
async function askBatch(server: ControlPlane, { batch, seed, executions }: Batch): Promise<Tally> {
  const [first] = batch;
  if (first === undefined) return emptyTally;
  const { kind } = first.compiled.rule;
  const requests = generateRequests(seed, first.at, kind).slice(0, Math.min(objectsPerBatch, objectsPerRule));
  const titled = requests.map(({ request }, at) => [`object ${at}`, request] as const);
  const family: Family = {
    title: kind.name,
    ...(kind.isTyped ? { type: objectType } : {}),
    ...(kind.operation === undefined ? {} : { operation: kind.operation }),
    ...(kind.action === undefined ? {} : { action: kind.action }),
    requests: Object.fromEntries(titled),
    cases: [],
  };
  const compiled = batch.map(({ compiled: { one } }) => one);
  let tally = emptyTally;
  try {
    const answers = await askServer(server, { prefix: `batch-${first.at}`, family, compiled });
    for (const one of batch)
      tally = addTallies(tally, await tallyOfAnswers(one, { requests, executions }, answers.get(one.compiled.one.name) ?? []));
  } catch (error) {
    const said = requests.map(() => ({ "API server": { unanswered: String(error) } }));
    for (const { compiled: one, at, met } of batch)
      tally = addTallies(tally, tallyOfCases({ rule: one.rule, at, met }, requests, said));
  }
  await Promise.all(compiled.map((one) => removePolicy(server, one)));
  return tally;
}

interface Asked {
  readonly requests: readonly GeneratedRequest[];
  readonly executions: readonly Execution[];
}

async function tallyOfAnswers(
  { compiled, at, met }: Compiled,
  { requests, executions }: Asked,
  answers: readonly Answer[],
): Promise<Tally> {
  const inputs = answers.map(({ input }) => input);
  const others = await Promise.all(
    executions.map(async (execution) => [execution.name, await execution.ask(compiled.one, inputs)] as const),
  );
  const said = answers.map((answer, object): Readonly<Record<string, Said>> => {
    const local = others.map(([name, all]): [string, Said] => [name, all[object] ?? { unanswered: "nothing" }]);
    return Object.fromEntries([...local, ["API server", serverSaid(answer.server)]]);
  });
  return tallyOfCases({ rule: compiled.rule, at, met }, requests, said);
}

function serverSaid(message: string | undefined): Said {
  const isError = message?.startsWith("expression '") === true && message.includes("resulted in error: ");
  return { message, ...(isError ? { error: message } : {}) };
}
