import { writeSync } from "node:fs";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { ControlPlane } from "../control-plane/control-plane.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { type ComparedPolicy, comparedPolicy } from "./comparison/compared-policy.ts";
import { askEverything } from "./comparison/comparison.ts";
import { costLimit, costlyObject, expressionThatCosts } from "./comparison/cost-limit.ts";
import { type Compared, findDifferences, findDrift } from "./comparison/differences.ts";
import { type Creation, createDocument, isBinding, putInForce } from "./comparison/policies-in-force.ts";
import { rejectedPolicies } from "./comparison/rejected-policies.ts";
import { tally } from "./comparison/tally.ts";
import { searchOf } from "../searches/search-of.ts";
import { type Oracle, type Rejection, startOracle } from "./oracle.ts";

/** Building the oracle takes a minute or two; the server answers some thousand requests twice. */
const setupTimeoutMs = 20 * 60_000;

/** Of a hundred requests. */
const { size } = searchOf("oracle-comparison");

describeWithServer("the oracle and a real API server", {}, (server) => {
  let oracle: Oracle;
  let compared: Compared & { readonly creations: readonly Creation[] };

  beforeAll(async () => {
    oracle = await startOracle({ kubernetes: minorVersion(server()) });
    compared = await askEverything(server(), oracle);
  }, setupTimeoutMs);

  afterAll(() => oracle.stop());

  test("say the same to every request", async () => {
    const differences = await findDifferences(compared);
    const counts = tally(compared.asked.map(({ answer }) => answer));
    show(`${describeOracle(oracle)} and the server: ${JSON.stringify(counts)}, ${differences.length} differences`);
    expect(differences.slice(0, 10)).toEqual([]);
    // The requests are worth comparing only if all this comes of them.
    const ofAll = (count: number): number => (count * size) / 100;
    expect(counts.requests).toBeGreaterThanOrEqual(ofAll(4_000));
    expect(counts.denied).toBeGreaterThanOrEqual(ofAll(1_000));
    expect(counts.warned).toBeGreaterThanOrEqual(ofAll(500));
    expect(counts.audited).toBeGreaterThanOrEqual(ofAll(200));
    expect(counts.admittedInSilence).toBeGreaterThanOrEqual(ofAll(500));
    expect(counts.failedExpressions).toBeGreaterThanOrEqual(ofAll(500));
    expect(counts.tooDear).toBeGreaterThanOrEqual(ofAll(5));
  });

  test("compile policies in the same way, though the oracle does it with a copy of the function", async () => {
    const own = await startOracle();
    try {
      expect(await findDrift({ ...compared, oracle: own })).toEqual([]);
    } finally {
      await own.stop();
    }
  });

  test("reject the same documents", async () => {
    const documents = rejectedPolicies.flatMap(({ policy, bindings }) => [policy, ...bindings]);
    const tried = await Promise.all(documents.map((document) => createDocument(server(), document, "?dryRun=All")));
    const creations = [...compared.creations, ...tried];
    const answers = await Promise.all(creations.map(({ document }) => rejectionOf(oracle, document)));
    show(`${creations.length} documents, ${creations.filter(({ status }) => status !== null).length} of them rejected`);
    // Words change from version to version; what is wrong does not.
    const relevant = oracle.isEmulated ? fieldsOf : wordsOf;
    expect(answers.map(relevant)).toEqual(creations.map(relevant));
  });

  test("count the same costs, to the unit, for an expression and for a policy", async () => {
    const [at, beyond] = await Promise.all([costLimit, costLimit + 1].map((cost) => expressionThatCosts(oracle, cost)));
    const policies = [
      costPolicy("at-limit", [at ?? ""]),
      costPolicy("beyond-limit", [beyond ?? ""]),
      costPolicy(
        "at-budget",
        Array.from({ length: 10 }, () => at ?? ""),
      ),
      costPolicy("beyond-budget-by-one", [...Array.from({ length: 10 }, () => at ?? ""), "has(object.nothing)"]),
    ];
    await putInForce(server(), policies);
    const messages = await Promise.all(policies.map(({ namespace }) => messageOf(server(), namespace)));
    expect(messages).toEqual([
      "as it should be",
      expect.stringContaining("resulted in error: operation cancelled: actual cost limit exceeded"),
      "as it should be",
      "validation failed due to running out of cost budget, no further validation rules will be run",
    ]);
  });
});

function minorVersion({ gitVersion }: ControlPlane): string {
  return gitVersion.replace(/^v(\d+\.\d+)\..*$/, "$1");
}

function describeOracle({ kubernetes, isEmulated }: Oracle): string {
  return `oracle ${kubernetes}${isEmulated ? " (emulated)" : ""}`;
}

function show(line: string): void {
  writeSync(2, `${line}\n`);
}

type Judged = Pick<Creation, "status" | "fields">;

async function rejectionOf(oracle: Oracle, document: object): Promise<Judged> {
  const documents = isBinding(document) ? { policies: [], bindings: [document] } : { policies: [document], bindings: [] };
  const { rejections } = await oracle.admit({ ...documents, inputs: [] });
  const [rejection]: readonly (Rejection | undefined)[] = rejections;
  return { status: rejection?.status ?? null, fields: rejection?.causes.map(({ field }) => field) ?? [] };
}

function wordsOf({ status, fields }: Judged): Judged {
  return { status, fields };
}

function fieldsOf({ status, fields }: Judged): object {
  return { code: status?.code, reason: status?.reason, fields };
}

function costPolicy(name: string, expressions: readonly string[]): ComparedPolicy {
  const created = {
    apiGroups: [""],
    apiVersions: ["v1"],
    operations: ["CREATE"],
    resources: ["configmaps"],
    resourceNames: [name],
  };
  return comparedPolicy(`cost-${name}`, {
    namespace: name,
    matchConstraints: { resourceRules: [created] },
    matchResources: {},
    validations: expressions.map((expression) => ({ expression, message: "as it should be" })),
  });
}

async function messageOf(server: ControlPlane, name: string): Promise<string> {
  const body = { ...costlyObject, metadata: { ...costlyObject.metadata, name } };
  const path = "/api/v1/namespaces/default/configmaps?dryRun=All";
  const response = await server.request({ method: "POST", path, body });
  return String(response.body["message"]).replace(/^.* denied request: /s, "");
}
