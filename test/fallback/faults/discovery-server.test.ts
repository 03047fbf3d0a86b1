import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithOwnServer } from "../../control-plane/server-suite.ts";
import { searchOf } from "../../searches/search-of.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { providerOf, servicesPath } from "../critical-services/protected-cluster.ts";
import { type Installation, install } from "../../install/installed/installation.ts";
import { declaration, policyFiles } from "../../install/installed/policy-file.ts";
import { created } from "../../control-plane/requests.ts";
import { workloadSpec } from "../../fixtures/objects.ts";
import { figure } from "./figure.ts";

const { size: restarts, timeoutMs, between } = searchOf("discovery");
/** Between two deletes of one client: the moment is short, and a long search looks for it as closely as it can. */
const everyMs = between({ small: 20, full: 2 });
const clients = 8;
/** The later an API server is through with discovery, the longer it does not know what it serves. */
const otherKinds = 40;

const critical = { group: "my.crd.group", resource: "coolresources" };
const properties = `criticalServices: {
    providers: [{ group: "apps", resource: "deployments" }],
    criteria: [${JSON.stringify(critical)}],
  },
  namespaceContents: { groups: ["s3.services.k8s.aws"] },`;
const provider = "/apis/apps/v1/namespaces/operators/deployments/operators";

/**
 * Threats A7 and C3: an API server that has only just started does not name every group that it serves. What is not
 * named then is no less there: neither a criterion about it is met, nor is there nothing of it in a Namespace.
 *
 * The moment is short, and two restarts rarely hit it: tried by hand without `requireAllNamed`, they do not. What fails
 * without it every time is `api/find.test.ts` and `api/list.test.ts`; this one shows that it locks nobody out, and the
 * long run looks for what is left.
 */
describeWithOwnServer("kinds that an API server does not name yet", { controllerManager: true }, (server) => {
  let installation: Installation | undefined;

  beforeAll(async () => {
    const define = (group: string, kind: string, plural: string) =>
      applyCustomResourceDefinition(server(), { group, kind, plural, scope: "Namespaced", versions: [{ name: "v1" }] });
    await define(critical.group, "CoolResource", critical.resource);
    await define("s3.services.k8s.aws", "Bucket", "buckets");
    for (let at = 0; at < otherKinds; at += 1) await define(`group-${at}.example.com`, "Other", "others");
    const policies = policyFiles("ack-prevent-delete.ts", "ack-marks.ts", "fallback/critical-services.ts");
    installation = await install(server(), { ...policies, ...declaration(properties) });
    for (const name of ["operators", "users", "buckets"]) await created(server(), "/api/v1/namespaces", { metadata: { name } });
    await created(server(), `/apis/${critical.group}/v1/namespaces/users/${critical.resource}`, {
      apiVersion: `${critical.group}/v1`,
      kind: "CoolResource",
      metadata: { name: "open", finalizers: ["example.com/hold"] },
    });
    await created(server(), "/apis/s3.services.k8s.aws/v1/namespaces/buckets/buckets", {
      apiVersion: "s3.services.k8s.aws/v1",
      kind: "Bucket",
      metadata: { name: "kept", annotations: { "services.k8s.aws/prevent-delete": "true" } },
    });
    const spec = workloadSpec({ app: "x" }, { replicas: 0 });
    const deployment = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "operators" }, spec };
    await created(server(), "/apis/apps/v1/namespaces/operators/deployments", deployment);
    const held = { type: "Finalizer", finalizer: { ...critical, finalizerName: "example.com/hold" } };
    await created(server(), servicesPath, {
      apiVersion: "protection.holdfast.dev/v1alpha1",
      kind: "CriticalService",
      metadata: { name: "operators" },
      spec: { provider: providerOf("operators", "operators"), criteria: [held] },
    });
    await waitUntil("both are kept", async () => (await kept(provider)) && (await kept("/api/v1/namespaces/buckets")), 60_000);
  }, 300_000);

  afterAll(() => installation?.end());

  /** Denied, for the reason that it has. */
  const kept = async (path: string): Promise<boolean> => {
    const { status, body } = await server().request({ method: "DELETE", path, body: { dryRun: ["All"] } });
    return status === 403 && /example\.com\/hold|prevent-delete/.test(String(body["message"]));
  };

  test(
    `C3: ${restarts} restarts, while ${clients} clients delete a provider and a Namespace`,
    { timeout: timeoutMs },
    async () => {
      const end = new AbortController();
      const answers = new Map<string, number>();
      const client = async (at: number): Promise<void> => {
        const path = at % 2 === 0 ? provider : "/api/v1/namespaces/buckets";
        while (!end.signal.aborted) {
          const answer = await server()
            .request({ method: "DELETE", path })
            .then(
              ({ status }) => String(status),
              () => "none",
            );
          answers.set(answer, (answers.get(answer) ?? 0) + 1);
          await sleep(everyMs);
        }
      };
      const running = Array.from({ length: clients }, (_, at) => client(at));
      for (let at = 0; at < restarts; at += 1) {
        await (at % 2 === 0 ? server().apiserver.kill() : server().apiserver.end());
        await server().apiserver.start();
        await waitUntil("both are denied for their reasons", async () => {
          return (await kept(provider)) && (await kept("/api/v1/namespaces/buckets"));
        });
      }
      end.abort();
      await Promise.all(running);
      figure("C3", `${restarts} restarts with ${otherKinds + 2} groups: ${JSON.stringify(Object.fromEntries(answers))}`);
      expect([...answers.keys()].filter((answer) => answer.startsWith("2") || answer === "404")).toEqual([]);
      expect(answers.get("403") ?? 0).toBeGreaterThan(10);
      for (const path of [provider, "/apis/s3.services.k8s.aws/v1/namespaces/buckets/buckets/kept"]) {
        const { body } = await server().request({ method: "GET", path });
        expect((body["metadata"] as { readonly deletionTimestamp?: string }).deletionTimestamp).toBeUndefined();
      }
    },
  );
});
