import { describe, expect, test } from "vitest";
import {
  AdmissionEvaluator,
  type UntypedObject,
  createOf,
  deleteOf,
  namespaceNamed,
  updateOf,
} from "../../../compiler/simulator/admission/index.ts";
import { CelCompileError, NotEvaluatedHere } from "../../../compiler/cel/index.ts";
import { oldestKube } from "./policy-files.ts";
import { type Sample, sampleDocuments } from "./sample-documents.ts";

const configMap: UntypedObject = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "c", namespace: "shop", uid: "u", labels: { keep: "yes" } },
  data: { n: "1" },
};
const configMaps = { group: "", version: "v1", resource: "configmaps" };
const plainDelete = deleteOf(configMap, { resource: configMaps });

const answerOf = (sample: Sample, input = plainDelete) =>
  new AdmissionEvaluator(sampleDocuments(sample), { kube: oldestKube }).evaluate(input);
const evaluate = (sample: Sample, input = plainDelete) => answerOf(sample, input).findings;
const messages = (sample: Sample, input = plainDelete) => evaluate(sample, input).map(({ message }) => message);
const holds = (expression: string, input = plainDelete): boolean =>
  evaluate({ validations: [{ expression }] }, input).length === 0;

const withMessage = (messageExpression: string, message?: string): readonly string[] =>
  messages({ validations: [{ expression: " false ", messageExpression, ...(message !== undefined && { message }) }] });
const conditions = (...expressions: readonly string[]): readonly object[] =>
  expressions.map((expression, at) => ({ name: `c${at}`, expression }));
const missing = (field: string): string => `expression 'oldObject.${field} == 1' resulted in error: no such key: ${field}`;

describe("what the audit log holds", () => {
  const annotations = (auditAnnotations: Readonly<Record<string, string>>, more: Sample = {}) =>
    answerOf({ validations: [{ expression: "true" }], auditAnnotations, ...more });

  test("values by policy and key, without white space around them; nothing that is empty", () => {
    const variables = { name: "oldObject.metadata.name" };
    const written = { told: "' ' + string(variables.name) + ' '", blank: "'  '", none: "null", chosen: "false ? 'a' : ''" };
    const { auditAnnotations, denial } = annotations(written, { variables });
    expect([auditAnnotations, denial]).toEqual([{ "sample/told": "c" }, undefined]);
  });

  test("nothing of a policy whose conditions do not hold, or that has no binding", () => {
    expect(annotations({ told: "'a'" }, { matchConditions: conditions("false") }).auditAnnotations).toEqual({});
    expect(annotations({ told: "'a'" }, { bindings: {} }).auditAnnotations).toEqual({});
  });

  test("at most 10 KiB of a value", () => {
    const { auditAnnotations } = annotations({ told: `'${"a".repeat(11_000)}'` });
    expect(auditAnnotations["sample/told"]).toHaveLength(10 * 1024);
  });

  test("a value that cannot be evaluated denies, whatever the binding says, but where failures are ignored", () => {
    const failing = { told: "string(oldObject.data.missing)" };
    const bindings = { audits: ["Audit"] };
    expect(annotations(failing, { bindings }).denial).toMatchObject({ code: 422, reason: "Invalid" });
    expect(annotations(failing, { bindings }).denial?.message).toContain("with binding 'audits' denied request: expression");
    expect(annotations(failing, { bindings, failurePolicy: "Ignore" }).denial).toBeUndefined();
  });

  test("the authorizer cannot be asked, nor by a variable that is read", () => {
    const variables = { may: "authorizer.path('/x').check('get').allowed()" };
    expect(() => annotations({ told: "variables.may ? 'a' : ''" }, { variables })).toThrow(NotEvaluatedHere);
  });
});

describe("what the client hears", () => {
  const validations = [
    { expression: "true", message: "never" },
    { expression: "false", message: "first", reason: "Forbidden" },
    { expression: "oldObject.data.missing == 1", message: "not said" },
    { expression: "false", message: "third" },
  ];
  const error = "expression 'oldObject.data.missing == 1' resulted in error: no such key: missing";

  test("all that does not hold, in order; of the denials the first is reported", () => {
    const common = { admissionPolicy: "sample", binding: "sample", action: "Deny" };
    const failed = { message: error, reason: "Invalid", code: 422, expressionError: "no such key: missing" };
    expect(evaluate({ validations })).toEqual([
      { ...common, validation: 1, message: "first", reason: "Forbidden", code: 403, isReported: true },
      { ...common, ...failed, validation: 2, isReported: false },
      { ...common, validation: 3, message: "third", reason: "Invalid", code: 422, isReported: false },
    ]);
  });

  test("the status of the first denial", () => {
    expect(answerOf({ validations }).denial).toEqual({
      code: 403,
      reason: "Forbidden",
      message: "configmaps \"c\" is forbidden: ValidatingAdmissionPolicy 'sample' with binding 'sample' denied request: first",
    });
  });

  test("every warning", () => {
    const findings = evaluate({ validations, bindings: { w: ["Warn"] } });
    expect(findings.map(({ action, message, isReported }) => [action, message, isReported])).toEqual([
      ["Warn", "first", true],
      ["Warn", error, true],
      ["Warn", "third", true],
    ]);
  });

  test("each binding in turn; what is only audited is not reported", () => {
    const sample = {
      validations: [{ expression: "false", message: "m" }],
      bindings: { a: ["Audit"], b: ["Warn", "Audit"], c: ["Deny"], d: ["Deny"] },
    };
    expect(evaluate(sample).map(({ binding, action, isReported }) => [binding, action, isReported])).toEqual([
      ["a", "Audit", false],
      ["b", "Warn", true],
      ["b", "Audit", false],
      ["c", "Deny", true],
      ["d", "Deny", false],
    ]);
  });

  test("a denial, where a message cannot be said here, if somebody asks for it", () => {
    const messageExpression = "string(timestamp('2026-01-01T00:00:00Z').getHours('Europe/Berlin'))";
    expect(evaluate({ validations: [{ expression: "true", messageExpression }] })).toEqual([]);
    expect(() => evaluate({ validations: [{ expression: "false", messageExpression }] })).toThrow(NotEvaluatedHere);
  });

  test("nothing without a binding", () => {
    expect(evaluate({ validations, bindings: {} })).toEqual([]);
  });

  test("under Ignore errors are nothing, and what is false still counts", () => {
    expect(messages({ validations, failurePolicy: "Ignore" })).toEqual(["first", "third"]);
  });
});

/** apiserver: pkg/admission/plugin/policy/validating/validator.go */
describe("the message", () => {
  test.each([
    ["is the expression's text, trimmed", "'  kept: ' + oldObject.metadata.name + '\\u0085\\n'", "kept: c"],
    ["is not trimmed of a byte order mark, which Go takes for text", "'\\ufeffx'", "\ufeffx"],
    ["is the static one where the expression has several lines", "'a\\nb'", "static"],
    ["is the static one where the expression is empty", "' \\t'", "static"],
    ["is the static one where the expression fails", "oldObject.data.missing", "static"],
    ["may have 5 KiB", `'${"é".repeat(2560)}'`, "é".repeat(2560)],
    ["is the static one beyond 5 KiB", `'${"é".repeat(2560)}x'`, "static"],
  ])("%s", (_, messageExpression, expected) => {
    expect(withMessage(messageExpression, " static ")).toEqual([expected]);
  });

  test("names the expression where there is no text at all", () => {
    expect(withMessage("''")).toEqual(["failed expression: false"]);
    expect(messages({ validations: [{ expression: " false " }] })).toEqual(["failed expression: false"]);
  });
});

describe("match conditions", () => {
  const validations = [{ expression: "false", message: "m" }];

  test("must all hold; one that is false outweighs errors", () => {
    expect(
      messages({ validations, matchConditions: conditions("request.operation == 'DELETE'", "oldObject.kind == 'ConfigMap'") }),
    ).toEqual(["m"]);
    expect(messages({ validations, matchConditions: conditions("oldObject.x", "false") })).toEqual([]);
  });

  test("deny with all their errors, each text once, or under Ignore leave the policy out", () => {
    const failing = conditions("oldObject.x == 1", "true", "oldObject.y == 1", "oldObject.x == 1");
    expect(messages({ validations, matchConditions: failing })).toEqual([`[${missing("x")}, ${missing("y")}]`]);
    expect(messages({ validations, matchConditions: conditions("oldObject.x == 1") })).toEqual([missing("x")]);
    expect(messages({ validations, matchConditions: failing, failurePolicy: "Ignore" })).toEqual([]);
  });

  test("see no Namespace and no variables", () => {
    expect(messages({ validations, matchConditions: conditions("namespaceObject == null") })).toEqual(["m"]);
    expect(() => messages({ validations, variables: { a: "true" }, matchConditions: conditions("variables.a") })).toThrow(
      CelCompileError,
    );
  });

  test("see the resource as the client asked for it, and the kind as the policy matched it", () => {
    const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["*"], scope: "*" };
    const sample = {
      constraints: { resourceRules: [rule] },
      validations: [{ expression: "request.resource.version != 'v1'", message: "m" }],
    };
    const through = deleteOf(configMap, { resource: configMaps, through: "v0" });
    const seen = "request.resource.version == 'v0' && request.kind.version == 'v1'";
    expect(messages({ ...sample, matchConditions: conditions(seen) }, through)).toEqual(["m"]);
  });
});

describe("variables", () => {
  test("are evaluated when they are read; an error of theirs passes on", () => {
    const variables = { unused: "oldObject.x", used: "oldObject.y", via: "variables.used == 1" };
    const validations = [{ expression: "true || variables.via" }, { expression: "variables.via" }];
    expect(evaluate({ variables, validations }).map(({ expressionError }) => expressionError)).toEqual([
      'composited variable "via" fails to evaluate: composited variable "used" fails to evaluate: no such key: y',
    ]);
  });

  test("see only those above them", () => {
    const validations = [{ expression: "variables.a == 1" }];
    expect(() => evaluate({ variables: { a: "variables.b", b: "1" }, validations })).toThrow("undefined field 'b'");
    expect(() => evaluate({ variables: { a: "variables.a" }, validations })).toThrow(CelCompileError);
  });

  test("an optional in a variable is not opened by what follows", () => {
    const variables = { labels: "oldObject.metadata.?labels", plain: "oldObject.metadata.?labels.orValue({})" };
    const validations = [
      { expression: "variables.labels[?'keep'].orValue('') != 'yes'", message: "optional" },
      { expression: "variables.plain[?'keep'].orValue('') != 'yes'", message: "plain" },
    ];
    expect(messages({ variables, validations })).toEqual(["plain"]);
  });
});

describe("what expressions see", () => {
  test("object is null on DELETE, oldObject on CREATE, neither on UPDATE", () => {
    expect(holds("object == null && oldObject.data.n == '1'")).toBe(true);
    expect(holds("oldObject == null && object.data.n == '1'", createOf(configMap, { resource: configMaps }))).toBe(true);
    expect(holds("object != null && oldObject != null", updateOf(configMap, configMap, { resource: configMaps }))).toBe(true);
  });

  test("keys of the request that would be empty are absent", () => {
    const collection = deleteOf(configMap, { resource: configMaps, collection: true });
    expect(holds("!has(request.name) && !has(request.subResource) && !has(request.userInfo.uid)", collection)).toBe(true);
    expect(messages({ validations: [{ expression: "request.name != 'x'" }] }, collection)).toEqual([
      "expression 'request.name != 'x'' resulted in error: no such key: name",
    ]);
    expect(holds("request.resource.group == '' && request.dryRun == false")).toBe(true);
    expect(
      holds(
        "request.requestSubResource == 'status'",
        updateOf(configMap, configMap, { resource: configMaps, subResource: "status" }),
      ),
    ).toBe(true);
  });

  test("the Namespace as far as it is declared", () => {
    const namespaceObject = namespaceNamed("shop", { annotations: { a: "b" }, finalizers: [], ownerReferences: [{ name: "x" }] });
    const input = deleteOf(configMap, { resource: configMaps, namespaceObject });
    expect(holds("namespaceObject.metadata.annotations.a == 'b' && namespaceObject.status.phase == 'Active'", input)).toBe(true);
    expect(
      holds("has(namespaceObject.metadata.finalizers) || namespaceObject.metadata.?deletionTimestamp.hasValue()", input),
    ).toBe(false);
  });

  test("no Namespace for a Namespace and other cluster-scoped objects; a namespaced one must have it", () => {
    const namespaces = { group: "", version: "v1", resource: "namespaces" };
    expect(
      holds("namespaceObject == null && request.namespace == 'shop'", deleteOf(namespaceNamed("shop"), { resource: namespaces })),
    ).toBe(true);
    expect(() => holds("true", { request: plainDelete.request })).toThrow("404");
  });
});
