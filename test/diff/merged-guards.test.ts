import { describe, expect, test } from "vitest";
import { compareProtections } from "../../compiler/diff/compare.ts";
import { protectionsOf } from "../../compiler/diff/protections-of.ts";

const rule = (operation: string, resource: string) => ({
  apiGroups: [""],
  apiVersions: ["*"],
  operations: [operation],
  resources: [resource],
});

const isKept = "oldObject.metadata.?labels[?'keep'].orValue('') != 'yes'";
const staysKept = `${isKept} || object.metadata.?labels[?'keep'].orValue('') == 'yes'`;
const keep = (expression: string) => ({ expression, message: "keep: the request is denied by this rule" });
const guard = (expression: string) => ({ expression, message: "releaseGuard: the request is denied by this rule" });

function policyWith(name: string, resourceRules: readonly unknown[], validations: readonly unknown[]): readonly unknown[] {
  const spec = { failurePolicy: "Fail", matchConstraints: { resourceRules }, validations };
  return [
    { kind: "ValidatingAdmissionPolicy", metadata: { name }, spec },
    { kind: "ValidatingAdmissionPolicyBinding", metadata: { name }, spec: { policyName: name, validationActions: ["Deny"] } },
  ];
}

const [deletes, updates] = [rule("DELETE", "configmaps"), rule("UPDATE", "configmaps/*")];
const apart = [...policyWith("keep", [deletes], [keep(isKept)]), ...policyWith("keep-guard", [updates], [guard(staysKept)])];
const together = (ofGuard: string) =>
  policyWith(
    "keep",
    [deletes, updates],
    [keep(`request.operation != 'DELETE' || ${isKept}`), guard(`request.operation != 'UPDATE' || ${ofGuard}`)],
  );

test("a guard that has joined the rules of its policy protects what it protected before", () => {
  expect(compareProtections(protectionsOf(apart), protectionsOf(together(staysKept)))).toEqual([]);
});

test("and what it decides otherwise is seen, for its operation alone", () => {
  const changes = compareProtections(protectionsOf(apart), protectionsOf(together(isKept)));
  expect(changes.map(({ what, protection }) => [what, protection.rule, protection.operation])).toEqual([
    ["changed", "releaseGuard", "UPDATE"],
  ]);
});

test("a guard that is left out is lost", () => {
  const changes = compareProtections(protectionsOf(together(staysKept)), protectionsOf(apart.slice(0, 2)));
  expect(changes.map(({ what, protection }) => [what, protection.rule])).toEqual([["lost", "releaseGuard"]]);
});

const byLabel = (key: string): string =>
  `params.metadata.?labels[?'${key}'].orValue('') != 'yes' || request.operation == 'UPDATE' && object == oldObject`;
const ofNamespace = (key: string, of = "") => ({
  expression: byLabel(key),
  message: `namespaceGuard${of}: the request is denied by this rule`,
});
const namespaces = [rule("DELETE", "namespaces")];

function lookingUp(name: string, validations: readonly unknown[], keys: readonly string[]): readonly unknown[] {
  const [policy] = policyWith(name, namespaces, validations);
  const bindings = keys.map((key) => ({
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name: `${name}-${key}` },
    spec: {
      policyName: name,
      validationActions: ["Deny"],
      paramRef: { parameterNotFoundAction: "Allow", selector: { matchLabels: { [key]: "yes" } } },
    },
  }));
  return [policy, ...bindings];
}

const alone = [
  ...lookingUp("keep-a-guard-namespaces", [ofNamespace("a")], ["a"]),
  ...lookingUp("keep-b-guard-namespaces", [ofNamespace("b")], ["b"]),
];
const both = [ofNamespace("a", " of keep-a"), ofNamespace("b", " of keep-b")];
const shared = lookingUp("acme-guard-namespaces", both, ["a", "b"]);

const changesTo = (after: readonly unknown[], before = shared): readonly unknown[] =>
  compareProtections(protectionsOf(before), protectionsOf(after)).map(({ what, protection }) => [
    what,
    protection.rule,
    protection.policy,
  ]);

test("guards of several policies protect together what they protected apart, and the other way round", () => {
  expect(changesTo(shared, alone)).toEqual([]);
  expect(changesTo(alone, shared)).toEqual([]);
});

test("one that leaves the others is lost, under the name of its policy", () => {
  expect(changesTo(lookingUp("acme-guard-namespaces", both.slice(0, 1), ["a"]))).toEqual([["lost", "namespaceGuard", "keep-b"]]);
});

test("one whose label nothing selects any more has changed, and so has one that looks at another label", () => {
  expect(changesTo(lookingUp("acme-guard-namespaces", both, ["a"]))).toEqual([["changed", "namespaceGuard", "keep-b"]]);
  const other = [ofNamespace("a", " of keep-a"), ofNamespace("c", " of keep-b")];
  expect(changesTo(lookingUp("acme-guard-namespaces", other, ["a", "c"]))).toEqual([["changed", "namespaceGuard", "keep-b"]]);
});

test("what is asked about the label that is selected, too, decides the same", () => {
  const asked = both.map(({ expression, message }, at) => ({
    expression: `${expression} || !params.metadata.?labels[?'${"ab"[at]}'].hasValue() || !(params.metadata.labels['${"ab"[at]}'] in ['yes'])`,
    message,
  }));
  expect(changesTo(lookingUp("acme-guard-namespaces", asked, ["a", "b"]))).toEqual([]);
});

describe("annotations that what is looked up is asked for first", () => {
  const ofAnnotation = (key: string) => {
    const { expression, message } = ofNamespace(key, ` of keep-${key}`);
    return { expression: expression.replace("labels", "annotations"), message };
  };
  const marked = (expression: string, keys: readonly string[]) => {
    const [policy, ...bindings] = policyWith("acme-guard-namespaces", namespaces, keys.map(ofAnnotation)) as readonly {
      readonly spec: object;
    }[];
    return [{ ...policy, spec: { ...policy?.spec, matchConditions: [{ name: "marked", expression }] } }, ...bindings];
  };
  const list = (keys: readonly string[]) =>
    `params.metadata.?annotations.hasValue() && [${keys.map((key) => `'${key}'`).join(", ")}].exists(key, key in params.metadata.annotations)`;
  const ofBoth = (asked: readonly string[]) => marked(list(asked), ["a", "b"]);

  test("are those of each policy alone", () => {
    const single = marked("params.metadata.?annotations[?'a'].hasValue()", ["a"]);
    expect(changesTo(ofBoth(["a", "b"]), single)).toEqual([["gained", "namespaceGuard", "keep-b"]]);
  });

  test("in however many lines they are written", () => {
    const broken = list(["a", "b"]).replace("&& ", "&&\n").replace("(key, ", "(key,\n  ").replace(/\)$/, "\n)");
    expect(changesTo(marked(broken, ["a", "b"]), ofBoth(["a", "b"]))).toEqual([]);
  });

  test.each([
    "params.metadata.?annotations[?'a'].orValue('') == 'never'",
    "params.metadata.?annotations[?'a'].hasValue() && false",
  ])("%s is another condition", (condition) => {
    const single = marked("params.metadata.?annotations[?'a'].hasValue()", ["a"]);
    expect(changesTo(marked(condition, ["a"]), single)).toEqual([["changed", "namespaceGuard", "keep-a"]]);
  });

  test("and whose is not asked for any more has changed", () => {
    expect(changesTo(ofBoth(["b"]), ofBoth(["a", "b"]))).toEqual([["changed", "namespaceGuard", "keep-a"]]);
  });
});
