import { beforeAll, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { mergePatch, created } from "../control-plane/requests.ts";
import { grant } from "../fallback/on-server.ts";
import { workloadSpec } from "../fixtures/objects.ts";
import { fencesOf } from "./fences.ts";

const policy = fencesOf("docs/security/trust.md").find(({ language }) => language === "yaml")?.text ?? "";
const controller = "system:serviceaccount:holdfast-system:holdfast-controller";
const shop = "/api/v1/namespaces/shop";

/** Path, and a change of what the controller has no business with. */
const changes = [
  ["a Deployment", "/apis/apps/v1/namespaces/shop/deployments/web", { spec: { replicas: 3 } }],
  ["a Secret", `${shop}/secrets/web`, { data: { password: "bmV3" } }],
  ["a ConfigMap", `${shop}/configmaps/web`, { data: { key: "new" } }],
  ["a ConfigMap, in bytes", `${shop}/configmaps/web`, { binaryData: { bytes: "bmV3" } }],
] as const;
/** Of a Namespace a patch changes nothing but metadata. */
const paths = [shop, ...new Set(changes.map(([, path]) => path))];

describeWithServer("docs/security/trust.md: the policy that narrows what the controller may write", {}, (server) => {
  const patch = (path: string, body: object, as?: string) =>
    server().request(mergePatch(`${path}?dryRun=All`, body, { ...(as !== undefined && { as }) }));

  beforeAll(async () => {
    for (const name of ["shop", "holdfast-system"]) await created(server(), "/api/v1/namespaces", { metadata: { name } });
    const verbs = ["get", "patch"];
    const clusterRole = [
      { apiGroups: [""], resources: ["configmaps", "secrets", "namespaces"], verbs },
      { apiGroups: ["apps"], resources: ["deployments"], verbs },
    ];
    await grant(server(), { user: controller, namespace: "holdfast-system", permissions: { role: [], clusterRole } });
    await created(server(), `${shop}/configmaps`, { metadata: { name: "web" }, data: { key: "old" } });
    await created(server(), `${shop}/secrets`, { metadata: { name: "web" }, data: { password: "b2xk" } });
    await created(server(), "/apis/apps/v1/namespaces/shop/deployments", { metadata: { name: "web" }, spec: workloadSpec() });
    await waitUntil("the controller may patch all of them", async () => {
      const answers = await Promise.all(paths.map((path) => patch(path, { metadata: { labels: { may: "yes" } } }, controller)));
      return answers.every(({ status }) => status === 200);
    });
  });

  test("without it the controller changes all of them: RBAC cannot say less", async () => {
    for (const [, path, change] of changes) expect(await patch(path, change, controller)).toMatchObject({ status: 200 });
  });

  test("with it the controller marks them, and changes nothing else; others are not concerned", async () => {
    await enforce(server(), policy);
    const mark = { metadata: { labels: { "holdfast.dev/in-use": "true" }, annotations: { "usage.holdfast.dev/u": "x" } } };
    for (const path of paths) expect(await patch(path, mark, controller)).toMatchObject({ status: 200 });
    for (const [title, path, change] of changes) {
      const { status, body } = await patch(path, change, controller);
      expect([title, status, body["message"]]).toEqual([
        title,
        403,
        expect.stringContaining("Holdfast's controller changes nothing but metadata"),
      ]);
      expect(await patch(path, change)).toMatchObject({ status: 200 });
    }
  });
});
