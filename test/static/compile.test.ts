import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { compile } from "../../compiler/compile.ts";
import { root } from "../house/source-files.ts";
import { compileSet, manifestsIn } from "./static-set.ts";

const set = compileSet();
afterAll(() => set.remove());

const ending = ".static.k8s.io";

describe("the set", () => {
  test("has the configuration and the instructions, and beside the policies nothing that API servers would take for one", () => {
    expect(readdirSync(set.directory).toSorted()).toEqual(["README.txt", "admission-configuration.yaml", "policies"]);
    expect(readdirSync(set.policies).toSorted()).toEqual(["holdfast-protection.yaml", "keep.yaml", "locked-policies.yaml"]);
    expect(readFileSync(set.admissionConfiguration, "utf8")).toContain(`staticManifestsDir: "${set.policies}"`);
    const instructions = readFileSync(join(set.directory, "README.txt"), "utf8");
    expect(instructions).toContain(`--admission-control-config-file=${set.admissionConfiguration}`);
    expect(instructions).toContain("--feature-gates=ManifestBasedAdmissionControlConfig=true");
  });

  test("says of the compiled policies what the YAML for the API says, under names of its own", () => {
    const compiled = manifestsIn(set.generated);
    const found = manifestsIn(set.policies).filter(({ metadata }) => !metadata.name.startsWith("holdfast-protection"));
    expect(compiled.length).toBe(4);
    expect(found.map(({ kind, metadata, spec }) => ({ kind, name: metadata.name, spec }))).toEqual(
      compiled.map(({ kind, metadata, spec: { policyName, ...spec } }) => ({
        kind,
        name: `${metadata.name}${ending}`,
        spec: { ...spec, ...(policyName !== undefined && { policyName: `${String(policyName)}${ending}` }) },
      })),
    );
  });

  test("binds every policy of it", () => {
    const all = manifestsIn(set.policies);
    const bound = all.filter(({ kind }) => kind.endsWith("Binding")).map(({ spec }) => spec["policyName"]);
    const policies = all.filter(({ kind }) => !kind.endsWith("Binding")).map(({ metadata }) => metadata.name);
    expect(bound).toEqual(policies);
    expect(policies.every((name) => name.endsWith(ending))).toBe(true);
  });

  test("names no file of this machine", () => {
    for (const name of readdirSync(set.policies)) expect(readFileSync(join(set.policies, name), "utf8")).not.toContain(root);
  });
});

test("only the protection is planned where the policies stay in the API", () => {
  const { staticFiles } = compile({
    paths: ["policies"],
    workingDirectory: root,
    kube: 36,
    static: { path: "/etc/kubernetes/holdfast", contents: "protection" },
  });
  expect(staticFiles?.policies.map(({ name }) => name)).toEqual(["holdfast-protection.yaml"]);
});
