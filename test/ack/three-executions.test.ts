import { afterAll, describe, expect, test } from "vitest";

import { evaluate } from "../../compiler/simulator/evaluate/index.ts";
import type { Input } from "../../compiler/simulator/evaluate/index.ts";
import policy from "../../policies/ack-prevent-delete.ts";
import { deleteOf, namespaceNamed } from "../../compiler/simulator/admission/index.ts";
import { evaluatorOf } from "../simulator/admission/policy-files.ts";
import { printFigures, secondsSince } from "./figures.ts";
import { type MatrixCase, expectedMessage, matrixCases, services } from "./matrix-cases.ts";
import { generatedText } from "./policies-in-force.ts";

/** What differs between the ways to delete, as admission sees them; a dry run and kubectl look like the first. */
const ways = [
  { way: "single", version: "v1alpha1", hasName: true },
  { way: "collection", version: "v1alpha1", hasName: false },
  { way: "second version", version: "v1alpha2", hasName: true },
] as const;

type Way = (typeof ways)[number];

const name = "data";
const set = { uid: "00000000-0000-4000-8000-000000000000", creationTimestamp: "2026-11-21T00:00:00Z" };

function inputOf({ kind, namespace = "", annotations, namespaceAnnotations }: MatrixCase, { version, hasName }: Way): Input {
  const apiVersion = `${kind.group}/${version}`;
  const metadata = { name, namespace, ...set, ...annotated(annotations) };
  return deleteOf(
    { apiVersion, kind: kind.kind, metadata, spec: kind.spec },
    {
      resource: { group: kind.group, version, resource: kind.plural },
      collection: !hasName,
      namespaceObject: namespaceNamed(namespace, { ...set, ...annotated(namespaceAnnotations) }),
    },
  );
}

/** The API server has no empty map of annotations. */
function annotated(annotations: Readonly<Record<string, string>>): object {
  return Object.keys(annotations).length === 0 ? {} : { annotations };
}

/** The rule and message of each denial. */
type Execution = (input: Input) => readonly string[];

const evaluator = evaluatorOf(generatedText("ack-prevent-delete"));

const executions: readonly { readonly what: string; readonly run: Execution }[] = [
  {
    what: "TypeScript",
    run: (input) =>
      evaluate(policy, input).map(({ policy: by, rule, action, message }) => `${by} ${action} ${rule} | ${message}`),
  },
  {
    what: "CEL of the generated YAML",
    run: (input) =>
      evaluator
        .evaluate(input)
        .findings.map(
          ({ admissionPolicy, action, message, code, reason }) =>
            `${admissionPolicy} ${action.toLowerCase()} ${code} ${reason} | ${message}`,
        ),
  },
];

function expected(each: MatrixCase, what: string): readonly string[] {
  const message = expectedMessage(each, name);
  if (message === undefined) return [];
  const said = what === "TypeScript" ? `deny ${each.expected.denial?.rule}` : "deny 403 Forbidden";
  return [`ack-prevent-delete ${said} | ${message}`];
}

describe.each(executions)("prevent-delete, 256 combinations of marks on two services, as $what", ({ what, run }) => {
  const start = performance.now();
  let decisions = 0;

  describe.each(services)("$kind", (kind) => {
    test.each(ways)("$way", (way) => {
      const cases = matrixCases(kind);
      const decided = cases.map((each) => [each.row, run(inputOf(each, way))]);
      expect(Object.fromEntries(decided)).toStrictEqual(
        Object.fromEntries(cases.map((each) => [each.row, expected(each, what)])),
      );
      decisions += decided.length;
    });
  });

  afterAll(() => printFigures(`ACK matrix: ${decisions} decisions of ${what}, ${secondsSince(start)}`));
});
