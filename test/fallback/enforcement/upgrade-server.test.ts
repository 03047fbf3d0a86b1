import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdfastHere } from "../../cli/user-project.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { root } from "../../house/source-files.ts";
import { CaseFiles } from "../../language/case-files.ts";
import { untilConfigured } from "../../install/installed/call-on-loopback.ts";
import { type Deployed, deployed } from "../../install/installed/deployed.ts";
import { type Installation, install, quickController } from "../../install/installed/installation.ts";
import { created } from "../../control-plane/requests.ts";
import type { StartedProcess } from "../processes/started-process.ts";
import { configMaps, objectsOn, reference, usages } from "../usages/objects.ts";
import { documentsIn } from "../../fixtures/yaml-documents.ts";
import { workloadSpec } from "../../fixtures/objects.ts";

const policy = (name: string): string => readFileSync(join(root, "policies/fallback", name), "utf8");
/** What may be used, and what may be a provider. */
interface Kinds {
  readonly used: readonly string[];
  readonly providers: readonly string[];
}

const before: Kinds = { used: ["secrets"], providers: ["deployments"] };
const after: Kinds = { used: ["secrets", "configmaps"], providers: ["deployments", "statefulsets"] };

const listOf = (group: string, resources: readonly string[]): string =>
  resources.map((resource) => `{ group: "${group}", resource: "${resource}" }`).join(", ");
const declaration = ({ used, providers }: Kinds): string => `import { fallback } from "holdfast";
export default fallback({
  image: "registry.example.com/holdfast@sha256:${"a".repeat(64)}",
  usages: { of: [${listOf("", used)}] },
  criticalServices: { providers: [${listOf("apps", providers)}], criteria: [{ group: "", resource: "configmaps" }] },
});
`;

/** The shipped policies; before the upgrade ConfigMaps could not be used, and StatefulSets were no providers. */
function sourcesOf(kinds: Kinds): Readonly<Record<string, string>> {
  const used = policy("used-objects.ts");
  const services = policy("critical-services.ts");
  const list = `[${listOf("apps", before.providers)}]`;
  const isUpgraded = kinds === after;
  return {
    "usages.ts": policy("usages.ts"),
    "usage-kinds.ts": policy("usage-kinds.ts"),
    "used-objects.ts": isUpgraded ? used : used.replace('  { group: "", resource: "configmaps" },\n', ""),
    "usage-records.ts": policy("usage-records.ts"),
    "critical-services.ts": isUpgraded ? services.replace(list, `[${listOf("apps", after.providers)}]`) : services,
    "fallback.ts": declaration(kinds),
  };
}

const configuration = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/holdfast";
const slices = "/apis/discovery.k8s.io/v1/namespaces/holdfast-system/endpointslices";

const statefulSets = "/apis/apps/v1/namespaces/shop/statefulsets";
const services = "/apis/protection.holdfast.dev/v1alpha1/criticalservices";

interface Condition {
  readonly type: string;
  readonly reason: string;
  readonly message: string;
}

interface Hook {
  readonly name: string;
  readonly clientConfig: Readonly<Record<string, unknown>> & { readonly service: { readonly path: string } };
}

const address =
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one !== undefined && !one.internal && one.family === "IPv4")?.address ?? "";
/**
 * A kind is added to what may be used, and one to what may be a provider. Whatever comes first, nothing of it is Ready
 * before all of it is there.
 */
describeWithServer("an upgrade that adds a kind", {}, (server) => {
  const objects = objectsOn(server);
  const files = new CaseFiles();
  const started: StartedProcess[] = [];
  const ways = new Map<number, number>();
  const closing: (() => void)[] = [];
  let installed: Installation | undefined;
  let controller: Deployed;
  let replica: Deployed;

  const hooksOf = (directory: string): readonly Hook[] => {
    const text = readFileSync(join(directory, "generated/fallback/webhook-configuration.yaml"), "utf8");
    return (documentsIn(text)[0]?.["webhooks"] ?? []) as readonly Hook[];
  };
  /** The configuration of that compilation, asked at that port. */
  const configure = async (directory: string, port: number): Promise<void> => {
    const { body } = await server().request({ method: "GET", path: configuration });
    const [hook] = body["webhooks"] as readonly Hook[];
    const caBundle = hook?.clientConfig["caBundle"];
    const webhooks = hooksOf(directory).map(({ clientConfig, ...rest }) => ({
      ...rest,
      clientConfig: { caBundle, url: `https://127.0.0.1:${port}${clientConfig.service.path}` },
    }));
    const contentType = "application/merge-patch+json";
    const answer = await server().request({ method: "PATCH", path: configuration, contentType, body: { webhooks } });
    if (answer.status !== 200) throw new Error(answer.text);
    await untilConfigured(server());
  };
  /** Endpoints have no loopback addresses: a way from another address of this machine. */
  const reachable = async (port: number): Promise<number> => {
    const known = ways.get(port);
    if (known !== undefined) return known;
    const way = createServer((near) => {
      const far = connect(port, "127.0.0.1");
      near.pipe(far).pipe(near);
      for (const socket of [near, far]) socket.on("error", () => (near.destroy(), far.destroy()));
    });
    way.listen(0, address);
    await once(way, "listening");
    closing.push(() => way.close());
    ways.set(port, (way.address() as AddressInfo).port);
    return ways.get(port) ?? 0;
  };
  /** The replicas behind the Service, as the EndpointSlice controller writes them. */
  const serve = async (ports: readonly number[]): Promise<void> => {
    await server().request({ method: "DELETE", path: slices });
    for (const port of await Promise.all(ports.map(reachable)))
      await created(server(), slices, {
        metadata: { name: `holdfast-webhook-${port}`, labels: { "kubernetes.io/service-name": "holdfast-webhook" } },
        addressType: "IPv4",
        ports: [{ name: "https", port, protocol: "TCP" }],
        endpoints: [{ addresses: [address], conditions: { ready: true } }],
      });
  };
  const use = async (name: string): Promise<void> => {
    await objects.make(configMaps, name);
    await objects.use(usages, name, { reason: "kept", of: reference(configMaps, name) });
  };
  const says = async (name: string) => objects.ready(usages, name);
  /** A StatefulSet, and a service that it is the provider of. */
  const provide = async (name: string): Promise<void> => {
    await created(server(), statefulSets, { metadata: { name }, spec: workloadSpec({ app: name }, { serviceName: name }) });
    await created(server(), services, {
      apiVersion: "protection.holdfast.dev/v1alpha1",
      kind: "CriticalService",
      metadata: { name },
      spec: {
        provider: { group: "apps", resource: "statefulsets", namespace: "shop", name },
        criteria: [
          { type: "SpecificResource", specificResource: { group: "", resource: "configmaps", namespace: "shop", name } },
        ],
      },
    });
  };
  const untilServiceSays = (name: string, reason: string, message: RegExp) =>
    waitUntil(
      `CriticalService ${name} says ${reason}: ${message}`,
      async () => {
        const { body } = await server().request({ method: "GET", path: `${services}/${name}` });
        const { conditions = [] } = (body["status"] ?? {}) as { readonly conditions?: readonly Condition[] };
        return conditions.some((said) => said.type === "Ready" && said.reason === reason && message.test(said.message));
      },
      60_000,
    );
  const untilSays = (name: string, reason: string, message: RegExp) =>
    waitUntil(
      `${name} says ${reason}: ${message}`,
      async () => {
        const said = await says(name);
        return said?.reason === reason && message.test(String((said as { readonly message?: string }).message));
      },
      60_000,
    );
  const tryToDeleteProvider = (name: string) =>
    server().request({ method: "DELETE", path: `${statefulSets}/${name}?dryRun=All` });
  const tryToDelete = (name: string) => server().request({ method: "DELETE", path: `${configMaps}/${name}?dryRun=All` });

  beforeAll(async () => {
    installed = await install(server(), sourcesOf(before), { controllerProgram: quickController });
    for (const [name, text] of Object.entries(sourcesOf(after))) files.write(name, text);
    const { code, error } = await holdfastHere(files.directory, [
      "compile",
      "usages.ts",
      "usage-records.ts",
      "critical-services.ts",
      "fallback.ts",
      "--out",
      "generated",
    ]);
    if (code !== 0) throw new Error(error);
    const own = {
      directory: files.directory,
      launch: undefined,
      onStart: (process: StartedProcess) => void started.push(process),
    };
    // Everything but the configuration.
    for (const name of ["accounts", "rules", "network"]) {
      const path = join(files.directory, "generated/fallback", `${name}.yaml`);
      const applied = await server().kubectl(["apply", "--server-side", "-f", path]);
      if (applied.code !== 0) throw new Error(applied.stderr);
    }
    controller = await deployed(server(), { ...own, name: "controller", program: quickController });
    replica = await deployed(server(), { ...own, name: "webhook", program: undefined });
    await installed.controller.process().end("SIGTERM");
    await controller.start();
    await replica.start();
  }, 300_000);

  afterAll(async () => {
    for (const close of closing) close();
    await Promise.all(started.map((one) => one.end("SIGTERM")));
    await installed?.end();
    files.remove();
  });

  const asksNot = /does not ask about configmaps: apply all of generated\/fallback/;
  const asksNotAboutProvider = /does not ask about statefulsets\.apps: apply all of generated\/fallback/;

  test("new controller, old configuration: no Usage and no CriticalService of the new kind is Ready, and others are", async () => {
    const old = installed?.webhook?.process().port ?? 0;
    await serve([old]);
    await use("first");
    await untilSays("first", "NotEnforced", asksNot);
    expect(await says("first")).toMatchObject({ status: "False" });
    await provide("first");
    await untilServiceSays("first", "NotEnforced", asksNotAboutProvider);
    // Nobody keeps them, and nobody has said so.
    expect(await tryToDelete("first")).toMatchObject({ status: 200 });
    expect(await tryToDeleteProvider("first")).toMatchObject({ status: 200 });
    await created(server(), "/api/v1/namespaces/shop/secrets", { metadata: { name: "other" } });
    const of = { apiVersion: "v1", kind: "Secret", resourceRef: { name: "other" } };
    await objects.use(usages, "other", { reason: "kept", of });
    await objects.untilReady(usages, "other");
  });

  test("all but the configuration, whose update was denied: the same", async () => {
    await configure(installed?.directory ?? "", replica.process().port);
    await serve([replica.process().port]);
    await use("second");
    await untilSays("second", "NotEnforced", asksNot);
    await provide("second");
    await untilServiceSays("second", "NotEnforced", asksNotAboutProvider);
  });

  test("new configuration, one old replica: it answers no delete of the new kind, and nothing is Ready", async () => {
    const old = installed?.webhook?.process().port ?? 0;
    await configure(files.directory, old);
    await serve([replica.process().port, old]);
    await use("third");
    await untilSays(
      "third",
      "NotEnforced",
      new RegExp(`the replica ${address}:${ways.get(old) ?? 0} of the webhook does not decide about configmaps`),
    );
    await provide("third");
    await untilServiceSays(
      "third",
      "NotEnforced",
      new RegExp(`the replica ${address}:${ways.get(old) ?? 0} of the webhook does not decide about statefulsets.apps`),
    );
    const { status, body } = await tryToDelete("third");
    expect([status, body["message"]]).toEqual([
      500,
      expect.stringMatching(/in-use\.usages\.holdfast\.dev.*the rule usages inUse of this replica is not about this resource/),
    ]);
    const provider = await tryToDeleteProvider("third");
    expect([provider.status, provider.body["message"]]).toEqual([
      500,
      expect.stringMatching(/provider\.critical-services\.holdfast\.dev.*this replica is not about this resource/),
    ]);
  });

  test("a replica that cannot be asked may decide anything", async () => {
    await configure(files.directory, replica.process().port);
    await serve([replica.process().port, 1]);
    await use("fourth");
    await provide("fourth");
    await untilServiceSays(
      "fourth",
      "NotEnforced",
      /whether the replica \S+ of the webhook decides about statefulsets\.apps is not known: /,
    );
    await untilSays("fourth", "NotEnforced", /whether the replica \S+ of the webhook decides about configmaps is not known: /);
  });

  test("with all of it in place every Usage and CriticalService says Ready, and the deletes are denied", async () => {
    await serve([replica.process().port]);
    for (const name of ["first", "second", "third", "fourth"]) {
      await objects.untilReady(usages, name);
      expect((await tryToDelete(name)).body["message"]).toContain("This resource is in-use by 1 usage(s)");
      await untilServiceSays(name, "Marked", /./);
      const denied = await tryToDeleteProvider(name);
      expect([denied.status, denied.body["message"]]).toEqual([403, expect.stringContaining(`CriticalService ${name}`)]);
    }
  });

  test("what was Ready is not any more when the configuration stops asking, or asks in other cases", async () => {
    await configure(installed?.directory ?? "", replica.process().port);
    await untilSays("first", "NotEnforced", asksNot);
    await untilServiceSays("first", "NotEnforced", asksNotAboutProvider);
    await configure(files.directory, replica.process().port);
    await objects.untilReady(usages, "first");
    await untilServiceSays("first", "Marked", /./);
    const { body } = await server().request({ method: "GET", path: configuration });
    const webhooks = (body["webhooks"] as readonly Hook[]).map((hook) => ({
      ...hook,
      objectSelector: { matchLabels: { a: "b" } },
    }));
    const contentType = "application/merge-patch+json";
    await server().request({ method: "PATCH", path: configuration, contentType, body: { webhooks } });
    await untilSays("first", "NotEnforced", /asks in other cases than this controller was compiled for/);
    await untilServiceSays("first", "NotEnforced", /asks in other cases than this controller was compiled for/);
    await server().request({ method: "DELETE", path: configuration });
    await untilSays("first", "NotEnforced", /the webhook configuration in the cluster has no in-use\.usages\.holdfast\.dev/);
    await untilServiceSays(
      "first",
      "NotEnforced",
      /the webhook configuration in the cluster has no \S+critical-services\.holdfast\.dev/,
    );
  });
});
