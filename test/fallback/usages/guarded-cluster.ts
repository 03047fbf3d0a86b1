import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleRules } from "../../../compiler/install/rules-bundle.ts";
import { defaultSettings } from "../../../compiler/install/settings.ts";
import { buildWebhookConfiguration } from "../../../compiler/install/webhooks/webhook-configuration.ts";
import { enforce } from "../../ack/policies-in-force.ts";
import { createAuthority } from "../../control-plane/certificates.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { created, mergePatch } from "../../control-plane/requests.ts";
import { webhookConfigurations } from "../../control-plane/collections.ts";
import { CaseFiles } from "../../language/case-files.ts";
import { fallbackText } from "../../install/manifests/compile-fallback.ts";
import { type StartedProcess, startProcess } from "../processes/started-process.ts";
import { onLoopback } from "../../install/installed/call-on-loopback.ts";
import { openDirectory, removeDirectory } from "../../fixtures/open-directory.ts";
import { attemptSource, everyGroup, usageSources } from "./usage-sources.ts";

const group = "protection.holdfast.dev";

/** Every kind of Usage, as small as it can be, and what composites are made of. */
const definitions = [
  { group, kind: "Usage", plural: "usages", scope: "Namespaced", version: "v1alpha1" },
  { group, kind: "ClusterUsage", plural: "clusterusages", scope: "Cluster", version: "v1alpha1" },
  { group: "protection.crossplane.io", kind: "Usage", plural: "usages", scope: "Namespaced", version: "v1beta1" },
  { group: "protection.crossplane.io", kind: "ClusterUsage", plural: "clusterusages", scope: "Cluster", version: "v1beta1" },
  { group: "apiextensions.crossplane.io", kind: "Usage", plural: "usages", scope: "Cluster", version: "v1beta1" },
  { group: "eks.aws.upbound.io", kind: "Cluster", plural: "clusters", scope: "Cluster", version: "v1beta1" },
  { group: "helm.crossplane.io", kind: "Release", plural: "releases", scope: "Cluster", version: "v1beta1" },
  { group: "platform.upbound.io", kind: "XPlatform", plural: "xplatforms", scope: "Cluster", version: "v1" },
] as const;

/** All of them; own ones as small as those of others. */
export function defineKinds(server: ControlPlane): Promise<void> {
  return define(server, definitions);
}

/** Where our own definitions are installed. */
export function defineOtherKinds(server: ControlPlane): Promise<void> {
  return define(
    server,
    definitions.filter((definition) => definition.group !== group),
  );
}

async function define(server: ControlPlane, kinds: readonly (typeof definitions)[number][]): Promise<void> {
  await Promise.all(
    kinds.map(({ version, ...definition }) =>
      applyCustomResourceDefinition(server, { ...definition, versions: [{ name: version, statusSubresource: true }] }),
    ),
  );
}

export interface Guard {
  readonly webhook: StartedProcess;
  end(): Promise<void>;
}

/** The policy of Usages in force: its webhook as a process of its own, called over TLS, and what is native of it. */
export async function guard(server: ControlPlane): Promise<Guard> {
  const directory = openDirectory();
  const files = new CaseFiles();
  const sources = { ...usageSources(everyGroup), "usage-attempts.ts": attemptSource, "fallback.ts": fallbackText() };
  for (const [name, source] of Object.entries(sources)) files.write(name, source);
  const compilation = files.compile(["usages.ts", "usage-attempts.ts", "usage-records.ts", "fallback.ts"]);
  if (compilation.webhookRules.length === 0) throw new Error(compilation.diagnostics.map(({ message }) => message).join("; "));
  const rules = compilation.webhookRules;
  const { text, sha256 } = bundleRules(
    rules.map((rule) => ({ rule, file: join(files.directory, `${rule.policy.name}.ts`) })),
    files.directory,
  );
  files.remove();
  const authority = await createAuthority("holdfast");
  const names = { commonName: "webhook", ipAddresses: ["127.0.0.1"] };
  const { certificate, privateKey } = await authority.issue({ usage: "server", ...names });
  mkdirSync(join(directory, "tls"));
  writeFileSync(join(directory, "tls/tls.crt"), certificate);
  writeFileSync(join(directory, "tls/tls.key"), privateKey);
  writeFileSync(join(directory, "rules.mjs"), text);
  const flags = [
    "--rules",
    join(directory, "rules.mjs"),
    "--rules-sha256",
    sha256,
    "--tls-cert",
    join(directory, "tls/tls.crt"),
    "--tls-key",
    join(directory, "tls/tls.key"),
  ];
  const ports = ["--host", "127.0.0.1", "--port", "0", "--health-port", "0", "--drain-seconds", "0"];
  const webhook = await startProcess("webhook", [...flags, "--kubeconfig", server.kubeconfig, ...ports]);
  await waitUntil("the webhook is ready", () => webhook.isReady());
  const native = compilation.files.filter(({ name }) => name.startsWith("usage"));
  await enforce(server, native.map(({ text: yaml }) => yaml).join("---\n"));
  const configuration = onLoopback(buildWebhookConfiguration(rules, defaultSettings), webhook.port, authority.certificate);
  await created(server, webhookConfigurations, configuration);
  await untilAsked(server);
  return {
    webhook,
    end: async () => {
      await webhook.end("SIGTERM");
      removeDirectory(directory);
    },
  };
}

/** To be called before a controller runs: it would look after the canary, too. */
async function untilAsked(server: ControlPlane): Promise<void> {
  const canary = "/api/v1/namespaces/default/configmaps/canary";
  const usage = `/apis/${group}/v1alpha1/clusterusages`;
  const of = { apiVersion: "v1", kind: "ConfigMap", resourceRef: { name: "canary", namespace: "default" } };
  const metadata = { name: "canary" };
  const labels = { "holdfast.dev/in-use": "true" };
  const post = (path: string, body: object) => server.request({ method: "POST", path, body });
  await post("/api/v1/namespaces/default/configmaps", { metadata: { ...metadata, labels } });
  const body = { apiVersion: `${group}/v1alpha1`, kind: "ClusterUsage", metadata, spec: { reason: "canary", of } };
  const { status, text, body: made } = await post(usage, body);
  if (status !== 201) throw new Error(text);
  const { uid } = made["metadata"] as { readonly uid: string };
  const annotations = { [`usage.holdfast.dev/${uid}`]: `clusterusages.${group}//canary` };
  await server.request(mergePatch(canary, { metadata: { annotations } }));
  const isAsked = async () => (await server.request({ method: "DELETE", path: `${canary}?dryRun=All` })).status === 409;
  await waitUntil("the webhook is asked", isAsked);
  await server.request({ method: "DELETE", path: `${usage}/canary` });
  await server.request({ method: "DELETE", path: canary });
}
