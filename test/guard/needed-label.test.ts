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
