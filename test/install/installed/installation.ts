import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { enforce } from "../../ack/policies-in-force.ts";
import { holdfastHere } from "../../cli/user-project.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { untilEstablished } from "../../control-plane/crds.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { CaseFiles } from "../../language/case-files.ts";
import { created } from "../../control-plane/requests.ts";
import type { StartedProcess } from "../../fallback/processes/started-process.ts";
import { documentsIn } from "../../fixtures/yaml-documents.ts";
import { callOnLoopback } from "./call-on-loopback.ts";
import { type Deployed, type Launch, deployed } from "./deployed.ts";
import { system } from "./pod.ts";

/** What a user installs: the policies and the declaration by their file names. */
export type Sources = Readonly<Record<string, string>>;

/** What `holdfast compile` has written is applied, and what a kubelet would run, runs. */
export interface Installation {
  readonly directory: string;
  readonly controller: Deployed;
  /** Undefined where nothing asks the webhook. */
  readonly webhook: Deployed | undefined;
  /** Lines of the logs of all processes so far. */
  log(): readonly Record<string, unknown>[];
  end(): Promise<void>;
}

/** Starts the controller with shorter times than its container does. */
export const quickController: string = join(import.meta.dirname, "quick-controller.ts");

export interface InstallOptions {
  /** The file that starts it: `runtime-fallback/main.ts`, unless told. */
  readonly controllerProgram?: string;
  /** Of both, instead of processes of this checkout. */
  readonly launch?: Launch;
}

/** Compiles, applies, starts both processes and returns when the API server asks them. */
export async function install(
  server: ControlPlane,
  sources: Sources,
  { controllerProgram, launch }: InstallOptions = {},
): Promise<Installation> {
  const files = new CaseFiles();
  for (const [name, text] of Object.entries(sources)) files.write(name, text);
  const names = Object.entries(sources)
    .filter(([, text]) => text.includes("export default"))
    .map(([name]) => name);
  const { code, out, error } = await holdfastHere(files.directory, ["compile", ...names, "--out", "generated"]);
  if (code !== 0) throw new Error(`${error}\n${out}`);
  const generated = join(files.directory, "generated");
  await applied(server, join(generated, "fallback"));
  const started: StartedProcess[] = [];
  const onStart = (process: StartedProcess): void => void started.push(process);
  const hasWebhook = readdirSync(join(generated, "fallback")).includes("webhook.yaml");
  const { directory } = files;
  const controller = await deployed(server, { directory, name: "controller", program: controllerProgram, launch, onStart });
  const webhook = hasWebhook
    ? await deployed(server, { directory, name: "webhook", program: undefined, launch, onStart })
    : undefined;
  await Promise.all([startBoth(server, controller, webhook), enforcePolicies(server, generated)]);
  return {
    directory,
    controller,
    webhook,
    log: () => started.flatMap(({ log }) => log),
    end: async () => {
      await Promise.all(started.map((one) => one.end("SIGTERM")));
      files.remove();
    },
  };
}

async function applied(server: ControlPlane, directory: string): Promise<void> {
  const { code, stderr } = await server.kubectl(["apply", "--server-side", "-k", directory]);
  if (code !== 0) throw new Error(stderr);
  await Promise.all(definitionsIn(directory).map((name) => untilEstablished(server, name)));
}

/** The names of the CustomResourceDefinitions. */
function definitionsIn(directory: string): readonly string[] {
  const texts = readdirSync(directory).map((name) => readFileSync(join(directory, name), "utf8"));
  return texts.flatMap(documentsIn).flatMap(({ kind, metadata }) => (kind === "CustomResourceDefinition" ? [metadata.name] : []));
}

async function startBoth(server: ControlPlane, controller: Deployed, webhook: Deployed | undefined): Promise<void> {
  await controller.start();
  if (webhook === undefined) return;
  await firstReady(server, webhook);
  await callOnLoopback(server, webhook.process().port);
}

/** A kubelet starts the Pod once its Secret is there. */
async function firstReady(server: ControlPlane, webhook: Deployed): Promise<void> {
  const path = `/api/v1/namespaces/${system}/secrets/holdfast-webhook-tls`;
  await waitUntil("the controller has issued a certificate", async () => {
    return (await server.request({ method: "GET", path })).status === 200;
  });
  await webhook.start();
  await waitUntil("the webhook is ready", () => webhook.process().isReady());
}

async function enforcePolicies(server: ControlPlane, generated: string): Promise<void> {
  const names = readdirSync(generated).filter((name) => name.endsWith(".yaml") && name !== "kustomization.yaml");
  // A policy whose rules all ask becomes nothing but a comment.
  const texts = names.map((name) => readFileSync(join(generated, name), "utf8")).filter((text) => /^kind: /m.test(text));
  if (texts.length > 0) await enforce(server, texts.join("\n---\n"));
  await created(server, "/api/v1/namespaces", { metadata: { name: "shop" } });
}
