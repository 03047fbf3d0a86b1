import { isSameMessage } from "../../compiler/simulator/testing/answer.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { applyCustomResourceDefinition, anything } from "../control-plane/crds.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { readEnvironment } from "../control-plane/environment.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { minorOf } from "../control-plane/version-differences.ts";
import { type CompiledCase, compileFamilies } from "./case-files.ts";
import { families as allFamilies } from "./families.ts";
import type { Family, LanguageCase } from "./language-case.ts";
import { partOfFamilies } from "./part-of-families.ts";
import { searchOf } from "../searches/search-of.ts";
import { group } from "./requests.ts";
import { applyPolicy } from "./policies-in-force.ts";
import { type Answer, type Asked, askServer } from "./server-answers.ts";

const isOldest = readEnvironment().kubernetesVersion === "1.30";

/**
 * All of them are asked of TypeScript, of local CEL and of the API server's evaluator in every run (language.test.ts,
 * language-oracle.test.ts), which is the server's own code.
 */
const { size } = isOldest ? searchOf("language-server-oldest") : searchOf("language-server");
const families = partOfFamilies(allFamilies, size);

/** Each of them is asked whether it is concerned whenever one is, so that more at once cost more than they save. */
const policiesAtOnce = 60;

describeWithServer("the language on a real API server", {}, (server) => {
  let byPrefix: Awaited<ReturnType<typeof compileFamilies>>;
  const answers = new Map<string, readonly Answer[]>();
  const prefixes = Object.keys(families);

  /**
   * This family and the next ones, until they have enough policies: it takes a second or two until the server goes by
   * them.
   */
  async function askFrom(prefix: string): Promise<void> {
    const together: Asked[] = [];
    const at = prefixes.indexOf(prefix);
    while (at < prefixes.length && together.flatMap(({ compiled }) => compiled).length < policiesAtOnce) {
      const [next = ""] = prefixes.splice(at, 1);
      const family = families[next];
      const compiled = [...(byPrefix.get(next)?.values() ?? [])];
      if (family !== undefined && !isTooOld(server(), family)) together.push({ prefix: next, family, compiled });
    }
    if (together.length === 0) return;
    for (const [name, said] of await askServer(server(), together)) answers.set(name, said);
  }

  beforeAll(async () => {
    byPrefix = await compileFamilies(families);
    await applyCustomResourceDefinition(server(), {
      group,
      kind: "Thing",
      plural: "things",
      scope: "Namespaced",
      versions: [
        // A list where the rule's types say map, text where they say number: all of it can be stored.
        { name: "v1", schema: anything },
        { name: "v2", schema: anything },
      ],
    });
  }, 600_000);
  for (const [prefix, family] of Object.entries(families)) {
    describe(family.title, () => {
      let compiled: ReadonlyMap<LanguageCase, CompiledCase>;
      beforeAll(async () => {
        compiled = byPrefix.get(prefix) ?? new Map();
        if (prefixes.includes(prefix)) await askFrom(prefix);
        // Iterations over thousands of entries by 42 policies take half a minute on a server that has nothing else to
        // do.
      }, 1_800_000);
      for (const one of family.cases)
        test(one.title, async () => {
          if (isTooOld(server(), family)) await checkDenial(server(), compiled.get(one));
          else checkCase({ one, family, prefix }, answers.get(compiled.get(one)?.name ?? "") ?? []);
        });
    });
  }
});

function isTooOld(server: ControlPlane, { kube }: Family): boolean {
  return kube !== undefined && minorOf(server) < kube;
}

/** What `--kube` is for: an older server does not know the functions. */
async function checkDenial(server: ControlPlane, compiled: CompiledCase | undefined): Promise<void> {
  if (compiled === undefined) throw new Error("not compiled");
  await expect(applyPolicy(server, compiled, "nobody")).rejects.toThrow(/undeclared reference to/);
}

interface Row {
  readonly one: LanguageCase;
  readonly family: Family;
  readonly prefix: string;
}

function checkCase({ one, family: { requests }, prefix }: Row, answers: readonly Answer[]): void {
  expect(answers.length).toBe(Object.keys(requests).length);
  for (const { request, typescript, server } of answers.filter((answer) => !isSameMessage(answer.typescript, answer.server)))
    expect(server, request).toBe(typescript);
  expect(answers.flatMap(({ request, server }) => (server === undefined ? [] : [request]))).toEqual(one.denies);
  for (const [name, text] of Object.entries(one.says ?? {}))
    expect(answers.find(({ request }) => request === name)?.server).toBe(
      `rule: ${text.replace("{namespace}", `language-${prefix}`)}`,
    );
}
