import { describe, expect, test } from "vitest";
import { del, update } from "../../compiler/simulator/testing/index.ts";
import { type Asked, askedPolicy } from "./asked.ts";
import { configMap, deniedBy, kept, policyWith } from "./kept-objects.ts";

describe("a label that every denial needs", () => {
  const selectorIn = (asked: Asked): readonly string[] =>
    [...asked.yaml.matchAll(/objectSelector:(.*(?:\n {6}.*)*)/g)].map(([, text = ""]) => text.trim());

  test("spares all other objects the evaluation, in the rules and in their guard", async () => {
    const asked = await askedPolicy(policyWith(`{ group: "", resource: "configmaps" }`));
    const selector = 'matchLabels:\n        keep: "yes"';
    // They are one policy; the other is about the Namespace.
    expect(selectorIn(asked)).toEqual([selector, "{}"]);
    expect(deniedBy(asked, del(configMap(kept)))).toEqual(["keep"]);
    expect(deniedBy(asked, del(configMap()))).toEqual([]);
    expect(deniedBy(asked, update(configMap(kept), configMap()))).toEqual(["releaseGuard"]);
  });

  // Whoever takes the label off leaves the rule with it, selector or not.
  test.each([`release: { off: "everybody may unmark" }`, `release: "clear-mark"`])("is a selector under %s", async (choice) => {
    const asked = await askedPolicy(policyWith(`{ group: "", resource: "configmaps" }`, `guards: { ${choice} },`));
    expect(selectorIn(asked)).toContain('matchLabels:\n        keep: "yes"');
    expect(deniedBy(asked, del(configMap(kept)))).toEqual(["keep"]);
    expect(deniedBy(asked, update(configMap(kept), configMap()))).toEqual([]);
    expect(deniedBy(asked, del(configMap()))).toEqual([]);
  });
});

describe("an annotation that every denial needs", () => {
  const keep = 'oldObject.metadata.annotations?.["example.com/keep"]';
  const asked = (condition: string): Promise<Asked> =>
    askedPolicy(`import { deletionPolicy, released } from "holdfast";
export default deletionPolicy({
  name: "keep",
  match: [{ group: "", resource: "configmaps" }],
  overrides: [released()],
  rules: { keep: { denyWhen: ({ oldObject }) => ${condition}, message: "it is kept" } },
});
`);
  const conditionsIn = ({ yaml }: Asked): readonly string[] =>
    [...yaml.matchAll(/- name: marked\n +expression: (.*)/g)].map(([, text = ""]) => text);
  const found = "oldObject.metadata.?annotations[?'example.com/keep']";
  const annotated = (value: string) => ({ annotations: { "example.com/keep": value } });

  test.each([
    [`${keep} === "yes"`, `${found}.orValue('') == 'yes'`],
    [`(${keep} ?? "no") !== "no"`, `${found}.hasValue()`],
    [`${keep} !== undefined && oldObject.metadata.labels?.["a"] !== "b"`, `${found}.hasValue()`],
    [`${keep} === "yes" || ${keep} === "always"`, `${found}.orValue('') in ['yes', 'always']`],
  ])("%s", async (condition, expected) => {
    const policy = await asked(condition);
    // The policy about the Namespace asks the same of each object that it looks up.
    expect(conditionsIn(policy)).toEqual([expected, "params.metadata.?annotations[?'example.com/keep'].hasValue()"]);
    expect(deniedBy(policy, del(configMap(annotated("yes"))))).toEqual(["keep"]);
    expect(deniedBy(policy, update(configMap(annotated("yes")), configMap()))).toEqual(["releaseGuard"]);
    expect(deniedBy(policy, del(configMap()))).toEqual([]);
  });

  test.each([
    [`${keep} !== "no"`, "an object without it"],
    [`${keep} === "yes" || oldObject.metadata.labels?.["a"] === "b"`, "a label instead"],
    [`oldObject.metadata.finalizers!.length > 0 && ${keep} === "yes"`, "what cannot be evaluated"],
    [`oldObject.metadata.labels?.["a"] === "b" && ${keep} === "yes"`, "a label, which selects"],
  ])("%s: none, for the sake of %s", async (condition) => {
    expect(conditionsIn(await asked(condition))).toEqual([]);
  });

  test("none where an object without it is let through by an override, which the audit log tells", async () => {
    const open = `overrides: [{ name: "unmarked", when: ({ oldObject }) => ${keep} !== "true", warning: "it has no mark" }],`;
    const policy = await askedPolicy(`import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "keep",
  match: [{ group: "", resource: "configmaps" }],
  ${open}
  rules: { keep: { denyWhen: ({ oldObject }) => oldObject.metadata.name === "one", message: "it is kept" } },
});
`);
    expect(policy.yaml).toContain("auditAnnotations:");
    expect(conditionsIn(policy)).toEqual([]);
    expect(deniedBy(policy, del(configMap(annotated("true"))))).toEqual(["keep"]);
    // The note in the audit log.
    expect(deniedBy(policy, del(configMap()))).toEqual(["unmarked"]);
  });
});
