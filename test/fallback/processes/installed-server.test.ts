import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { type Installation, install } from "../installed/installation.ts";
import { askingPolicy, fallbackDeclaration } from "../language/asking-policy.ts";
import { created } from "../on-server.ts";

/** What is generated is applied, and what a kubelet would start is started by hand: with the arguments and the account of its Deployment. */
describeWithServer("the generated fallback", { controllerManager: true }, (server) => {
  let installation: Installation;

  beforeAll(async () => {
    installation = await install(server(), { "used-config.ts": askingPolicy, "fallback.ts": fallbackDeclaration });
  });

  afterAll(() => installation.end());

  test("both processes run with the rights that were generated for them, and a rule that asks refuses", async () => {
    const shop = "/api/v1/namespaces/shop";
    await waitUntil(
      "Pods are admitted",
      async () => (await server().request({ method: "GET", path: `${shop}/serviceaccounts/default` })).status === 200,
    );
    await created(server(), `${shop}/serviceaccounts`, { metadata: { name: "builder" } });
    const labels = { "example.com/shared": "true" };
    for (const name of ["used", "unused"]) await created(server(), `${shop}/configmaps`, { metadata: { name, labels } });
    await created(server(), `${shop}/pods`, {
      metadata: { name: "user", annotations: { uses: "used" } },
      spec: { serviceAccountName: "builder", containers: [{ name: "main", image: "example.com/none" }] },
    });
    const remove = (name: string) => server().request({ method: "DELETE", path: `${shop}/configmaps/${name}?dryRun=All` });
    const { status, body } = await remove("used");
    expect([status, body["message"]]).toEqual([
      403,
      expect.stringContaining(
        'admission webhook "used.used-config.holdfast.dev" denied the request: used: ConfigMap used is used by user',
      ),
    ]);
    expect(await remove("unused")).toMatchObject({ status: 200 });
  });

  test("both say that they are ready: the controller has its Lease", async () => {
    const { controller, webhook } = installation;
    await waitUntil("the controller is ready", () => controller.process().isReady());
    expect(await webhook?.process().isReady()).toBe(true);
  });

  test("neither of them met a refusal of the API server", () => {
    const lines = installation.log().filter(({ level }) => level === "warn" || level === "error");
    expect(lines).toEqual([]);
  });
});
