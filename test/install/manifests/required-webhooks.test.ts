import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../house/source-files.ts";
import { compileFiles } from "../../fixtures/compile-files.ts";
import type { Tree } from "../../fixtures/tree.ts";
import { type Written, fallbackText, writtenBy } from "./compile-fallback.ts";

const shipped = (name: string): string => readFileSync(join(root, "policies/fallback", name), "utf8");
const declared = fallbackText(
  `criticalServices: { providers: [{ group: "apps", resource: "deployments" }], criteria: [{ group: "", resource: "configmaps" }] },`,
);

/** A policy of somebody's that asks about CriticalServices when these are updated, for reasons of its own. */
const asking = (resource: string, enforcement = ""): string => `import { deletionPolicy, resource } from "holdfast";
const services = resource({ group: "protection.holdfast.dev", version: "v1alpha1", resource: "criticalservices" });
export default deletionPolicy({
  name: "theirs",
  match: [${resource}],
  ${enforcement}
  rules: { asks: { operation: "update", denyWhen: ({ cluster }) => cluster.exists(services), message: "no" } },
});
`;

/** Without hashes: what the controller compares before it says that a CriticalService is ready. */
function comparedWith(more: Tree): readonly string[] {
  const compilation = compileFiles(
    { "policies/critical-services.ts": shipped("critical-services.ts"), "policies/fallback.ts": declared, ...more },
    ["policies"],
  );
  const controller = writtenBy(compilation).find(
    ({ object }) => object.kind === "Deployment" && object.metadata.name.endsWith("controller"),
  );
  const name = "--critical-services-webhooks=";
  const found = argumentsIn(controller?.object).find((one) => one.startsWith(name)) ?? name;
  return found
    .slice(name.length)
    .replaceAll(/=[0-9a-f]{16}=/g, "=")
    .split(",");
}

function argumentsIn(deployment: Written | undefined): readonly string[] {
  const spec = deployment?.["spec"] as { template: { spec: { containers: readonly { args: readonly string[] }[] } } } | undefined;
  return spec?.template.spec.containers[0]?.args ?? [];
}

const own = [
  "keep-mark.critical-services.holdfast.dev=deployments.apps+namespaces",
  "service.critical-services.holdfast.dev=criticalservices.protection.holdfast.dev",
  "definition.critical-services.holdfast.dev=customresourcedefinitions.apiextensions.k8s.io",
  "provider.critical-services.holdfast.dev=namespaces+deployments.apps",
];

test("the rule that keeps the marks, and the feature's own webhooks, each with what it keeps", () => {
  expect(comparedWith({})).toEqual(own);
});

test("not the policy against scaling to nothing, which asks about services but sees no other subresource", () => {
  expect(comparedWith({ "policies/critical-services-freeze.ts": shipped("critical-services-freeze.ts") })).toEqual(own);
});

test.each([
  ["Namespaces alone", `{ group: "", resource: "namespaces/*" }`, "namespaces"],
  ["providers alone", `{ group: "apps", resource: "deployments/*" }`, "deployments.apps"],
])("another that might keep marks of %s counts for these", (_title, resource, kinds) => {
  expect(comparedWith({ "policies/theirs.ts": asking(resource) })).toEqual([
    own[0],
    `asks.theirs.holdfast.dev=${kinds}`,
    ...own.slice(1),
  ]);
});

test("not one about other kinds, nor one that only records", () => {
  expect(comparedWith({ "policies/theirs.ts": asking(`{ group: "batch", resource: "jobs/*" }`) })).toEqual(own);
  const namespaces = `{ group: "", resource: "namespaces/*" }`;
  expect(comparedWith({ "policies/theirs.ts": asking(namespaces, `enforcement: "audit",`) })).toEqual(own);
});
