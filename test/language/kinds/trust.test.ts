import { describe, expect, test } from "vitest";
import { compileFiles } from "../../fixtures/compile-files.ts";
import type { Tree } from "../../fixtures/tree.ts";

interface Setting {
  /** Of the policy; `Deployment` unless told. */
  readonly type?: string;
  readonly match?: string;
  /** Declarations before the policy. */
  readonly before?: string;
  readonly modules?: Tree;
  readonly rule?: string;
}

const exact = `[{ group: "apps", version: "v1", resource: "deployments" }]`;

/** The CEL of a rule over a Deployment's replicas, with its variables. */
function celOf({ type = "Deployment", match = exact, before = "", modules = {}, rule }: Setting): string {
  const text = `import { type KubernetesObject, deletionPolicy } from "holdfast";
import type { Deployment } from "holdfast/kinds";
${before}
export default deletionPolicy<${type}>({
  name: "trust",
  match: ${match},
  overrides: { none: "the rule alone is asked" },
  rules: { example: { denyWhen: ${rule ?? "({ oldObject }) => (oldObject.spec?.replicas ?? 1) > 0"}, message: "no" } },
});
export type Used = Deployment | KubernetesObject;`;
  const { diagnostics, files } = compileFiles({ "trust.ts": text, ...modules }, ["trust.ts"]);
  expect(diagnostics).toEqual([]);
  return files.find(({ name }) => name === "trust.yaml")?.text ?? "";
}

const tested = "type(oldObject.?spec.orValue(null)) == map";
const untested = "oldObject.?spec.?replicas.orValue(1) <= 0";

describe("a field of holdfast/kinds is tested for its type", () => {
  test.each<readonly [string, Setting]>([
    ["no, where the policy is about exactly that resource", {}],
    ["no, about its status", { match: `[{ group: "apps", version: "v1", resource: "deployments/status" }]` }],
    ["no, under another name", { type: "Mine", before: "type Mine = Deployment;" }],
  ])("%s", (_, setting) => {
    const cel = celOf(setting);
    expect(cel).toContain(untested);
    expect(cel).not.toContain("type(");
  });

  test.each<readonly [string, Setting]>([
    ["yes, with every resource of the group", { match: `[{ group: "apps", version: "v1", resource: "*" }]` }],
    ["yes, with a pattern of groups", { match: `[{ group: "*.example.com", version: "v1", resource: "deployments" }]` }],
    [
      "yes, with a pattern beside it",
      { match: `[${exact.slice(1, -1)}, { group: "*.example.com", version: "v1", resource: "deployments" }]` },
    ],
    ["yes, with every subresource", { match: `[{ group: "apps", version: "v1", resource: "deployments/*" }]` }],
    ["yes, with a subresource of another kind", { match: `[{ group: "apps", version: "v1", resource: "deployments/scale" }]` }],
    ["yes, in a type made from it", { type: "Mine", before: "interface Mine extends Deployment { readonly more?: string }" }],
    [
      "yes, in a part of another type",
      {
        type: "Mine",
        before: `interface Mine extends KubernetesObject { readonly spec?: Deployment["spec"] }`,
        match: `[{ group: "example.com", version: "v1", resource: "mine" }]`,
      },
    ],
    ["yes, in a type of the same name", { type: "Own.Deployment", before: `import type * as Own from "./own";`, modules: own() }],
  ])("%s", (_, setting) => {
    expect(celOf(setting)).toContain(tested);
  });

  test("yes, where the author added it to the type", () => {
    const more = `declare module "holdfast/kinds" { interface Deployment { readonly more?: string } }\nexport type More = string;`;
    const before = `import type { More } from "./more";\ntype Also = More;`;
    const rule = `({ oldObject }) => oldObject.more?.startsWith("a") === true`;
    expect(celOf({ before, modules: { "more.d.ts": more }, rule })).toContain("type(oldObject.?more.orValue(null)) != string");
  });
});

function own(): Tree {
  const text = `import type { KubernetesObject } from "holdfast";
export interface Deployment extends KubernetesObject { readonly spec?: { readonly replicas?: number } }`;
  return { "own.d.ts": text };
}
