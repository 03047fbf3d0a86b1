import { describe, expect, test } from "vitest";
import type { AdmissionReviewRequest } from "../../../compiler/api/admission-review.ts";
import { importRules } from "../../../runtime-fallback/webhook/rules/rules-module.ts";
import type { JudgedPath } from "../../../compiler/report/paths.ts";
import { compileFiles } from "../../fixtures/compile-files.ts";
import type { Report } from "../../report/page.ts";
import { fallbackText } from "../../install/manifests/compile-fallback.ts";

const keep = `keep: { denyWhen: ({ oldObject }) => oldObject.metadata.annotations?.["keep"] === "true", message: "kept" },`;
const used = `used: {
      denyWhen: ({ oldObject, cluster }) => oldObject.metadata.labels?.["shared"] === "true" && cluster.exists(pods),
      message: "used",
    },`;
const purged = `purged: {
      denyWhen: ({ oldObject, authorizer }) =>
        oldObject.metadata.labels?.["shared"] === "true" && !authorizer.requestResource.check("purge").allowed(),
      message: "not yours",
    },`;

const policyOf = (rules: string, more = ""): string => `import { deletionPolicy, resource } from "holdfast";
const pods = resource({ group: "", version: "v1", resource: "pods" });
export const asked = [pods];
export default deletionPolicy({
  name: "buckets",
  match: [{ group: "*.services.k8s.aws", resource: "*" }],
  ${more}
  ${more.includes("overrides") ? "" : `overrides: { none: "the rules alone are asked" },`}
  rules: {
    ${rules}
  },
});
`;

const looking = `namespaceContents: { groups: ["s3.services.k8s.aws"] }`;

function compiled(rules: string, { declared = looking, more = "" } = {}) {
  const { diagnostics, fallback, files } = compileFiles(
    { "policies/buckets.ts": policyOf(rules, more), "policies/fallback.ts": fallbackText(declared) },
    ["policies"],
  );
  expect(diagnostics).toEqual([]);
  const { policies } = JSON.parse(files.find(({ name }) => name === "report.json")?.text ?? "") as Report;
  return {
    notes: fallback?.notes,
    webhooks: fallback?.webhook?.configuration.webhooks?.map(({ name }) => name) ?? [],
    ofNamespace: policies[0]?.paths.find(({ path }) => path === "namespace") as JudgedPath,
    program: async () => (await importRules(Buffer.from(fallback?.rules ?? ""), "rules")).policies[0],
  };
}

function deleteOf(metadata: object): AdmissionReviewRequest {
  const kind = { group: "s3.services.k8s.aws", version: "v1", kind: "Bucket" };
  const resource = { group: "s3.services.k8s.aws", version: "v1", resource: "buckets" };
  return {
    operation: "DELETE",
    kind,
    requestKind: kind,
    resource,
    requestResource: resource,
    name: "data",
    namespace: "shop",
    userInfo: { username: "alice" },
    dryRun: false,
    oldObject: {
      apiVersion: "s3.services.k8s.aws/v1",
      kind: "Bucket",
      metadata: { name: "data", namespace: "shop", uid: "u1", ...metadata },
    },
  };
}

const noteOf = (rule: string, asked: string): string =>
  `what rule ${rule} of buckets protects may go with its Namespace: the rule asks the ${asked}, so the webhook does not look for it`;
const closed = "closed by the webhook namespaces.buckets.holdfast.dev";
const unseen = "the webhook does not look for what rule used protects, because that asks the cluster or the authorizer";

describe("a rule that asks beside one that does not", () => {
  test.each([
    ["used", used, "cluster"],
    ["purged", purged, "authorizer"],
  ])("%s: the webhook looks for what the other protects, and whoever compiles is told of the rest", async (name, rule, asked) => {
    const { webhooks, notes, program } = compiled(keep + rule);
    expect(webhooks).toContain("namespaces.buckets.holdfast.dev");
    expect(notes).toEqual([noteOf(name, asked)]);
    const marks = { annotations: { keep: "true" }, labels: { shared: "true" } };
    const run = (await program())?.run;
    expect(run?.({ request: deleteOf(marks) })).toMatchObject([{ rule: "keep", message: "keep: kept" }]);
    expect(run?.({ request: deleteOf({ labels: { shared: "true" } }) })).toEqual([]);
  });

  test("the report calls the way open, and says for which rule", () => {
    expect(compiled(keep + used).ofNamespace).toEqual({
      path: "namespace",
      state: "open",
      text: expect.stringMatching(new RegExp(`; ${unseen}; for the other rules ${closed}$`)) as string,
    });
    expect(compiled(keep + used, { declared: "" }).ofNamespace).toMatchObject({
      state: "open",
      text: expect.stringContaining(`; ${unseen}; for the other rules ${closed}, with \`namespaceContents\``) as string,
    });
  });

  test("an override that asks lets no Namespace go", async () => {
    const asking = `overrides: [{
    name: "purge", disablesGuards: true, how: "have the verb purge",
    when: ({ authorizer }) => authorizer.requestResource.check("purge").allowed(),
  }],`;
    const run = (await compiled(keep, { more: asking }).program())?.run;
    expect(run?.({ request: deleteOf({ annotations: { keep: "true" } }) })).toMatchObject([{ rule: "keep" }]);
  });
});

test("rules that all ask: the webhook does not look, and the notes and the report say why", () => {
  const { webhooks, notes, ofNamespace } = compiled(used);
  expect(webhooks).toEqual(["used.buckets.holdfast.dev"]);
  expect(notes).toEqual([
    "namespaceContents does nothing: every rule that protects kinds that the API server cannot look up asks the cluster or the authorizer",
    noteOf("used", "cluster"),
  ]);
  expect(ofNamespace).toMatchObject({ state: "open", text: expect.stringMatching(new RegExp(`; ${unseen}$`)) as string });
});
