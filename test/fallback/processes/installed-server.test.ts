import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { fencesOf } from "../../documents/fences.ts";
import { type Installation, install } from "../../install/installed/installation.ts";
import { askingPolicy, fallbackDeclaration } from "../../language/fallback/asking-policy.ts";
import { created } from "../../control-plane/requests.ts";
import { grant } from "../on-server.ts";
import { commandIn } from "../../presets/command-in.ts";
import { podSpec } from "../../fixtures/objects.ts";

/**
 * The example of `docs/operate/fallback.md`, and that of `docs/rules/serve.md`, which has no override: both have the same name there.
 */
const documented = exampleOf("docs/operate/fallback.md");
const withoutOverride = exampleOf("docs/rules/serve.md")
  .replace(`"shared-config"`, `"served-config"`)
  .replace("example.com/shared", "example.com/served");

function exampleOf(page: string): string {
  const found = fencesOf(page).find(({ text }) => text.startsWith("// policies/shared-config.ts\n"));
  if (found === undefined) throw new Error(`${page} shows no policy shared-config`);
  return found.text;
}

/**
 * What is generated is applied, and what a kubelet would start is started by hand: with the arguments and the account
 * of its Deployment.
 */
describeWithServer("the generated fallback", { controllerManager: true }, (server) => {
  let installation: Installation;

  beforeAll(async () => {
    const policies = { "used-config.ts": askingPolicy, "shared-config.ts": documented, "served-config.ts": withoutOverride };
    installation = await install(server(), { ...policies, "fallback.ts": fallbackDeclaration });
  });

  afterAll(() => installation.end());

  const pod = (name: string, metadata: object = { annotations: { uses: "used" } }): Promise<unknown> =>
    created(server(), "/api/v1/namespaces/shop/pods", {
      metadata: { name, ...metadata },
      spec: podSpec({ serviceAccountName: "builder" }),
    });

  test("both processes run with the rights that were generated for them, and a rule that asks denies", async () => {
    const shop = "/api/v1/namespaces/shop";
    await waitUntil(
      "Pods are admitted",
      async () => (await server().request({ method: "GET", path: `${shop}/serviceaccounts/default` })).status === 200,
    );
    await created(server(), `${shop}/serviceaccounts`, { metadata: { name: "builder" } });
    const labels = { "example.com/shared": "true" };
    for (const name of ["used", "unused"]) await created(server(), `${shop}/configmaps`, { metadata: { name, labels } });
    await pod("user");
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

  test("after the command of its denial, or without the Pod that it names, what is used can be deleted", async () => {
    const path = "/api/v1/namespaces/shop/configmaps/used";
    const { message } = (await server().request({ method: "DELETE", path })).body;
    expect(message).toContain("ConfigMap used is used by user");
    expect(await server().kubectl(["delete", "pod", "user", "--namespace=shop", "--now"])).toMatchObject({ code: 0 });
    await waitUntil(
      "the webhook has seen that",
      async () => (await server().request({ method: "DELETE", path: `${path}?dryRun=All` })).status === 200,
    );
    await pod("user-again");
    await waitUntil(
      "it is used again",
      async () => (await server().request({ method: "DELETE", path: `${path}?dryRun=All` })).status === 403,
    );
    expect(await server().kubectl(commandIn(String(message)))).toMatchObject({ code: 0 });
    expect(await server().request({ method: "DELETE", path })).toMatchObject({ status: 200 });
  });

  test("the examples of the docs: whoever may write ConfigMaps deletes what a Pod uses after the command of its denial, or without the Pod", async () => {
    const verbs = ["get", "list", "watch", "patch", "delete"];
    const role = [{ apiGroups: [""], resources: ["configmaps", "pods"], verbs }];
    await grant(server(), { user: "developer", namespace: "shop", permissions: { role, clusterRole: [] } });
    const configMaps = "/api/v1/namespaces/shop/configmaps";
    const remove = async (name: string): Promise<string> => {
      const { status, body } = await server().request({ method: "DELETE", path: `${configMaps}/${name}`, as: "developer" });
      return status === 200 ? "deleted" : String(body["message"]);
    };
    for (const name of ["shared", "served"]) {
      await created(server(), configMaps, { metadata: { name, labels: { [`example.com/${name}`]: "true" } } });
      await pod(`uses-${name}`, { labels: { "example.com/uses": name } });
      await waitUntil(`${name} is used`, async () => {
        const { body } = await server().request({ method: "DELETE", path: `${configMaps}/${name}?dryRun=All` });
        return String(body["message"]).includes(`ConfigMap ${name} is used by a Pod`);
      });
    }
    const kubectl = (words: readonly string[]) => server().kubectl([...words, "--as=developer"]);
    await waitUntil("the developer has these rights", async () => (await remove("shared")).includes("is used by a Pod"));
    expect(await kubectl(commandIn(await remove("shared")))).toMatchObject({ code: 0 });
    expect(await remove("shared")).toBe("deleted");
    // This one names no command: its message says what to delete first.
    expect(await remove("served")).toMatch(/is used by a Pod$/);
    expect(await kubectl(["delete", "pod", "uses-served", "--namespace=shop", "--now"])).toMatchObject({ code: 0 });
    await waitUntil("the webhook has seen that", async () => (await remove("served")) === "deleted");
  });

  test("both say that they are ready: the controller has its Lease", async () => {
    const { controller, webhook } = installation;
    await waitUntil("the controller is ready", () => controller.process().isReady());
    expect(await webhook?.process().isReady()).toBe(true);
  });

  test("neither of them met a denial of the API server", () => {
    const lines = installation.log().filter(({ level }) => level === "warn" || level === "error");
    expect(lines).toEqual([]);
  });
});
