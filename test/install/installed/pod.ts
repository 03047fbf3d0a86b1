import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { created } from "../../control-plane/requests.ts";
import { readKubeconfig, writeKubeconfig } from "../../fallback/kubeconfig-file.ts";
import { documentsIn } from "../../fixtures/yaml-documents.ts";

export const system = "holdfast-system";

interface Deployment {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly template: { readonly spec: { readonly containers: readonly Container[] } };
  };
}

export interface Container {
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
}

/** As the Deployment behind the name of the process has it. */
export function containerOf(directory: string, name: "webhook" | "controller"): Container {
  const documents = documentsIn(
    readFileSync(join(directory, "generated/fallback", `${name}.yaml`), "utf8"),
  ) as readonly Deployment[];
  const [container] = documents.find(({ kind }) => kind === "Deployment")?.spec.template.spec.containers ?? [];
  if (container === undefined) throw new Error(`${name}.yaml has no Deployment`);
  return container;
}

/** The arguments of the Deployment behind the name of the process; mounts are those of this machine. */
export function argumentsOf(directory: string, name: "webhook" | "controller"): readonly string[] {
  return containerOf(directory, name)
    .args.map((flag) => flag.replace("/etc/holdfast", join(directory, "mounted")))
    .filter((flag) => !/^--(health-)?port=/.test(flag));
}

/** As a kubelet mounts the ConfigMap with the rules, where there is one, and the Secret. */
export async function mount(server: ControlPlane, directory: string): Promise<void> {
  const mounted = join(directory, "mounted");
  mkdirSync(join(mounted, "rules"), { recursive: true });
  mkdirSync(join(mounted, "tls"), { recursive: true });
  const files = rulesOf(directory) ?? {};
  for (const [name, text] of Object.entries(files)) writeFileSync(join(mounted, "rules", name), text);
  const { body } = await server.request({ method: "GET", path: `/api/v1/namespaces/${system}/secrets/holdfast-webhook-tls` });
  for (const [name, text] of Object.entries(body["data"] as Readonly<Record<string, string>>))
    writeFileSync(join(mounted, "tls", name), Buffer.from(text, "base64"));
}

function rulesOf(directory: string): Readonly<Record<string, string>> | undefined {
  const path = join(directory, "generated/fallback/rules.yaml");
  try {
    const [map] = documentsIn(readFileSync(path, "utf8")) as readonly { readonly data: Readonly<Record<string, string>> }[];
    return map?.data;
  } catch {
    return undefined;
  }
}

/** A kubeconfig with the token of the account, and nothing else. */
export async function accountOf(server: ControlPlane, directory: string, name: string): Promise<string> {
  const path = `/api/v1/namespaces/${system}/serviceaccounts/holdfast-${name}/token`;
  const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds: 3600 } };
  const { token } = (await created(server, path, body))["status"] as { readonly token: string };
  const own = join(directory, "accounts", name);
  mkdirSync(own, { recursive: true });
  return writeKubeconfig(own, { cluster: readKubeconfig(server.kubeconfig).clusters[0]?.cluster ?? {}, user: { token } });
}
