import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compileFiles } from "../../fixtures/compile-files.ts";
import type { Tree } from "../../fixtures/tree.ts";
import { root } from "../../house/source-files.ts";
import { at, fallbackText, find, objectsOf } from "../../install/manifests/compile-fallback.ts";

function filesIn(directory: string): Tree {
  const names = readdirSync(join(root, directory)).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  return Object.fromEntries(
    names.map((name) => [`${directory}/${name}`, readFileSync(join(root, directory, name), "utf8")] as const),
  );
}

const own = filesIn("policies");
const contents = (groups: readonly string[]): string => `namespaceContents: { groups: ${JSON.stringify(groups)} }`;

interface Webhook {
  readonly name: string;
  readonly rules: unknown;
  readonly failurePolicy: string;
  readonly timeoutSeconds: number;
  readonly matchConditions?: unknown;
}

function webhooksOf(properties: string, policies: Tree): readonly Webhook[] {
  const objects = objectsOf(properties, policies);
  const found = objects.some(({ kind }) => kind === "ValidatingWebhookConfiguration");
  return found ? (find(objects, "ValidatingWebhookConfiguration", "holdfast")["webhooks"] as readonly Webhook[]) : [];
}

function listsOf(properties: string, policies: Tree): readonly string[] {
  const rules = at(find(objectsOf(properties, policies), "ClusterRole", "holdfast-webhook"), "rules");
  return (rules as readonly Readonly<Record<string, readonly string[]>>[]).map(
    ({ verbs = [], resources = [], apiGroups = [] }) => `${verbs.join(" ")}: ${resources.join(" ")} of ${apiGroups.join(" ")}`,
  );
}

function notesOf(properties: string, policies: Tree): readonly string[] {
  const { diagnostics, fallback } = compileFiles({ "policies/fallback.ts": fallbackText(properties), ...policies }, ["policies"]);
  expect(diagnostics).toEqual([]);
  return fallback?.notes ?? [];
}

describe("who looks into Namespaces", () => {
  test("of this repository's policies those whose kinds nobody can look up natively: about deletes of Namespaces, and nothing else", () => {
    const webhooks = webhooksOf(contents(["s3.services.k8s.aws"]), own);
    expect(webhooks.map(({ name }) => name)).toEqual([
      "namespaces.ack-prevent-delete.holdfast.dev",
      "namespaces.appcat-claim.holdfast.dev",
    ]);
    for (const webhook of webhooks) {
      expect(webhook).toMatchObject({ failurePolicy: "Fail", timeoutSeconds: 20 });
      expect(webhook.rules).toEqual([
        { apiGroups: [""], apiVersions: ["*"], operations: ["DELETE"], resources: ["namespaces"], scope: "*" },
      ]);
    }
  });

  test("of the presets, too", () => {
    const webhooks = webhooksOf(contents([]), filesIn("policies/presets"));
    expect(webhooks.map(({ name }) => name.split(".")[1])).toEqual([
      "cozystack-no-delete",
      "crossplane-in-use",
      "gardener-confirmation",
      "kruise-delete-protection",
      "kruise-cascading-workloads",
    ]);
  });

  test("nobody without namespaceContents", () => {
    expect(webhooksOf("", own)).toEqual([]);
    const appcat = `appcat: { composites: [{ group: "vshn.appcat.vshn.io", resource: "xvshnredis" }] }`;
    expect(webhooksOf(appcat, own).filter(({ name }) => name.startsWith("namespaces."))).toEqual([]);
  });
});

describe("what they may list", () => {
  /** Which groups there are, so that one which discovery leaves out is not taken for none. */
  const registered = "list: apiservices of apiregistration.k8s.io";

  test("the groups that are named, of those that a pattern means, and kinds with a group of their own", () => {
    expect(listsOf(contents(["s3.services.k8s.aws", "batch"]), own)).toEqual([
      registered,
      "list: objectbuckets of appcat.vshn.io",
      "list: * of s3.services.k8s.aws",
      "list: * of services.k8s.aws",
      expect.stringMatching(/^list: vshnforgejoes .*vshnredis of vshn\.appcat\.vshn\.io$/),
    ]);
  });

  const mixed = (resource: string): Tree => ({
    "policies/mixed.ts": `import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "mixed",
  match: [{ group: "", resource: "${resource}" }, { group: "*.example.com", resource: "*" }],
  overrides: { none: "the rule alone is asked" },
  rules: { kept: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "kept" } },
});
`,
  });

  test("nothing that the API server looks up by itself", () => {
    expect(listsOf(contents(["things.example.com"]), mixed("secrets"))).toEqual([registered, "list: * of things.example.com"]);
  });

  test("what a policy means by `*`, and whoever compiles is told of Secrets", () => {
    expect(listsOf(contents(["things.example.com"]), mixed("*"))).toEqual([
      "list: * of ",
      registered,
      "list: * of things.example.com",
    ]);
    expect(notesOf(contents(["things.example.com"]), mixed("*"))).toEqual([
      "the webhook may list every Secret: mixed protects them, and Namespaces are looked into",
    ]);
  });

  test("a group that no pattern means is a mistake that whoever compiles is told of", () => {
    expect(notesOf(contents(["thing.exmaple.com"]), mixed("secrets"))).toEqual([
      "namespaceContents.groups names thing.exmaple.com, which no pattern of a policy means",
    ]);
    const configmaps: Tree = {
      "policies/mixed.ts": String(mixed("secrets")["policies/mixed.ts"]).replace(
        `, { group: "*.example.com", resource: "*" }`,
        "",
      ),
    };
    const claims = `foregroundClaims: [{ claim: { group: "x.io", resource: "as" }, composite: { group: "x.io", resource: "xas" } }]`;
    expect(notesOf(`${contents(["x.io"])}, ${claims}`, configmaps).filter((note) => !note.startsWith("nothing denies"))).toEqual([
      "namespaceContents does nothing: no policy protects kinds that the API server cannot look up",
    ]);
  });
});
