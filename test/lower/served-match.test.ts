import { describe, expect, test } from "vitest";
import { builtInGroups } from "../../compiler/ir/built-in-groups.ts";
import { servedKinds } from "../../compiler/kinds/served-kinds.ts";
import { compileFiles } from "../diagnostics/compile-files.ts";

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
    ];
    expect(diagnosticsOf(entries.join(", "))).toEqual([]);
  });
});

test("every stable kind is of a group that is known to be of kube-apiserver", () => {
  expect(servedKinds.filter(({ group }) => !(builtInGroups as readonly string[]).includes(group))).toEqual([]);
});
