import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Finished, holdfastHere } from "../cli/user-project.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { CaseFiles } from "../language/case-files.ts";
import { waitUntil } from "../control-plane/wait-until.ts";

export const admission = "/apis/admissionregistration.k8s.io/v1";

/** A repository whose policies are compiled and applied, as after a rollout. */
export class Rollout {
  readonly #files = new CaseFiles();
  readonly #sources: readonly string[];
  readonly #server: ControlPlane;

  /** Policies by the stem of their file. */
  constructor(server: ControlPlane, policies: Readonly<Record<string, string>>) {
    this.#server = server;
    this.#sources = Object.keys(policies).map((stem) => `${stem}.ts`);
    for (const [stem, text] of Object.entries(policies)) this.#files.write(`${stem}.ts`, text);
  }

  async compile(): Promise<this> {
    const { code, error } = await holdfastHere(this.#files.directory, ["compile", ...this.#sources]);
    if (code !== 0) throw new Error(error);
    return this;
  }

  apply(): Promise<void> {
    return this.#kubectl("apply", "--server-side", "--force-conflicts", "-k", "generated");
  }

  async remove(): Promise<void> {
    await this.#kubectl("delete", "--ignore-not-found", "--wait=false", "-k", "generated");
    this.#files.remove();
  }

  /** As admin, unless the words name another kubeconfig. */
  verify(...words: readonly string[]): Promise<Finished> {
    const access = words.includes("--kubeconfig") ? [] : ["--kubeconfig", this.#server.kubeconfig];
    return holdfastHere(this.#files.directory, ["verify", ...words, ...access]);
  }

  async #kubectl(...words: readonly string[]): Promise<void> {
    const { code, stderr } = await this.#server.kubectl(words, { cwd: this.#files.directory });
    if (code !== 0) throw new Error(`kubectl ${words.join(" ")} failed: ${stderr}`);
  }
}

/** The lines of a table: `[state, policy, server, why]`. */
export function rowsOf({ out }: Finished): readonly (readonly string[])[] {
  const [, ...rows] = (out.split("\n\n")[0] ?? "").split("\n");
  return rows.map((row) => row.split(/ {2,}/));
}

/** State and reason of one policy; undefined where there is no line of it. */
export function lineOf(finished: Finished, policy: string): string | undefined {
  const row = rowsOf(finished).find(([, name]) => name === policy);
  return row === undefined ? undefined : `${row[0] ?? ""}: ${row.slice(3).join("  ")}`;
}

export async function create(server: ControlPlane, path: string, body: object): Promise<void> {
  const { status, text } = await server.request({ method: "POST", path, body });
  if (status !== 201) throw new Error(`${path}: ${text}`);
}

export function configMap(name: string, metadata: object = {}): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, ...metadata } };
}

export const kept = { labels: { "example.com/keep": "yes" } } as const;

/** The kubeconfig of a service account that has whatever rights it was given. */
export async function kubeconfigOf(server: ControlPlane, account: { namespace: string; name: string }): Promise<string> {
  const { namespace, name } = account;
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  await create(server, path, { metadata: { name } });
  const { body } = await server.request({ method: "POST", path: `${path}/${name}/token`, body: { spec: {} } });
  const { token } = body["status"] as { readonly token: string };
  const file = join(server.runDirectory, `${name}.kubeconfig`);
  const config = JSON.parse(readFileSync(server.kubeconfig, "utf8")) as { readonly users: readonly object[] };
  const [user] = config.users;
  writeFileSync(file, JSON.stringify({ ...config, users: [{ ...user, user: { token } }] }));
  return file;
}

/** Gives the account a role of this YAML, and returns when RBAC goes by it. */
export async function permit(server: ControlPlane, account: { namespace: string; name: string }, role: string): Promise<void> {
  const { stdout } = await server.kubectl(["apply", "-f", "-", "-o", "name"], { input: role });
  const roleName = stdout.trim().split("/").at(-1) ?? "";
  const words = ["create", "clusterrolebinding", `${roleName}-${account.name}`, `--clusterrole=${roleName}`];
  await server.kubectl([...words, `--serviceaccount=${account.namespace}:${account.name}`]);
  const as = `system:serviceaccount:${account.namespace}:${account.name}`;
  const question = ["auth", "can-i", "list", "validatingadmissionpolicies"];
  await waitUntil(`${as} has its rights`, async () => (await server.kubectl(question, { as })).code === 0);
}

/** What tells whether an object was touched. */
export async function identityOf(server: ControlPlane, path: string): Promise<unknown> {
  const { body } = await server.request({ method: "GET", path });
  const { uid, resourceVersion } = body["metadata"] as { readonly uid: string; readonly resourceVersion: string };
  return { uid, resourceVersion };
}
