import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { bucket, dbInstance } from "../ack/kinds.ts";
import { overridePolicy, overrideSuite } from "../cli/override-policy.ts";
import { holdfast, holdfastHere, keepLabelled, userProject } from "../cli/user-project.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { applyCustomResourceDefinition, anything } from "../control-plane/crds.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { admission } from "../control-plane/collections.ts";
import { root } from "../house/source-files.ts";
import { custom, define } from "../presets/kinds.ts";
import { echoPolicy, echoSuite } from "./echo-policy.ts";
const widgets = {
  group: "test.example.com",
  kind: "Widget",
  plural: "widgets",
  scope: "Namespaced",
  versions: [
    { name: "v1", schema: anything, statusSubresource: true },
    { name: "v1beta1", schema: anything },
  ],
} as const;

async function namesIn(server: ControlPlane, path: string): Promise<readonly string[]> {
  const { body } = await server.request({ method: "GET", path });
  const items = body["items"] as readonly { readonly metadata: { readonly name: string } }[];
  return items.map(({ metadata }) => metadata.name);
}

/** Everything of the kinds that a run makes, besides what is there anyway. */
async function madeBy(server: ControlPlane): Promise<readonly string[]> {
  const paths = [
    `${admission}/validatingadmissionpolicies`,
    `${admission}/validatingadmissionpolicybindings`,
    "/apis/rbac.authorization.k8s.io/v1/clusterroles?labelSelector=!kubernetes.io/bootstrapping",
    "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings?labelSelector=!kubernetes.io/bootstrapping",
    "/api/v1/namespaces",
  ];
  const names = (await Promise.all(paths.map((path) => namesIn(server, path)))).flat();
  return names.filter((name) => name !== "default" && !name.startsWith("kube-"));
}

const onServer = (server: ControlPlane): readonly string[] => ["--server", "control-plane", "--kubeconfig", server.kubeconfig];

/** Without presets: nobody has them all in force, and those that ask for a confirmation keep every Namespace. */
const own = readdirSync(join(root, "policies")).map((name) => `policies/${name}`);
const ownTests = own.filter((path) => /\.test\.(ts|yaml)$/.test(path));
const ownPolicies = own.filter((path) => /(?<!\.test)\.ts$/.test(path)).flatMap((path) => ["--policies", path]);

const labelled = (labels: string, expectation: string): string => `
policy: keep-labelled
cases:
  - name: a case
    delete: { apiVersion: v1, kind: ConfigMap, metadata: { name: settings, namespace: shop, labels: ${labels} } }
    expect: ${expectation}
`;

const policies = { "policies/keep-labelled.ts": keepLabelled };

describeWithServer("holdfast test --server", { controllerManager: true }, (server) => {
  beforeAll(async () => {
    for (const kind of [bucket, dbInstance, widgets]) await applyCustomResourceDefinition(server(), kind);
    await define(server(), [custom.postgreSQL, custom.redis, custom.xRedis, custom.xrd]);
  });

  test("the tests of this repository's policies, in YAML and in vitest, say the same on the server", async () => {
    const { code, out, error } = await holdfast(root, ["test", ...ownTests, ...ownPolicies, ...onServer(server())]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/\n\d+ cases: \d+ passed; [^(]*\(/) });
    expect(error).toContain("which has to be a throwaway cluster");
  });

  test("requests are built here as the server builds them", async () => {
    const project = userProject({ "policies/echo.ts": echoPolicy, "policies/echo.test.yaml": echoSuite });
    const { code, out } = await holdfastHere(project, ["test", ...onServer(server())]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("12 cases: 12 passed; 3 of 3 rules") });
  });

  test("a policy that asks the authorizer is asked with just the rights that each case gives", async () => {
    const project = userProject({ "policies/override.ts": overridePolicy, "policies/override.test.yaml": overrideSuite });
    const { code, out } = await holdfastHere(project, ["test", ...onServer(server())]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("8 cases: 8 passed (1 not asked on the server)") });
    expect(out).toContain("not asked on the server: it gives a right in another Namespace: other");
  });

  test("everything that was made is gone in the end", async () => {
    await waitUntil("nothing of the runs is left", async () => (await madeBy(server())).length === 0);
  });

  describe("where the answers differ", () => {
    test("because the object is not as it is stored, both answers are shown", async () => {
      const policy = `
        import { type KubernetesObject, deletionPolicy } from "holdfast";
        interface Set extends KubernetesObject { readonly spec: { readonly replicas: number } }
        export default deletionPolicy<Set>({
          name: "running",
          match: [{ group: "apps", version: "v1", resource: "statefulsets" }],
          overrides: { none: "the rule alone is asked" },
          rules: { running: { denyWhen: ({ oldObject }) => (oldObject.spec?.replicas ?? 0) > 0, message: "it has replicas" } },
        });`;
      const suite = `
cases:
  - name: a StatefulSet of which nobody said how large it is
    delete:
      apiVersion: apps/v1
      kind: StatefulSet
      metadata: { name: db }
      spec:
        selector: { matchLabels: { app: db } }
        template: { metadata: { labels: { app: db } }, spec: { containers: [{ name: db, image: example.com/db:1 }] } }
    expect: allow
`;
      const project = userProject({ "policies/running.ts": policy, "policies/a.test.yaml": suite });
      const { code, out } = await holdfastHere(project, ["test", ...onServer(server())]);
      expect(code).toBe(1);
      expect(out).toContain("≠ a StatefulSet of which nobody said how large it is");
      expect(out).toContain("      | as in the case  allowed\n      | as stored       denied by rule running of running\n");
      expect(out).toContain("1 case: 0 passed, 1 different on the server");
    });

    test("because something else in the cluster denies it, the server's words are shown", async () => {
      const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["DELETE"], resources: ["configmaps"] };
      const spec = {
        matchConstraints: { resourceRules: [rule] },
        validations: [{ expression: "!oldObject.metadata.name.startsWith('settings')", message: "not settings" }],
      };
      const made = [
        ["validatingadmissionpolicies", { metadata: { name: "foreign" }, spec }],
        [
          "validatingadmissionpolicybindings",
          { metadata: { name: "foreign" }, spec: { policyName: "foreign", validationActions: ["Deny"] } },
        ],
      ] as const;
      for (const [resource, body] of made) await server().request({ method: "POST", path: `${admission}/${resource}`, body });
      try {
        const project = userProject({ ...policies, "policies/a.test.yaml": labelled("{}", "allow") });
        const { code, out, error } = await holdfastHere(project, ["test", ...onServer(server())]);
        expect(out).toContain('      | here        allowed\n      | the server  422 Invalid: configmaps "settings" is');
        // What it denies deleting cannot be removed either, and the run does not keep that to itself.
        expect(code).toBe(3);
        expect(error).toMatch(
          /error: 1 object of this run could not be removed\nhelp: remove \/api\/v1\/namespaces\/shop-[^/]+\/configmaps\/settings\n$/,
        );
      } finally {
        for (const [resource] of made) await server().request({ method: "DELETE", path: `${admission}/${resource}/foreign` });
      }
    });

    test("a kind that the server does not serve, and an object that it does not store", async () => {
      const suite = `
cases:
  - name: unknown
    delete: { apiVersion: a.io/v1, kind: Mouse, metadata: { name: m } }
    resource: mice
    expect: allow
  - name: invalid
    delete: { apiVersion: v1, kind: ConfigMap, metadata: { name: Not_A_Name } }
    expect: allow
`;
      const project = userProject({ ...policies, "policies/a.test.yaml": suite });
      const { code, out } = await holdfastHere(project, ["test", ...onServer(server())]);
      expect(code).toBe(1);
      expect(out).toContain("the server does not serve Mouse of a.io/v1; apply its CustomResourceDefinition first");
      expect(out).toContain('the API server does not store its object: ConfigMap "Not_A_Name" is invalid');
    });
  });

  test("what cannot be asked there is said, and is no failure", async () => {
    const policy = keepLabelled
      .replaceAll("keep-labelled", "by-name")
      .replace(
        /denyWhen: .*\n/,
        'denyWhen: ({ namespaceObject, request }) => namespaceObject?.metadata.name === "shop" && !request.dryRun,\n',
      );
    const suite = labelled("{}", "deny").replace("policy: keep-labelled", "policy: by-name");
    const eviction = `
  - name: an Eviction
    create: { apiVersion: policy/v1, kind: Eviction, metadata: { name: web, namespace: shop } }
    expect: allow
`;
    const project = userProject({ "policies/by-name.ts": policy, "policies/a.test.yaml": `${suite}${eviction}` });
    const { code, out } = await holdfastHere(project, ["test", ...onServer(server())]);
    expect(code).toBe(0);
    expect(out).toContain("not asked on the server: its answer depends on the name of its Namespace, or on being no dry run");
    expect(out).toContain("not asked on the server: an Eviction needs a Pod of which the case says nothing");
    expect(out).toContain("2 cases: 2 passed (2 not asked on the server)");
  });

  test("^C ends the run, and what it had made is removed", async () => {
    const project = userProject({ ...policies, "policies/a.test.yaml": labelled("{}", "allow") });
    const main = join(root, "compiler/cli/main.ts");
    const child = spawn(process.execPath, [main, "test", ...onServer(server())], {
      cwd: project,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      if (!said.includes("putting the policies") && (said + chunk).includes("putting the policies")) child.kill("SIGINT");
      said += chunk;
    });
    const [code]: readonly unknown[] = await once(child, "close");
    expect({ code, said }).toEqual({ code: 3, said: expect.stringContaining("error: the run was cancelled") });
    expect(said).toContain("removing what was made");
    expect(await namesIn(server(), `${admission}/validatingadmissionpolicies`)).toEqual([]);
  });

  test("a cluster that has one of the policies already is left as it is", async () => {
    const project = userProject({ ...policies, "policies/a.test.yaml": labelled("{}", "allow") });
    expect(await holdfastHere(project, ["compile"])).toMatchObject({ code: 0 });
    expect(await server().kubectl(["apply", "-k", "generated"], { cwd: project })).toMatchObject({ code: 0 });
    const inForce = () => namesIn(server(), `${admission}/validatingadmissionpolicybindings`);
    const before = await inForce();
    const { code, out, error } = await holdfastHere(project, ["test", ...onServer(server())]);
    expect([code, out]).toEqual([3, ""]);
    expect(error).toContain(
      "the cluster has a ValidatingAdmissionPolicy keep-labelled already\nhelp: tests on a server change only",
    );
    expect(await inForce()).toEqual(before);
    await server().kubectl(["delete", "-k", "generated"], { cwd: project });
  });
});
