import { describe, expect, test } from "vitest";
import { holdfastHere, keepLabelled, userProject } from "../cli/user-project.ts";

const suite = `
policy: keep-labelled
cases:
  - name: a case
    delete: { apiVersion: v1, kind: ConfigMap, metadata: { name: settings, namespace: shop } }
    expect: allow
`;

describe("a server that cannot be asked", () => {
  const project = () => userProject({ "policies/keep-labelled.ts": keepLabelled, "policies/a.test.yaml": suite, kubeconfig });
  const kubeconfig = `
clusters: [{ name: c, cluster: { server: "https://127.0.0.1:1" } }]
users: [{ name: u, user: { token: x } }]
contexts: [{ name: dead, context: { cluster: c, user: u } }]
`;

  test.each([
    ["does not answer", "dead", "https://127.0.0.1:1 does not answer: "],
    ["is not in the kubeconfig", "other", "there is no context other in "],
  ])("because it %s", async (_, context, message) => {
    const directory = project();
    const { code, error } = await holdfastHere(directory, [
      "test",
      "--server",
      context,
      "--kubeconfig",
      `${directory}/kubeconfig`,
    ]);
    expect(code).toBe(3);
    expect(error).toContain(`error: ${message}`);
  });
});
