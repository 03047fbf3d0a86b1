import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readObjects } from "../../compiler/manifest/yaml.ts";
import { type Finished, holdfastHere } from "../cli/user-project.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { fencesOf } from "../documents/fences.ts";
import { CaseFiles } from "../language/case-files.ts";
import { created } from "../control-plane/requests.ts";
import { collectionOf } from "../control-plane/collections.ts";
import { untilMay, bindClusterRole } from "../control-plane/roles.ts";
import { type Manifest, manifestsIn } from "../static/static-set.ts";

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

  /** As `kubectl apply --server-side --force-conflicts`, one after the other: policies come before their bindings. */
  async apply(): Promise<void> {
    for (const document of this.#documents()) await applied(this.#server, document);
  }

  async remove(): Promise<void> {
    await Promise.all(this.#documents().map((one) => this.#server.request({ method: "DELETE", path: pathOf(one) })));
    this.#files.remove();
  }

  /** As admin, unless the words name another kubeconfig. */
  verify(...words: readonly string[]): Promise<Finished> {
    const access = words.includes("--kubeconfig") ? [] : ["--kubeconfig", this.#server.kubeconfig];
    return holdfastHere(this.#files.directory, ["verify", ...words, ...access]);
  }

  #documents(): readonly Manifest[] {
    return manifestsIn(join(this.#files.directory, "generated"));
  }
}

type Named = Pick<Manifest, "kind" | "metadata">;

const pathOf = (object: Named): string => `${collectionOf(object)}/${object.metadata.name}`;

async function applied(server: ControlPlane, body: Named): Promise<void> {
  const path = `${pathOf(body)}?fieldManager=kubectl&force=true`;
  const { status, text } = await server.request({ method: "PATCH", path, body, contentType: "application/apply-patch+yaml" });
  if (status >= 300) throw new Error(`${path}: ${text}`);
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

export const kept = { labels: { "example.com/keep": "yes" } } as const;

/** The kubeconfig of a service account that has whatever rights it was given. */
export async function kubeconfigOf(server: ControlPlane, account: { namespace: string; name: string }): Promise<string> {
  const { namespace, name } = account;
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  await created(server, path, { metadata: { name } });
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
  const [body] = readObjects(role, "1.1") as readonly [Named];
  await applied(server, body);
  const { name } = body.metadata;
  const subjects = [{ kind: "ServiceAccount", ...account }] as const;
  await bindClusterRole(server, { name: `${name}-${account.name}`, role: name, subjects });
  const query = { verb: "list", group: "admissionregistration.k8s.io", resource: "validatingadmissionpolicies" };
  await untilMay(server, `system:serviceaccount:${account.namespace}:${account.name}`, query);
}

/** What tells whether an object was touched. */
export async function identityOf(server: ControlPlane, path: string): Promise<unknown> {
  const { body } = await server.request({ method: "GET", path });
  const { uid, resourceVersion } = body["metadata"] as { readonly uid: string; readonly resourceVersion: string };
  return { uid, resourceVersion };
}

/** A policy on ConfigMaps that deletes only of those with this label are denied by. */
export const policyOn = (name: string, { match = `{ group: "", resource: "configmaps" }`, overrides = "" } = {}): string => `
import { deletionPolicy${overrides === "" ? "" : ", permitted"} } from "holdfast";
const off = { off: "not what this test is about" };
export default deletionPolicy({
  name: "${name}",
  match: [${match}],
  ${overrides}
  guards: { release: off, owners: off, namespaces: off, definitions: off },
  rules: {
    ${name.replaceAll("-", "")}: {
      // No label alone: verify would look at objects with it, and at no others.
      denyWhen: ({ oldObject: { metadata } }) => metadata.labels?.["${name}"] === "yes" || metadata.name === "kept-by-name",
      message: "kept",
    },
  },
});`;

export async function withRollout(
  server: ControlPlane,
  policies: Readonly<Record<string, string>>,
  use: (rollout: Rollout) => Promise<void>,
) {
  const rollout = await new Rollout(server, policies).compile();
  try {
    await rollout.apply();
    await use(rollout);
  } finally {
    await rollout.remove();
  }
}

/** Columns are as wide as their widest cell, and addresses are not of one length. */
export const squeezed = (text: string): string => text.replaceAll(/ {2,}/g, "  ");

/** What docs/operate/verify.md shows, at this address. */
export function shownOutput(url: string): string {
  const shown = fencesOf("docs/operate/verify.md").find(({ language }) => language === "text")?.text ?? "";
  return squeezed(shown.replaceAll("https://10.0.0.1:6443", url));
}
