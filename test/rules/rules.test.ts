import { describe, expect, test } from "vitest";
import { problemsOf } from "../fixtures/compile-files.ts";
import { leftoversIn } from "../plan/leftovers-in.ts";
import { documentsOf } from "../simulator/admission/policy-files.ts";
import type { Input } from "../../compiler/simulator/evaluate/index.ts";
import { type Situation, situationsOf } from "./case-objects.ts";
import { answerInCel, answerInTypeScript, compilation, inputOf } from "./executions.ts";
import { fieldRules } from "./field-rules.ts";
import { generatedTypeRules } from "./generated-type-rules.ts";
import { kindRules } from "./kind-rules.ts";
import { moreKindRules } from "./more-kind-rules.ts";
import { metadataRules } from "./metadata-rules.ts";
import { requestRules } from "./request-rules.ts";
import type { RuleTable } from "./rule-cases.ts";

const tables = [...metadataRules, ...requestRules, ...fieldRules, ...kindRules, ...moreKindRules, generatedTypeRules];

test("the rules compile, and there is a table for each", () => {
  expect(problemsOf(compilation)).toEqual([]);
  expect(compilation.policies.map(({ name }) => name).toSorted()).toEqual(tables.map(({ policy }) => policy).toSorted());
});

test("nothing is left over in what they become", () => {
  const { policies } = documentsOf(
    ...compilation.files.filter(({ name }) => name.endsWith(".yaml") && name !== "kustomization.yaml").map(({ text }) => text),
  );
  expect(policies.flatMap(leftoversIn)).toEqual([]);
});

describe.each(tables)("$policy", (table) => {
  test.each(situationsOf(table).map((situation) => [situation.rule.title, situation] as const))("%s", async (_, situation) => {
    const { denied, warned } = situation;
    const input = storedInput(situation);
    expect({ typescript: await answerInTypeScript(situation, input), cel: answerInCel(situation, input) }).toEqual({
      typescript: { denied, warned },
      cel: { denied, warned },
    });
  });
});

// All of them are in force at once on the server, which names whichever denial comes first.
test("an object is denied by the policy of its own table alone", () => {
  const denials = tables.flatMap(situationsOf).flatMap((situation) =>
    tables
      .filter((other) => other !== situation.table && isSameResource(other, situation.table))
      .flatMap(({ policy }) => {
        const { denied } = answerInCel(situation, storedInput(situation), policy);
        return denied === undefined ? [] : [`${situation.table.policy}, ${situation.rule.title}: ${policy} says ${denied}`];
      }),
  );
  expect(denials).toEqual([]);
});

function isSameResource(one: RuleTable, other: RuleTable): boolean {
  return one.apiVersion === other.apiVersion && one.plural === other.plural;
}

function storedInput(situation: Situation): Input {
  const { object } = situation;
  const metadata = {
    uid: "6b1c1f5e-0000-4000-8000-000000000000",
    creationTimestamp: "2026-11-21T00:00:00Z",
    ...object.metadata,
  };
  return inputOf(situation, { ...object, metadata, ...defaults(object) });
}

/** What the API server fills in and a rule reads. */
function defaults({ kind, spec }: { readonly kind: string; readonly spec?: unknown }): object {
  return kind === "StatefulSet" ? { spec: { replicas: 1, ...(spec as object) } } : {};
}
