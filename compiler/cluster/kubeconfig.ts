import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { YamlProblem, readYaml } from "../manifest/read-yaml.ts";
import { isJsonObject } from "../api/json.ts";
import { ClusterError } from "./cluster-error.ts";

/** How to reach an API server, and as whom. */
export interface ClusterAccess {
  readonly url: string;
  readonly ca: string | undefined;
  readonly cert: string | undefined;
  readonly key: string | undefined;
  readonly token: string | undefined;
  readonly serverName: string | undefined;
  readonly skipsVerification: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Where kubectl looks: the file that is given, those of KUBECONFIG, `~/.kube/config`. */
export function kubeconfigFiles(given: string | undefined, environment: string | undefined): readonly string[] {
  if (given !== undefined) return [given];
  const named = (environment ?? "").split(delimiter).filter((file) => file !== "");
  return named.length > 0 ? named : [join(homedir(), ".kube", "config")];
}

/** The context that kubectl uses where none is named. */
export function currentContext(files: readonly string[]): string {
  const [current] = files.flatMap((file) => textOf(readFile(file)["current-context"]) ?? []);
  if (current !== undefined) return current;
  throw new ClusterError(`${files.join(", ")} has no current context`, "name one: --context <name>");
}

/** The access of one context, by its name: nobody tests by accident on the cluster that happens to be current. */
export function readKubeconfig(files: readonly string[], context: string): ClusterAccess {
  const configs = files.map((file) => ({ directory: dirname(resolve(file)), fields: readFile(file) }));
  const find = (list: string, name: unknown): Named | undefined =>
    configs
      .flatMap(({ directory, fields }) => namedIn(fields, list).map((one) => ({ ...one, directory })))
      .find((one) => one.name === name);
  const chosen = find("contexts", context);
  if (chosen === undefined) {
    const known = configs.flatMap(({ fields }) => namedIn(fields, "contexts")).map(({ name }) => name);
    throw new ClusterError(`there is no context ${context} in ${files.join(", ")}`, `the contexts are ${known.join(", ")}`);
  }
  const { cluster, user } = partOf(chosen, "context");
  return accessOf(requireNamed(find("clusters", cluster), "cluster", cluster), find("users", user));
}

interface Named {
  readonly name: unknown;
  readonly entry: Fields;
  readonly directory: string;
}

function readFile(file: string): Fields {
  const help = "name a kubeconfig: --kubeconfig <file>";
  try {
    const value = readYaml(readFileSync(file, "utf8"))[0]?.value;
    if (isJsonObject(value)) return value;
  } catch (error) {
    const isYaml = error instanceof YamlProblem;
    const reason = isYaml ? "it is no YAML" : error instanceof Error ? error.message : String(error);
    throw new ClusterError(`${file} cannot be read: ${reason}`, help);
  }
  throw new ClusterError(`${file} is no kubeconfig`, help);
}

function namedIn(fields: Fields, list: string): readonly Omit<Named, "directory">[] {
  const items = fields[list];
  if (!Array.isArray(items)) return [];
  return items.filter(isJsonObject).map((entry) => ({ name: entry["name"], entry }));
}

function partOf({ entry }: Named, name: string): Fields {
  const part = entry[name];
  return isJsonObject(part) ? part : {};
}

function requireNamed(found: Named | undefined, what: string, name: unknown): Named {
  if (found !== undefined) return found;
  throw new ClusterError(`the kubeconfig has no ${what} ${String(name)}`, "fix it, or name another context");
}

function accessOf(cluster: Named, user: Named | undefined): ClusterAccess {
  const server = partOf(cluster, "cluster");
  const identity = user === undefined ? {} : partOf(user, "user");
  requireSupported(identity);
  if (typeof server["server"] !== "string")
    throw new ClusterError("the cluster has no server", "write its URL into the kubeconfig");
  return {
    url: server["server"],
    ca: material(server, "certificate-authority", cluster.directory),
    cert: material(identity, "client-certificate", user?.directory ?? ""),
    key: material(identity, "client-key", user?.directory ?? ""),
    token: tokenOf(identity, user?.directory ?? ""),
    serverName: textOf(server["tls-server-name"]),
    skipsVerification: server["insecure-skip-tls-verify"] === true,
  };
}

/** Plug-ins are programs; none is started on behalf of a test. */
function requireSupported(identity: Fields): void {
  const program = ["exec", "auth-provider", "username"].find((name) => identity[name] !== undefined);
  if (program === undefined) return;
  throw new ClusterError(
    `the user of this context authenticates by ${program}, which is not supported here`,
    "use a context with a client certificate or a token, such as that of a kind cluster",
  );
}

/** In the kubeconfig itself, or in a file beside it. */
function material(fields: Fields, name: string, directory: string): string | undefined {
  const inline = textOf(fields[`${name}-data`]);
  if (inline !== undefined) return Buffer.from(inline, "base64").toString("utf8");
  const file = textOf(fields[name]);
  return file === undefined ? undefined : readMaterial(resolve(directory, file));
}

function tokenOf(identity: Fields, directory: string): string | undefined {
  const file = textOf(identity["tokenFile"]);
  return textOf(identity["token"]) ?? (file === undefined ? undefined : readMaterial(resolve(directory, file)).trim());
}

function readMaterial(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new ClusterError(`${file} cannot be read`, "the kubeconfig names it");
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
