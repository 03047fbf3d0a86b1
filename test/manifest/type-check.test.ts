import { expect, test } from "vitest";
import type { EmittedObject } from "../../compiler/manifest/kubernetes-objects.ts";
import { planFiles } from "../../compiler/manifest/build.ts";
import { newestMinor } from "../../compiler/ir/kubernetes-version.ts";
import { requireAccepted } from "../../compiler/manifest/type-check.ts";
import { newestVersion } from "../control-plane/kubernetes-versions.ts";
import { samplePolicy } from "./sample-policy.ts";

const sources = [{ file: "policies/a.ts", stem: "a", policies: [samplePolicy({ name: "a", policy: "a" })] }];
const [file] = planFiles(sources, { command: "npx holdfast compile policies", lineOf: () => 1 });
const policy = file?.objects?.[0];
if (policy?.kind !== "ValidatingAdmissionPolicy") throw new Error("the sample has no policy");
const { spec } = policy;

const withSpec = (more: object): EmittedObject => ({ ...policy, spec: { ...spec, ...more } }) as EmittedObject;
const [validation] = spec.validations;
const webhook = (expression: string): EmittedObject =>
  ({ kind: "ValidatingWebhookConfiguration", webhooks: [{ name: "w", matchConditions: [{ name: "c", expression }] }] }) as never;

test("what the compiler emits is accepted", () => {
  expect(() => requireAccepted([{ name: "a.yaml", objects: [policy] }], 30)).not.toThrow();
});

test.each<readonly [string, EmittedObject, RegExp]>([
  ["a validation", withSpec({ validations: [{ ...validation, expression: "null == ''" }] }), /1\.30 .*no matching overload/s],
  [
    "a validation that may be anything",
    withSpec({ validations: [{ ...validation, expression: "oldObject.a" }] }),
    /wants a bool and finds dyn/,
  ],
  ["a message", withSpec({ validations: [{ ...validation, messageExpression: "'a' + 1" }] }), /no matching overload/],
  [
    "a message that asks the authorizer",
    withSpec({ validations: [{ ...validation, messageExpression: "string(authorizer)" }] }),
    /undeclared/,
  ],
  [
    "a message that is no text",
    withSpec({ validations: [{ ...validation, messageExpression: "1" }] }),
    /wants a string and finds int/,
  ],
  ["a variable", withSpec({ variables: [{ name: "a", expression: "1 + 'a'" }] }), /no matching overload/],
  [
    "a variable that stands further down",
    withSpec({
      variables: [
        { name: "a", expression: "variables.b" },
        { name: "b", expression: "1" },
      ],
    }),
    /undefined field/,
  ],
  ["a match condition", withSpec({ matchConditions: [{ name: "c", expression: "variables.a" }] }), /undeclared reference/],
  [
    "a function that the oldest version does not have",
    withSpec({ validations: [{ ...validation, expression: "[2, 1].sort() == [1, 2]" }] }),
    /1\.30 /,
  ],
  ["a condition of a webhook", webhook("request.name"), /wants a bool and finds string/],
])("%s that API servers reject is a bug of ours, which names the file", (_, object, expected) => {
  const check = (): void => requireAccepted([{ name: "a.yaml", objects: [object] }], 30);
  expect(check).toThrow(expected);
  expect(check).toThrow(expect.objectContaining({ name: "InternalError", message: expect.stringMatching(/^a\.yaml: /) }));
});

test("functions of the target version are accepted", () => {
  const object = withSpec({ validations: [{ ...validation, expression: "[2, 1].sort() == [1, 2]" }] });
  expect(() => requireAccepted([{ name: "a.yaml", objects: [object] }], 35)).not.toThrow();
});

test("the newest version that is checked is the newest that is tested", () => {
  expect(newestVersion).toBe(`1.${newestMinor}`);
});
