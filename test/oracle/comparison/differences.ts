import { isDeepStrictEqual } from "node:util";

import type { Oracle } from "../oracle.ts";
import type { Answer } from "./answer.ts";
import { type RecordedCase, type Context, askOracle } from "./ask-oracle.ts";
import type { ComparedPolicy } from "./compared-policy.ts";

export interface Compared {
  readonly oracle: Oracle;
  readonly policies: readonly ComparedPolicy[];
  readonly asked: readonly AnsweredCase[];
  readonly context: Context;
}

export interface AnsweredCase extends RecordedCase {
  /** That of the server. */
  readonly answer: Answer;
}

export interface Difference {
  readonly request: string;
  readonly server: Answer;
  readonly oracle: Answer | undefined;
}

/** Where server and oracle say different things. */
export async function findDifferences({ oracle, policies, asked, context }: Compared): Promise<readonly Difference[]> {
  const differences: Difference[] = [];
  for (const [namespace, together] of Map.groupBy(policies, (policy) => policy.namespace)) {
    const cases = asked.filter((one) => one.namespace === namespace);
    const inEachOrder: (readonly Difference[])[] = [];
    for (const order of ordersOf(together)) {
      inEachOrder.push(compare(cases, await askOracle(oracle, order, cases, context)));
    }
    // The server has one order of policies and bindings, for all requests.
    differences.push(...(inEachOrder.toSorted((a, b) => a.length - b.length)[0] ?? []));
  }
  return differences;
}

/**
 * Where our copy of the function that compiles policies makes an oracle say something else than the function itself.
 */
export async function findDrift({ oracle, policies, asked, context }: Compared): Promise<readonly Difference[]> {
  const differences: Difference[] = [];
  for (const [namespace, together] of Map.groupBy(policies, (policy) => policy.namespace)) {
    const cases = asked.filter((one) => one.namespace === namespace);
    const answers = await askOracle(oracle, together, cases, { ...context, compileAsServer: true });
    const ofServer = cases.flatMap((one, index) => (answers[index] === undefined ? [] : [{ ...one, answer: answers[index] }]));
    differences.push(...compare(ofServer, await askOracle(oracle, together, cases, context)));
  }
  return differences;
}

function compare(cases: readonly AnsweredCase[], answers: readonly Answer[]): readonly Difference[] {
  return cases.flatMap(({ namespace, act, answer: server }, index) => {
    const oracle = answers[index];
    const isSame = oracle !== undefined && isDeepStrictEqual(withoutChance(server), withoutChance(oracle));
    return isSame ? [] : [{ request: `${namespace}: ${act.title}`, server, oracle }];
  });
}

/** The name that the server made up when the request was recorded is not the one that it made up later. */
function withoutChance(answer: Answer): unknown {
  return JSON.parse(JSON.stringify(answer).replaceAll(/random-[a-z0-9]{5}/g, "random-*"));
}

/** Policies and their bindings in every order in which the server may have them. */
function ordersOf(policies: readonly ComparedPolicy[]): readonly (readonly ComparedPolicy[])[] {
  return permutations(policies).flatMap((order) =>
    order.reduce<readonly (readonly ComparedPolicy[])[]>(
      (orders, policy) =>
        orders.flatMap((before) => permutations(policy.bindings).map((bindings) => [...before, { ...policy, bindings }])),
      [[]],
    ),
  );
}

function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((first) => permutations(items.filter((each) => each !== first)).map((rest) => [first, ...rest]));
}
