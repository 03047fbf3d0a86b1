import type { ControlPlane } from "../control-plane/control-plane.ts";
import type { CompiledCase } from "../language/case-files.ts";
import type { Family } from "../language/language-case.ts";
import { type Answer, type Batch, askBatch, putInForce, storeAll } from "../language/server-answers.ts";
import { tallyOfCases } from "./ask-rules.ts";
import type { Execution, Said } from "./execution.ts";
import { generateRequests } from "./generate.ts";
import type { GeneratedRequest } from "./objects.ts";
import type { CompiledRule } from "./rule-files.ts";
import type { RuleKind } from "./rule-kind.ts";
import { objectType } from "./rule-text.ts";
import { type Tally, addTallies, emptyTally } from "./tally.ts";

/** The rules of a batch meet the same objects; here fewer than elsewhere, since each has to be stored. */
export const objectsPerBatch = 25;

export interface Numbered {
  readonly compiled: CompiledRule;
  readonly at: number;
  readonly met: Tally;
}

export type Compiled = Numbered & { readonly compiled: { readonly one: CompiledCase } };

export function isCompiled(one: Numbered): one is Compiled {
  return "one" in one.compiled;
}

/** Rules of one kind, and what they are asked about. */
export interface Asked {
  readonly rules: readonly Compiled[];
  readonly requests: readonly GeneratedRequest[];
  readonly family: Family;
  readonly prefix: string;
}

export function askedOf(rules: readonly Compiled[], seed: number): Asked {
  const [first] = rules as readonly [Compiled];
  const { kind } = first.compiled.rule;
  const requests = generateRequests(seed, first.at, kind).slice(0, objectsPerBatch).map(sendable);
  const prefix = `batch-${first.at}`;
  return { rules, requests, family: familyOf(kind, requests), prefix };
}

/** Nobody without a name can be impersonated. */
function sendable(one: GeneratedRequest): GeneratedRequest {
  return one.request.user === "" ? { ...one, request: { ...one.request, user: "a" } } : one;
}

function familyOf(kind: RuleKind, requests: readonly GeneratedRequest[]): Family {
  const titled = requests.map(({ request }, at) => [`object ${at}`, request] as const);
  return {
    title: kind.name,
    ...(kind.isTyped ? { type: objectType } : {}),
    ...(kind.operation === undefined ? {} : { operation: kind.operation }),
    ...(kind.action === undefined ? {} : { action: kind.action }),
    requests: Object.fromEntries(titled),
    cases: [],
  };
}

export async function enforce(server: ControlPlane, { rules, family, prefix }: Asked): Promise<Batch> {
  const places = await storeAll(server, { prefix, family });
  const batch: Batch = { family, places, users: prefix, compiled: rules.map(({ compiled: { one } }) => one) };
  await putInForce(server, batch);
  return batch;
}

export async function ask(server: ControlPlane, asked: Asked, batch: Batch, executions: readonly Execution[]): Promise<Tally> {
  const answers = await askBatch(server, batch);
  const { requests } = asked;
  let tally = emptyTally;
  for (const one of asked.rules)
    tally = addTallies(tally, await tallyOfAnswers(one, { requests, executions }, answers.get(one.compiled.one.name) ?? []));
  return tally;
}

/** Nothing is known of these rules: the server does not take one of them, or does not put it in force. */
export function unanswered({ rules, requests }: Asked, error: unknown): Tally {
  const said = requests.map(() => ({ "API server": { unanswered: String(error) } }));
  return rules
    .map(({ compiled: { rule }, at, met }) => tallyOfCases({ rule, at, met }, requests, said))
    .reduce(addTallies, emptyTally);
}

async function tallyOfAnswers(
  { compiled, at, met }: Compiled,
  { requests, executions }: Pick<Asked, "requests"> & { readonly executions: readonly Execution[] },
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
