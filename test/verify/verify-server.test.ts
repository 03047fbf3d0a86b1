import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { keepLabelled } from "../cli/user-project.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { describeWithOwnServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { mergePatch, created } from "../control-plane/requests.ts";
import { fencesOf } from "../documents/fences.ts";
import { admission } from "../control-plane/collections.ts";
import { configMap } from "../fixtures/objects.ts";
import {
  Rollout,
  identityOf,
  kept,
  kubeconfigOf,
  lineOf,
  permit,
  policyOn,
  rowsOf,
  withRollout,
  squeezed,
  shownOutput,
} from "./verifying.ts";

const namespaces = "/api/v1/namespaces";
const settings = `${namespaces}/shop/configmaps/settings`;
const namespaceGuard = "keep-labelled-guard-namespaces-with-configmaps";
const inForce = {
  "keep-labelled": "PROVEN: the delete of configmaps shop/settings is denied",
  [namespaceGuard]: "PROVEN: the delete of namespaces shop is denied",
};

/** Long enough for a policy to take effect under load; ends as soon as it does. */
const wait = ["--wait", "30"] as const;

const patch = (server: ControlPlane, path: string, body: object) => server.request(mergePatch(path, body));

describeWithOwnServer("holdfast verify", { lawless: true }, (server) => {
  let rollout: Rollout;

  beforeAll(async () => {
    for (const name of ["shop", "empty", "holdfast"]) await created(server(), namespaces, { metadata: { name } });
    // More than one page of objects comes before the one that is protected.
    for (let at = 0; at < 120; at += 1) await created(server(), `${namespaces}/shop/configmaps`, configMap(`free-${at}`));
    await created(server(), `${namespaces}/shop/configmaps`, configMap("settings", kept));
    rollout = await new Rollout(server(), { "keep-labelled": keepLabelled }).compile();
  });

  test("before anything is applied, everything is missing", async () => {
    const finished = await rollout.verify();
    expect(finished.code).toBe(1);
    for (const name of Object.keys(inForce))
      expect(lineOf(finished, name)).toBe("MISSING: the ValidatingAdmissionPolicy is not in the cluster");
  });

  test("waits until what was applied meanwhile is in force, and proves it", async () => {
    const [finished] = await Promise.all([rollout.verify(...wait), rollout.apply()]);
    expect(Object.fromEntries(rowsOf(finished).map(([, name = ""]) => [name, lineOf(finished, name)]))).toEqual(inForce);
    expect(finished).toMatchObject({ code: 0, error: "" });
    expect(finished.out).toContain("\n2 policies on 1 API server: 2 proven\n");
  });

  test("touches nothing: neither what is denied nor what goes through", async () => {
    const paths = [settings, `${namespaces}/shop`];
    const before = await Promise.all(paths.map((path) => identityOf(server(), path)));
    expect((await rollout.verify()).code).toBe(0);
    const lawless = await rollout.verify("--endpoint", server().lawlessUrl ?? "");
    expect(lineOf(lawless, "keep-labelled")).toContain("the delete of configmaps shop/settings would go through");
    expect(lineOf(lawless, namespaceGuard)).toContain("the delete of namespaces shop would go through");
    expect(await Promise.all(paths.map((path) => identityOf(server(), path)))).toEqual(before);
    expect((await server().request({ method: "GET", path: `${namespaces}/shop` })).body["status"]).toEqual({ phase: "Active" });
  });

  test("a binding that no longer exists", async () => {
    await server().request({ method: "DELETE", path: `${admission}/validatingadmissionpolicybindings/keep-labelled` });
    const finished = await rollout.verify();
    expect(finished.code).toBe(1);
    expect(rowsOf(finished)[0]).toEqual([
      "NO BINDING",
      "keep-labelled",
      server().url,
      "the ValidatingAdmissionPolicyBinding keep-labelled is not in the cluster",
    ]);
    expect(lineOf(finished, namespaceGuard)).toBe(inForce[namespaceGuard]);
    await rollout.apply();
  });

  test.each([
    [
      "of a binding",
      `validatingadmissionpolicybindings/${namespaceGuard}`,
      { validationActions: ["Audit"] },
      `in the ValidatingAdmissionPolicyBinding ${namespaceGuard}, spec.validationActions[0] is "Audit" there, and "Deny" in the files`,
    ],
    [
      "of a policy",
      `validatingadmissionpolicies/${namespaceGuard}`,
      { failurePolicy: "Ignore" },
      `in the ValidatingAdmissionPolicy ${namespaceGuard}, spec.failurePolicy is "Ignore" there, and "Fail" in the files`,
    ],
    [
      "by something more",
      `validatingadmissionpolicies/${namespaceGuard}`,
      { matchConditions: [{ name: "nobody", expression: "false" }] },
      `in the ValidatingAdmissionPolicy ${namespaceGuard}, spec.matchConditions is [{"name":"nobody","expression":"false"}] there, and absent in the files`,
    ],
  ])("a change %s", async (_, path, spec, why) => {
    const url = `${admission}/${path}`;
    expect((await rollout.verify(...wait)).code).toBe(0);
    const { body } = await server().request({ method: "GET", path: url });
    const patched = await patch(server(), url, { spec });
    expect(patched.status).toBe(200);
    const finished = await rollout.verify();
    const restored = { ...body, metadata: patched.body["metadata"] };
    expect(await server().request({ method: "PUT", path: url, body: restored })).toMatchObject({ status: 200 });
    expect(finished.code).toBe(1);
    expect(lineOf(finished, namespaceGuard)).toBe(`DRIFTED: ${why}`);
    if (path.startsWith("validatingadmissionpolicybindings")) expect(squeezed(finished.out)).toBe(shownOutput(server().url));
  });

  test("a policy that is being deleted", async () => {
    const path = `${admission}/validatingadmissionpolicies/keep-labelled`;
    await patch(server(), path, { metadata: { finalizers: ["example.com/hold"] } });
    await server().request({ method: "DELETE", path });
    const finished = await rollout.verify();
    await patch(server(), path, { metadata: { finalizers: null } });
    await rollout.apply();
    expect(finished.code).toBe(1);
    expect(lineOf(finished, "keep-labelled")).toMatch(
      /^BEING DELETED: the ValidatingAdmissionPolicy keep-labelled is being deleted since 20/,
    );
    expect((await rollout.verify(...wait)).code).toBe(0);
  });

  test("what the type check of the controller manager says is shown, if it is about this state of the policy", async () => {
    const path = `${admission}/validatingadmissionpolicies/keep-labelled`;
    const { body } = await server().request({ method: "GET", path });
    const { generation } = body["metadata"] as { readonly generation: number };
    const expressionWarnings = [{ fieldRef: "spec.validations[0].expression", warning: "undefined field 'x'\u001b[2J" }];
    const said = async (observedGeneration: number) => {
      await patch(server(), `${path}/status`, { status: { observedGeneration, typeChecking: { expressionWarnings } } });
      return rollout.verify();
    };
    expect(await said(generation)).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        "the type check of spec.validations[0].expression says: undefined field 'x'\\u{1b}[2J",
      ) as string,
    });
    expect((await said(generation - 1)).out).not.toContain("WARNING");
    await patch(server(), `${path}/status`, { status: { typeChecking: null } });
  });

  test("several API servers, of which one does not go by the policies", async () => {
    const lawless = server().lawlessUrl ?? "";
    const finished = await rollout.verify("--endpoint", server().url, "--endpoint", lawless);
    expect(finished.code).toBe(1);
    const [first, second] = rowsOf(finished).filter(([, name]) => name === "keep-labelled");
    expect(first).toEqual([
      "NOT ENFORCED",
      "keep-labelled",
      lawless,
      "the delete of configmaps shop/settings would go through: the server does not go by the policy, or not yet",
    ]);
    expect(second).toEqual(["PROVEN", "keep-labelled", server().url, "the delete of configmaps shop/settings is denied"]);
  });

  test("several API servers, of which one does not answer", async () => {
    const { code, out, error } = await rollout.verify("--endpoint", server().url, "--endpoint", "https://127.0.0.1:1");
    expect(code).toBe(3);
    expect(out).toContain("2 policies on 1 API server: 2 proven");
    expect(error).toContain("error: https://127.0.0.1:1 does not answer: ");
  });

  test("API servers that were not asked by their own address are named", async () => {
    const path = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices";
    const slice = {
      metadata: { name: "kubernetes", labels: { "kubernetes.io/service-name": "kubernetes" } },
      addressType: "IPv4",
      endpoints: [{ addresses: ["192.0.2.1"] }, { addresses: ["192.0.2.2"] }],
      ports: [{ name: "https", port: 6443 }],
    };
    await created(server(), path, slice);
    const { error } = await rollout.verify();
    await server().request({ method: "DELETE", path: `${path}/kubernetes` });
    expect(error).toBe(
      "not asked by their own address: https://192.0.2.1:6443, https://192.0.2.2:6443 (--endpoint <url>, for each)\n",
    );
  });

  describe("as the service account of docs/operate/verify.md", () => {
    const account = { namespace: "holdfast", name: "verify" };
    const role = fencesOf("docs/operate/verify.md").find(({ text }) => text.includes("kind: ClusterRole"))?.text ?? "";
    const onlyTries = fencesOf("docs/operate/verify.md").find(({ language }) => language === "ts")?.text ?? "";
    let kubeconfig = "";

    beforeAll(async () => {
      kubeconfig = await kubeconfigOf(server(), account);
      await permit(server(), account, role);
    });

    test("these rights are enough, and its deletes are dry runs", async () => {
      const { code, out, error } = await rollout.verify("--kubeconfig", kubeconfig);
      expect({ code, error }).toEqual({ code: 0, error: "" });
      expect(out).toContain("2 proven");
      const events = readFileSync(server().auditLog, "utf8")
        .split("\n")
        .filter((line) => line.includes("system:serviceaccount:holdfast:verify"));
      const asked = events.map((line) => JSON.parse(line) as { readonly verb: string; readonly requestURI: string });
      const written = asked
        .map(({ verb, requestURI }) => `${verb} ${requestURI}`)
        .filter((one) => !/selfsubject(access)?reviews$/.test(one));
      expect(new Set(written)).toEqual(new Set([`delete ${settings}?dryRun=All`, `delete ${namespaces}/shop?dryRun=All`]));
    });

    test("with the policy beside them, it cannot delete in earnest", async () => {
      await withRollout(server(), { "verify-only-tries": onlyTries }, async (own) => {
        const words = ["--wait", "0", "--kubeconfig", kubeconfig];
        expect(lineOf(await own.verify(...words), "verify-only-tries")).toMatch(
          /^NOT PROVABLE HERE: no protected object exists: /,
        );
        const as = { as: `system:serviceaccount:${account.namespace}:${account.name}`, groups: ["system:serviceaccounts"] };
        const probes = `${namespaces}/empty/configmaps`;
        const remove = async (query: string) =>
          (await server().request({ method: "DELETE", path: `${probes}/probe${query}`, ...as })).status;
        await waitUntil("a delete in earnest is denied", async () => {
          await server().request({ method: "POST", path: probes, body: configMap("probe") });
          return (await remove("")) === 403;
        });
        expect(await remove("?dryRun=All")).toBe(200);
      });
    });

    test("without the right to delete nothing is provable, and nobody says that it is proven", async () => {
      const other = { namespace: "holdfast", name: "reader" };
      const reader = await kubeconfigOf(server(), other);
      await permit(
        server(),
        other,
        role.replace("name: holdfast-verify", "name: reader").replace("[get, list, delete]", "[get, list]"),
      );
      const finished = await rollout.verify("--kubeconfig", reader);
      expect(finished.code).toBe(0);
      expect(lineOf(finished, "keep-labelled")).toBe(
        "NOT PROVABLE HERE: system:serviceaccount:holdfast:reader may not delete configmaps shop/settings, so admission is not asked",
      );
    });

    test("without the right to list policies the cluster cannot be asked", async () => {
      const stranger = await kubeconfigOf(server(), { namespace: "holdfast", name: "stranger" });
      const { code, out, error } = await rollout.verify("--kubeconfig", stranger);
      expect([code, out]).toEqual([3, ""]);
      expect(error).toMatch(
        /does not list validatingadmissionpolicies: .* is forbidden: .*\nhelp: docs\/operate\/verify\.md has the RBAC/,
      );
    });
  });

  describe("other policies", () => {
    test("one that is left behind is named, with where it came from, and is no failure", async () => {
      await withRollout(server(), { other: policyOn("other") }, async (own) => {
        const path = `${admission}/validatingadmissionpolicies/other`;
        await patch(server(), path, { metadata: { annotations: { "holdfast.dev/source": "policies/other.ts:5\u001b[31m" } } });
        const finished = await rollout.verify(...wait);
        expect(finished.code).toBe(0);
        expect(lineOf(finished, "other")).toBe(
          "LEFT BEHIND: it is in the cluster (from policies/other.ts:5\\u{1b}[31m), and not in these files",
        );
        expect(lineOf(await own.verify("generated/other.yaml"), namespaceGuard)).toMatch(/^LEFT BEHIND: /);
      });
    });

    test("kinds that are not served, that have no objects, and whose objects nobody protects", async () => {
      const policies = {
        absent: policyOn("absent", { match: `{ group: "example.com", resource: "mice" }` }),
        none: policyOn("none", { match: `{ group: "networking.k8s.io", resource: "ingresses" }` }),
        free: policyOn("free"),
      };
      await withRollout(server(), policies, async (own) => {
        const finished = await own.verify();
        expect(finished.code).toBe(1);
        const notServed = "NOT SERVED: the API server serves none of its kinds: mice.example.com; it protects nothing here";
        expect(lineOf(finished, "absent")).toBe(notServed);
        expect(lineOf(finished, "none")).toBe("NOT PROVABLE HERE: there is no object of its kinds");
        expect(lineOf(finished, "free")).toMatch(
          /^NOT PROVABLE HERE: no protected object exists: as compiled, it lets admin delete all 12\d objects of its kinds$/,
        );
      });
    });

    test("an object that is being deleted is not tried, one with finalizers is", async () => {
      await withRollout(server(), { held: policyOn("held") }, async (own) => {
        const path = `${namespaces}/empty/configmaps`;
        const held = { finalizers: ["example.com/hold"] };
        await created(server(), path, configMap("dying", held));
        await server().request({ method: "DELETE", path: `${path}/dying` });
        await patch(server(), `${path}/dying`, { metadata: { labels: { held: "yes" } } });
        expect(lineOf(await own.verify(), "held")).toMatch(/^NOT PROVABLE HERE: no protected object exists/);
        await created(server(), path, configMap("living", { ...held, labels: { held: "yes" } }));
        expect(lineOf(await own.verify(...wait), "held")).toBe("PROVEN: the delete of configmaps empty/living is denied");
        for (const name of ["dying", "living"])
          await patch(server(), `${path}/${name}`, { metadata: { finalizers: null, labels: null } });
      });
    });

    test("something else that denies first is told", async () => {
      await patch(server(), `${namespaces}/default`, { metadata: { labels: { spaces: "yes" } } });
      const policies = { spaces: policyOn("spaces", { match: `{ group: "", resource: "namespaces" }` }) };
      await withRollout(server(), policies, async (own) => {
        expect(lineOf(await own.verify(), "spaces")).toBe(
          'NOT PROVABLE HERE: the delete of namespaces default is denied by something else first: namespaces "default" is forbidden: this namespace may not be deleted',
        );
      });
    });

    test("who may take an override sees no proof, and who may not does", async () => {
      const policies = { asked: policyOn("asked", { overrides: `overrides: [permitted("delete-protected")],` }) };
      await created(server(), `${namespaces}/empty/configmaps`, configMap("asked", { labels: { asked: "yes" } }));
      const account = { namespace: "holdfast", name: "unprivileged" };
      const kubeconfig = await kubeconfigOf(server(), account);
      const role = fencesOf("docs/operate/verify.md").find(({ text }) => text.includes("kind: ClusterRole"))?.text ?? "";
      await permit(server(), account, role.replace("name: holdfast-verify", "name: unprivileged"));
      await withRollout(server(), policies, async (own) => {
        expect(lineOf(await own.verify(), "asked")).toMatch(
          /^NOT PROVABLE HERE: no protected object exists: as compiled, it lets admin delete all/,
        );
        const finished = await own.verify(...wait, "--kubeconfig", kubeconfig);
        expect(lineOf(finished, "asked")).toBe("PROVEN: the delete of configmaps empty/asked is denied");
      });
    });
  });
});
