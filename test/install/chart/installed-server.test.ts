import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { enforce, generatedDirectory } from "../../ack/policies-in-force.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { applyYaml } from "../../control-plane/requests.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { suiteDirectory } from "../../fixtures/temporary-directory.ts";
import { asWritten, pathTo } from "../manifests/applied.ts";
import { type Written, everyFeature } from "../manifests/compile-fallback.ts";
import { type Objects, caBundle, compileChart, given, modes, render } from "./charts.ts";
import { type Helm, type HelmResult, buildTimeoutMs, startHelm } from "./helm.ts";

const directory = suiteDirectory();
let helm: Helm;
let chart: string;

beforeAll(async () => {
  helm = await startHelm(join(directory, "home"));
  ({ chart } = await compileChart(join(directory, "everything"), everyFeature));
}, buildTimeoutMs);

/** Definitions of others that the chart uses. */
const kinds = [
  ["cert-manager.io", "v1", "Certificate", "certificates"],
  ["cert-manager.io", "v1", "Issuer", "issuers"],
  ["monitoring.coreos.com", "v1", "PodMonitor", "podmonitors"],
] as const;

async function defineKinds(server: ControlPlane): Promise<void> {
  for (const [group, name, kind, plural] of kinds)
    await applyCustomResourceDefinition(server, { group, kind, plural, scope: "Namespaced", versions: [{ name }] });
}

/** What the server has of each of these objects. */
async function readBack(server: ControlPlane, objects: Objects): Promise<Readonly<Record<string, unknown>>> {
  const read = Object.entries(objects).map(async ([name, object]) => {
    const { status, body } = await server.request({ method: "GET", path: pathTo(object) });
    return [name, status === 200 ? asWritten(body as unknown as Written) : status] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

const monitored = { "podMonitor.enabled": true };

const inEachMode = [
  ["self-managed", { ...modes["self-managed"], ...monitored }],
  ["cert-manager", modes["cert-manager"]],
  ["cert-manager, with an issuer of the chart", { "certificates.mode": "cert-manager" }],
  ["provided", modes.provided],
] as const;

describeWithServer("the chart, rendered and applied", { controllerManager: true }, (server) => {
  beforeAll(() => defineKinds(server()));

  test.each(inEachMode)("%s: the server has what was rendered", async (_, values) => {
    const objects = await render(helm, chart, values);
    await applyYaml(
      server(),
      Object.values(objects)
        .map((object) => JSON.stringify(object))
        .join("\n---\n"),
    );
    expect(await readBack(server(), objects)).toEqual(
      Object.fromEntries(Object.entries(objects).map(([name, one]) => [name, asWritten(one)])),
    );
  });
});

const inNamespace = ["--namespace", "holdfast-system"];

describeWithServer("the chart, installed by Helm", { controllerManager: true }, (server) => {
  const run = (...words: readonly string[]): Promise<HelmResult> => helm([...words, ...inNamespace], server().kubeconfig);

  const upgrade = (values: object, ...flags: readonly string[]): Promise<HelmResult> =>
    run("upgrade", "--install", "holdfast", chart, "--create-namespace", "--take-ownership", ...given(values), ...flags);

  const expectInstalled = async (values: object): Promise<void> => {
    const objects = await render(helm, chart, values);
    const expected = Object.entries(objects).map(([name, object]) => [name, asWritten(byHelm(object))]);
    expect(await readBack(server(), objects)).toEqual(Object.fromEntries(expected));
  };

  test("by one command into an empty cluster", async () => {
    const made = await upgrade(modes["self-managed"]);
    expect(made).toEqual({ code: 0, stdout: expect.stringContaining("STATUS: deployed"), stderr: "" });
    await expectInstalled(modes["self-managed"]);
  });

  test("another mode of certificates takes the caBundle over only where it is told to", async () => {
    const patch = [{ op: "add", path: "/webhooks/0/clientConfig/caBundle", value: btoa(`${atob(caBundle)}\n`) }];
    const written = ["patch", "--type=json", "--field-manager=holdfast-controller", `--patch=${JSON.stringify(patch)}`];
    await server().kubectl([...written, "validatingwebhookconfiguration", "holdfast"]);
    const { code, stderr } = await upgrade(modes.provided);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/conflict with "holdfast-controller".*caBundle/s),
    });
    expect(await upgrade(modes.provided, "--force-conflicts")).toMatchObject({ code: 0, stderr: "" });
    await expectInstalled(modes.provided);
  });

  test("is kept by the policy holdfast-webhooks all the same, and helm uninstall goes on without it", async () => {
    await enforce(server(), readFileSync(join(generatedDirectory, "holdfast-webhooks.yaml"), "utf8"));
    const kept = "keepConfiguration: ValidatingWebhookConfiguration holdfast protects other objects";
    const deleted = await server().kubectl(["delete", "validatingwebhookconfiguration", "holdfast"]);
    expect(deleted.stderr).toContain(kept);
    expect(await run("uninstall", "holdfast")).toMatchObject({ code: 1, stderr: "Error: failed to delete release: holdfast\n" });
    const left = await server().kubectl(["get", "deployments", "--all-namespaces", "-o", "name"]);
    expect(left.stdout).toBe("");
  });

  test("what holds objects of others outlives the release", async () => {
    const mark = `holdfast.dev/release=${await uid()}`;
    await server().kubectl(["annotate", "validatingwebhookconfiguration", "holdfast", mark]);
    const { code, stdout } = await run("uninstall", "holdfast");
    expect(code).toBe(0);
    const kept = Array.from(stdout.matchAll(/^\[(\w+)\] (\S+)$/gm), ([, kind, name]) => `${kind} ${name}`);
    expect(kept.toSorted()).toEqual([
      "CustomResourceDefinition clusterusages.protection.holdfast.dev",
      "CustomResourceDefinition criticalservices.protection.holdfast.dev",
      "CustomResourceDefinition usages.protection.holdfast.dev",
      "Namespace holdfast-system",
    ]);
  });

  const uid = async (): Promise<string> => {
    const path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/holdfast";
    const { body } = await server().request({ method: "GET", path });
    return (body as unknown as { readonly metadata: { readonly uid: string } }).metadata.uid;
  };
});

/** What Helm adds to whatever it installs, and the one label that it replaces. */
function byHelm(object: Written): Written {
  const { labels, annotations, ...metadata } = object.metadata;
  const release = { "meta.helm.sh/release-name": "holdfast", "meta.helm.sh/release-namespace": "holdfast-system" };
  return {
    ...object,
    metadata: {
      ...metadata,
      labels: { ...labels, "app.kubernetes.io/managed-by": "Helm" },
      annotations: { ...annotations, ...release },
    },
  };
}
