import { describe, expect, test } from "vitest";
import { holdfastHere, userProject } from "./user-project.ts";

const kubeconfig = `
current-context: dead
clusters: [{ name: c, cluster: { server: "https://127.0.0.1:1" } }]
users: [{ name: u, user: { token: x } }]
contexts: [{ name: dead, context: { cluster: c, user: u } }]
`;

const policy =
  "apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingAdmissionPolicy\nmetadata: { name: keep }\nspec: {}\n";

describe("holdfast verify", () => {
  test.each([
    ["a directory without policies", ["other"], "there is no ValidatingAdmissionPolicy in other"],
    ["a directory that is not there", ["nowhere"], "cannot read the directory nowhere"],
    ["a file that is no YAML", ["broken.yaml"], "broken.yaml:1:"],
  ])("%s", async (_, words, message) => {
    const project = userProject({ "other/a.yaml": "kind: ConfigMap\n", "broken.yaml": "{ a: [", kubeconfig });
    const { code, out, error } = await holdfastHere(project, ["verify", ...words, "--kubeconfig", `${project}/kubeconfig`]);
    expect([code, out]).toEqual([2, ""]);
    expect(error).toContain(`error: ${message}`);
  });

  test.each([
    ["the current context is that of a cluster that does not answer", [], "https://127.0.0.1:1 does not answer: "],
    ["the context is not there", ["--context", "other"], "there is no context other in "],
  ])("%s", async (_, words, message) => {
    const project = userProject({ "generated/keep.yaml": policy, kubeconfig });
    const { code, out, error } = await holdfastHere(project, ["verify", ...words, "--kubeconfig", `${project}/kubeconfig`]);
    expect([code, out]).toEqual([3, ""]);
    expect(error).toContain(`error: ${message}`);
  });

  test("as data, a server that does not answer is one of the answers", async () => {
    const project = userProject({ "generated/keep.yaml": policy, kubeconfig });
    const words = ["verify", "generated/keep.yaml", "--format", "json", "--kubeconfig", `${project}/kubeconfig`];
    const { code, out } = await holdfastHere(project, words);
    expect(code).toBe(3);
    expect(JSON.parse(out)).toEqual({
      findings: [],
      failures: [{ endpoint: "https://127.0.0.1:1", why: expect.stringContaining("does not answer") as string }],
    });
  });
});
