import { describe, expect, test } from "vitest";
import { builtInGroups } from "../../compiler/ir/built-in-groups.ts";
import { servedKinds } from "../../compiler/language/served/served-kinds.ts";
import { compileFiles } from "../fixtures/compile-files.ts";

function diagnosticsOf(entry: string): readonly string[] {
  const file = `import { deletionPolicy } from "holdfast";
export default deletionPolicy({ name: "a", match: [${entry}], rules: { a: { denyWhen: () => true, message: "no" } } });
`;
  return compileFiles({ "a.ts": file }).diagnostics.map(({ code, help }) => `${code}: ${help}`);
}

describe("an entry of match that no API server can serve is an error, and the help names what was meant", () => {
  test.each([
    ['{ group: "apps", resource: "deployment" }', '{ group: "apps", resource: "deployments" }'],
    ['{ group: "", resource: "deployments" }', '{ group: "apps", resource: "deployments" }'],
    ['{ group: "apps", resource: "deployments/scale" }', undefined],
    ['{ group: "apps", resource: "deploy/scale" }', '{ group: "apps", resource: "deployments" }'],
    ['{ group: "", resource: "cm" }', '{ group: "", resource: "configmaps" }'],
    ['{ group: "v1", resource: "configmaps" }', '{ group: "", resource: "configmaps" }'],
    ['{ group: "core", resource: "secrets" }', '{ group: "", resource: "secrets" }'],
    ['{ group: "app", resource: "statefulsets" }', '{ group: "apps", resource: "statefulsets" }'],
    ['{ group: "extensions", resource: "ingresses" }', '{ group: "networking.k8s.io", resource: "ingresses" }'],
    ['{ group: "networking.k8.io", resource: "ingresses" }', '{ group: "networking.k8s.io", resource: "ingresses" }'],
    ['{ group: "batch", resource: "cronjob" }', '{ group: "batch", resource: "cronjobs" }'],
    ['{ group: "", resource: "persistentvolumeclaim" }', '{ group: "", resource: "persistentvolumeclaims" }'],
    ['{ group: "databases", resource: "clusters" }', "the group of a custom kind has a dot"],
    ['{ group: "", resource: "things" }', "`kubectl api-resources`"],
    ['{ group: "apps", resource: "deployments/scalee" }', '{ group: "apps", resource: "deployments/scale" }'],
    ['{ group: "", resource: "pods/evictions" }', '{ group: "", resource: "pods/eviction" }'],
    ['{ group: "", resource: "pods/evict" }', '{ group: "", resource: "pods/eviction" }'],
    ['{ group: "", resource: "namespaces/finalise" }', '{ group: "", resource: "namespaces/finalize" }'],
    ['{ group: "", resource: "secrets/status" }', 'it has no subresources: write `{ group: "", resource: "secrets" }`'],
    ['{ group: "batch", resource: "jobs/scale" }', "its subresources are `jobs/status`"],
    ['{ group: "apps", resource: "*/scael" }', '{ group: "apps", resource: "*/scale" }'],
    ['{ group: "apps", version: "v1beta1", resource: "deployments" }', "the stable version"],
    ['{ group: "", version: "v2", resource: "pods" }', "the stable version"],
  ])("%s", (entry, help) => {
    const found = diagnosticsOf(entry);
    if (help === undefined) return expect(found).toEqual([]);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^match-(version-)?not-served: /);
    expect(found[0]).toContain(help);
  });

  test("patterns, everything of a group, other versions that are served, and kinds of other groups stay as they are", () => {
    const entries = [
      '{ group: "*.k8s.io", resource: "things" }',
      '{ group: "apps", resource: "*" }',
      '{ group: "", resource: "*/*" }',
      '{ group: "autoscaling", version: "v2", resource: "horizontalpodautoscalers" }',
      '{ group: "flowcontrol.apiserver.k8s.io", version: "v1beta3", resource: "flowschemas" }',
      '{ group: "snapshot.storage.k8s.io", version: "v1", resource: "volumesnapshots" }',
      '{ group: "admissionregistration.k8s.io", resource: "mutatingadmissionpolicies" }',
      '{ group: "", resource: "pods/eviction" }',
      '{ group: "", resource: "pods/*" }',
      '{ group: "apps", resource: "*/scale" }',
      '{ group: "example.com", resource: "widgets/parts" }',
      '{ group: "scheduling.x-k8s.io", resource: "podgroups" }',
    ];
    expect(diagnosticsOf(entries.join(", "))).toEqual([]);
  });
});

describe("a kind that the namespaces guard is to look up is checked as an entry of match is", () => {
  const kindsOf = (kinds: string): readonly string[] =>
    compileFiles({
      "a.ts": `import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "a",
  match: [{ group: "", resource: "*" }, { group: "apps", resource: "*" }],
  guards: { namespaces: { kinds: [${kinds}] } },
  rules: { a: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "no" } },
});
`,
    }).diagnostics.map(({ code, message, help }) => `${code}: ${message}: ${help}`);

  test.each([
    ['{ group: "apps", version: "v1", resource: "replicaset", kind: "ReplicaSet" }', "match-not-served", "did you mean"],
    ['{ group: "apps", version: "v2", resource: "replicasets", kind: "ReplicaSet" }', "match-version-not-served", "`v1`"],
    ['{ group: "apps", version: "v1", resource: "replicasets", kind: "Replicaset" }', "guard-kind", "the plural of `ReplicaSet`"],
  ])("%s", (kind, code, said) => {
    const found = kindsOf(kind);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`${code}: `);
    expect(found[0]).toContain(said);
  });

  test("as it is served, it is taken", () => {
    expect(kindsOf('{ group: "apps", version: "v1", resource: "replicasets", kind: "ReplicaSet" }')).toEqual([]);
  });
});

test("every stable kind is of a group that is known to be of kube-apiserver", () => {
  expect(servedKinds.filter(({ group }) => !(builtInGroups as readonly string[]).includes(group))).toEqual([]);
});
