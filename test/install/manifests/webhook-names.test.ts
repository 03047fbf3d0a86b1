import { describe, expect, test } from "vitest";
import { compileFiles } from "../../fixtures/compile-files.ts";
import type { Tree } from "../../fixtures/tree.ts";
import { fallbackText } from "./compile-fallback.ts";

const byStage = `enforcement: { label: "stage", values: { lab: "warn", shop: "deny" }, otherwise: "audit" },`;

function policyText(name: string, rules: string, enforcement = ""): string {
  return `import { deletionPolicy, resource } from "holdfast";
const pods = resource({ group: "", version: "v1", resource: "pods" });
export default deletionPolicy({
  name: "${name}",
  match: [{ group: "apps", resource: "deployments" }],
  ${enforcement}
  overrides: { none: "the rule alone is asked" },
  rules: { ${rules} },
});
`;
}

const rule = (name: string, when = "denyWhen"): string =>
  `${name}: { ${when}: ({ cluster }) => cluster.exists(pods), message: "it is used" },`;

function compiled(policy: string, properties = ""): ReturnType<typeof compileFiles> {
  const tree: Tree = { "policies/fallback.ts": fallbackText(properties), "policies/used.ts": policy };
  return compileFiles(tree, ["policies"]);
}

function namesOf(policy: string): readonly string[] {
  const { diagnostics, fallback } = compiled(policy);
  expect(diagnostics).toEqual([]);
  return (fallback?.webhook?.configuration.webhooks ?? []).map(({ name }) => name).toSorted();
}

describe("no two webhooks have one name", () => {
  test("a rule that is enforced by a label, and one that is named as its level", () => {
    expect(namesOf(policyText("keep", rule("used") + rule("usedWarn"), byStage))).toEqual([
      "used--audit.keep.holdfast.dev",
      "used--warn.keep.holdfast.dev",
      "used-warn--audit.keep.holdfast.dev",
      "used-warn--warn.keep.holdfast.dev",
      "used-warn.keep.holdfast.dev",
      "used.keep.holdfast.dev",
    ]);
  });

  test("a rule that only warns, under two levels that come to the same for it", () => {
    expect(namesOf(policyText("keep", rule("used", "warnWhen"), byStage))).toEqual([
      "used--audit.keep.holdfast.dev",
      "used--warn.keep.holdfast.dev",
    ]);
  });

  test("a rule that would be called as one of a feature is denied where it stands", () => {
    const text = policyText("appcat", rule("managed"));
    const features = `appcat: { composites: [{ group: "example.com", resource: "composites" }], objects: [] },`;
    const { diagnostics } = compiled(text, features);
    expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
      "webhook-name: the webhook that rule `managed` needs cannot be called `managed.appcat.holdfast.dev`: a webhook of the fallback has that name",
    ]);
    expect(text.slice(diagnostics[0]?.span.start)).toMatch(/^managed: /);
    expect(compiled(text.replace('"appcat"', '"other"'), features).diagnostics).toEqual([]);
  });
});
