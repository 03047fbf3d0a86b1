import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { holdfastHere } from "../cli/user-project.ts";
import { created } from "../control-plane/requests.ts";
import { createRole, untilMay } from "../control-plane/roles.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { fencesOf } from "../documents/fences.ts";
import { kubeconfigOf, permit } from "../verify/verifying.ts";

describeWithServer("the rights that holdfast plan needs", {}, (server) => {
  const account = { namespace: "shop", name: "planner" };
  const asAccount = "system:serviceaccount:shop:planner";
  const role = fencesOf("docs/operate/plan.md").find(({ text }) => text.includes("kind: ClusterRole"))?.text ?? "";
  let kubeconfig = "";

  const plan = (...words: readonly string[]) =>
    holdfastHere(".", ["plan", "delete", ...words, "-n", "shop", "--kubeconfig", kubeconfig]);

  beforeAll(async () => {
    await created(server(), "/api/v1/namespaces", { metadata: { name: "shop" } });
    for (const name of ["a", "b"]) await created(server(), "/api/v1/namespaces/shop/configmaps", { metadata: { name } });
    kubeconfig = await kubeconfigOf(server(), account);
    await permit(server(), account, role);
  });

  test("the role of docs/operate/plan.md shows all, and that its user may delete nothing", async () => {
    const { code, out, error } = await plan("cm/a");
    expect(error).toBe("");
    expect(out).toBe(`Denied by RBAC; with the permission it would delete 1 object in 1 Namespace

ConfigMap shop/a is not deleted:
  the user has no right to delete it (RBAC)

ConfigMap shop/a
`);
    expect(code).toBe(1);
  });

  test("nothing is written: of the account, the audit log has reviews of itself alone", async () => {
    await plan("ns/shop");
    const events = readFileSync(server().auditLog, "utf8")
      .split("\n")
      .filter((line) => line.includes(asAccount));
    const asked = events.map((line) => JSON.parse(line) as { readonly verb: string; readonly requestURI: string });
    expect(new Set(asked.map(({ verb, requestURI }) => `${verb} ${requestURI}`))).toEqual(
      new Set([
        "create /apis/authentication.k8s.io/v1/selfsubjectreviews",
        "create /apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
      ]),
    );
  });

  test("who may delete one of two objects is told of the other", async () => {
    const rules = [{ apiGroups: [""], resources: ["configmaps"], resourceNames: ["a"], verbs: ["delete"] }];
    await createRole(server(), {
      name: "delete-a",
      namespace: "shop",
      rules,
      subjects: [{ kind: "ServiceAccount", ...account }],
    });
    await untilMay(server(), asAccount, { verb: "delete", resource: "configmaps", name: "a", namespace: "shop" });
    const { out } = await plan("cm/a", "cm/b");
    expect(out).toMatch(
      /^1 of 2 objects denied by RBAC; with the permission it would delete 2 objects in 1 Namespace\n\nConfigMap shop\/b is/,
    );
    expect(await plan("cm/a")).toMatchObject({ code: 0, error: "" });
  });

  test("rights of the groups that everybody is in, and of service accounts, count", async () => {
    const rules = [{ apiGroups: [""], resources: ["configmaps"], resourceNames: ["b"], verbs: ["delete"] }];
    const group = (name: string) => ({ kind: "Group", name }) as const;
    const ofCluster = (user: string) =>
      holdfastHere(".", ["plan", "delete", "cm/b", "-n", "shop", "--as", user, "--kubeconfig", server().kubeconfig]);
    const [bob, robot] = ["bob", "system:serviceaccount:tills:robot"];
    expect((await ofCluster(robot)).out).toMatch(/^Denied by RBAC/);
    const subjects = [group("system:serviceaccounts:tills")];
    await createRole(server(), { name: "tills-delete-b", namespace: "shop", rules, subjects });
    await waitUntil("the role counts", async () => (await ofCluster(robot)).out.startsWith("Deletes 1 object"));
    expect((await ofCluster(bob)).out).toMatch(/^Denied by RBAC/);
    await createRole(server(), { name: "all-delete-b", namespace: "shop", rules, subjects: [group("system:authenticated")] });
    await waitUntil("the role counts", async () => (await ofCluster(bob)).out.startsWith("Deletes 1 object"));
  });

  test("of another user the cluster is asked, where one may ask", async () => {
    const { out } = await plan("cm/a", "--as", "alice");
    expect(out).toMatch(/^Deletes 1 object in 1 Namespace\n/);
    expect(out).toContain(
      "Not known:\n  whether alice may delete configmaps: subjectaccessreviews.authorization.k8s.io is forbidden",
    );
    const words = ["plan", "delete", "cm/a", "-n", "shop", "--as", "alice", "--kubeconfig", server().kubeconfig];
    expect((await holdfastHere(".", words)).out).toMatch(/^Denied by RBAC; with the permission it would delete/);
  });
});
