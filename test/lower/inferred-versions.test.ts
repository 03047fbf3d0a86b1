import { describe, expect, test } from "vitest";
import { compileFiles } from "../fixtures/compile-files.ts";

interface Parts {
  readonly match: string;
  readonly rule?: string;
  readonly type?: string;
  readonly before?: string;
}

const readsSpec = `({ oldObject }) => oldObject.spec?.replicas === 3`;
const ownType = `interface Thing extends KubernetesObject { readonly spec?: { readonly replicas?: number } }`;

function policy({ match, rule = readsSpec, type = "Thing", before = ownType }: Parts): string {
  return `import { deletionPolicy, type KubernetesObject } from "holdfast";
${before}
export const base: KubernetesObject | undefined = undefined;
export default deletionPolicy<${type}>({
  name: "keep",
  match: [${match}],
  overrides: { none: "the rule alone is asked" },
  rules: { keep: { denyWhen: ${rule}, message: "kept" } },
});
`;
}

const compiled = (parts: Parts, modules: Readonly<Record<string, string>> = {}) =>
  compileFiles({ "keep.ts": policy(parts), ...modules }, ["keep.ts"]);

function yamlOf(parts: Parts, modules: Readonly<Record<string, string>> = {}): string | undefined {
  const { diagnostics, warnings, files } = compiled(parts, modules);
  expect([...diagnostics, ...warnings]).toEqual([]);
  return files.find(({ name }) => name === "keep.yaml")?.text;
}

describe("the version of an entry that names none", () => {
  test.each([
    ["apps", "deployments"],
    ["apps", "deployments/status"],
    ["policy", "poddisruptionbudgets"],
    ["networking.k8s.io", "networkpolicies"],
  ])("is the only one that is served of %s %s", (group, resource) => {
    const named = yamlOf({ match: `{ group: "${group}", version: "v1", resource: "${resource}" }` });
    expect(yamlOf({ match: `{ group: "${group}", resource: "${resource}" }` })).toBe(named);
    expect(named).toContain("apiVersions: [v1]");
  });

  test("is that of a type of holdfast/kinds, whose fields the API server types itself", () => {
    const kind = { type: "Deployment", before: `import type { Deployment } from "holdfast/kinds";` };
    const yaml = yamlOf({ match: `{ group: "apps", resource: "deployments" }`, ...kind });
    expect(yaml).toBe(yamlOf({ match: `{ group: "apps", version: "v1", resource: "deployments" }`, ...kind }));
    expect(yaml).not.toContain("type(");
  });

  test("is that of the declarations that holdfast types has written", () => {
    const text = `import type { KubernetesObject } from "holdfast";
/**
 * A thing.
 *
 * \`match: [{ group: "example.com", version: "v1beta1", resource: "things" }]\`
 */
export interface Thing extends KubernetesObject { readonly spec?: { readonly replicas?: number } }
`;
    const before = `import type { Thing } from "./thing.example.com.v1beta1.d.ts";`;
    const modules = { "thing.example.com.v1beta1.d.ts": text };
    const yaml = yamlOf({ match: `{ group: "example.com", resource: "things" }`, before }, modules);
    expect(yaml).toContain("apiVersions: [v1beta1]");
    const { warnings } = compiled({ match: `{ group: "other.example.com", resource: "things" }`, before }, modules);
    expect(warnings.map(({ code }) => code)).toEqual(["match-without-version"]);
  });

  test("is any where rules read metadata alone", () => {
    const rule = `({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes"`;
    expect(yamlOf({ match: `{ group: "apps", resource: "deployments" }`, rule })).toContain('apiVersions: ["*"]');
  });
});

describe("where no version can be inferred", () => {
  test.each([
    ["a custom kind", `{ group: "example.com", resource: "things" }`, "things.example.com"],
    [
      "a kind that is served in two",
      `{ group: "autoscaling", resource: "horizontalpodautoscalers" }`,
      "horizontalpodautoscalers.autoscaling",
    ],
    ["a pattern", `{ group: "*.example.com", resource: "things" }`, "things.*.example.com"],
  ])("%s compiles with a warning at its entry, and the report says that the way is open", (_, match, name) => {
    const { diagnostics, warnings, files } = compiled({ match });
    expect(diagnostics).toEqual([]);
    const text = policy({ match });
    expect(warnings.map(({ code, span }) => [code, text.slice(span.start, span.end)])).toEqual([
      ["match-without-version", match],
    ]);
    const report = JSON.parse(files.find((file) => file.name === "report.json")?.text ?? "") as {
      readonly policies: readonly [
        { readonly paths: readonly { readonly path: string; readonly state: string; readonly text: string }[] },
      ];
    };
    expect(report.policies[0].paths.find(({ path }) => path === "version")).toEqual({
      path: "version",
      state: "open",
      text: `\`match\` names no version of ${name}: another that is served may not show spec.replicas`,
    });
  });

  test("entries with a version are not told to be shown through that of another", () => {
    const match = `{ group: "example.com", version: "v1", resource: "things" }, { group: "example.com", resource: "others" }`;
    const { files } = compiled({ match });
    const yaml = files.find(({ name }) => name === "keep.yaml")?.text ?? "";
    expect(yaml).toContain("request.requestResource.version == request.resource.version");
    expect(yaml).not.toContain("request.requestResource.version == 'v1'");
  });
});
