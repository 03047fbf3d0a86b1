import { errorMessage } from "../../../compiler/api/helpful-error.ts";
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { KubeConfig } from "@kubernetes/client-node";
import { printable } from "../../escape-text.ts";
import { ConnectError } from "../api-server.ts";
import { isJsonObject, type JsonObject, objectsOf, textsOf, isFilledText } from "../../../compiler/api/json.ts";
import { pluginProvider } from "./exec-authenticator.ts";
import { type ExecPlugin, readExecPlugin } from "./exec-plugin.ts";
import type { Impersonated } from "./impersonation.ts";

export type Library = typeof import("@kubernetes/client-node");

/** A kubeconfig with one context chosen. */
export interface Kubeconfig {
  readonly config: KubeConfig;
  readonly context: string;
  readonly impersonated: Impersonated | undefined;
  readonly plugin: ExecPlugin | undefined;
}

/** One file: what the library reads of it, and users and clusters as they stand there, of which it leaves parts out. */
interface Read {
  readonly config: KubeConfig;
  readonly users: ReadonlyMap<string, JsonObject>;
  readonly clusters: ReadonlyMap<string, JsonObject>;
}

const fileHelp = "name a kubeconfig that kubectl accepts: --kubeconfig <file>";

/** `context`: the current one unless told. Throws a `ConnectError`, which repeats of the files nothing but names. */
export function loadKubeconfig(
  library: Library,
  { paths, mayLack }: { readonly paths: readonly string[]; readonly mayLack: boolean },
  context: string | undefined,
): Kubeconfig {
  const texts = paths.flatMap((path) => readText(path, mayLack) ?? []);
  if (texts.length === 0) throw new ConnectError(`${paths.join(", ")} cannot be read: there is no such file`, fileHelp);
  const { config, users, clusters } = merge(texts.map(({ path, text }) => readConfig(library, path, text)));
  const chosen = chooseContext(config, context, paths.join(", "));
  const user = users.get(config.getCurrentUser()?.name ?? "") ?? {};
  const cluster = clusters.get(config.getCurrentCluster()?.name ?? "") ?? {};
  const isByPlugin = config.getCurrentUser()?.authProvider === pluginProvider && isJsonObject(user["exec"]);
  const plugin = isByPlugin && isJsonObject(user["exec"]) ? readExecPlugin(user["exec"], () => clusterInfo(cluster)) : undefined;
  return { config, context: chosen, impersonated: impersonatedBy(user), plugin };
}

function readText(path: string, mayLack: boolean): { readonly path: string; readonly text: string } | undefined {
  try {
    return { path, text: readFileSync(path, "utf8") };
  } catch (error) {
    if (mayLack && error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new ConnectError(`${path} cannot be read: ${errorMessage(error)}`, fileHelp);
  }
}

function readNamed(path: string): string {
  return readText(path, false)?.text ?? "";
}

function readConfig(library: Library, path: string, text: string): Read {
  const value = parse(library, path, text);
  const config = new library.KubeConfig();
  const directory = dirname(resolve(path));
  try {
    config.loadFromString(JSON.stringify(value));
    config.makePathsAbsolute(directory);
  } catch (error) {
    throw new ConnectError(`${path} cannot be used: ${printable(errorMessage(error))}`, fileHelp);
  }
  const users = namedIn(value, "users", "user", directory);
  config.users = config.users.map((user) => withProvider(user, users.get(user.name) ?? {}));
  return { config, users, clusters: namedIn(value, "clusters", "cluster", directory) };
}

/** The message of the parser shows lines of the file: where it is wrong is all that may be repeated. */
function parse(library: Library, path: string, text: string): JsonObject {
  let value: unknown;
  try {
    value = text.trim() === "" ? {} : library.loadYaml(text);
  } catch (error) {
    const mark = error instanceof Error && "mark" in error && isJsonObject(error.mark) ? error.mark["line"] : undefined;
    const place = typeof mark === "number" ? ` (line ${mark + 1})` : "";
    throw new ConnectError(`${path} cannot be read: it is no YAML${place}`, fileHelp);
  }
  if (isJsonObject(value)) return value;
  throw new ConnectError(`${path} is no kubeconfig`, fileHelp);
}

/** By name; what is a file beside the kubeconfig gets its whole path. */
function namedIn(config: JsonObject, list: string, part: string, directory: string): ReadonlyMap<string, JsonObject> {
  const entries = objectsOf(config[list]).map((entry): [string, JsonObject] => {
    const own = isJsonObject(entry[part]) ? entry[part] : {};
    const files = ["tokenFile", "certificate-authority"].flatMap((name) => {
      const file = own[name];
      return isFilledText(file) ? [[name, resolve(directory, file)]] : [];
    });
    return [String(entry["name"]), { ...own, ...Object.fromEntries(files), ...execIn(own, directory) }];
  });
  // Of two of one name the library takes the first.
  return new Map(entries.toReversed());
}

/** A command with a slash is a path from the kubeconfig, one without is looked for on the PATH. */
function execIn({ exec }: JsonObject, directory: string): JsonObject {
  if (!isJsonObject(exec) || typeof exec["command"] !== "string" || !/[/\\]/.test(exec["command"])) return {};
  return { exec: { ...exec, command: resolve(directory, exec["command"]) } };
}

type User = KubeConfig["users"][number];

/**
 * The library reads `token-file`, once; kubectl writes `tokenFile`, whose content changes. Where there is a token,
 * no plugin is asked for another.
 */
function withProvider(user: User, { tokenFile, exec }: JsonObject): User {
  const { token, exec: _exec, impersonateUser: _as, ...others } = user;
  if (isFilledText(tokenFile)) return { ...others, authProvider: { name: "tokenFile", config: { tokenFile } } };
  const known = token === undefined ? others : { ...others, token };
  return token === undefined && isJsonObject(exec) ? { ...known, authProvider: pluginProvider } : known;
}

/** As kubectl merges files: the first that says something decides. */
function merge([first, ...others]: readonly Read[]): Read {
  if (first === undefined) throw new ConnectError("there is no kubeconfig", fileHelp);
  const { config } = first;
  const [users, clusters] = [new Map(first.users), new Map(first.clusters)];
  for (const other of others) {
    for (const one of other.config.clusters) if (config.getCluster(one.name) === null) config.addCluster(one);
    for (const one of other.config.users) if (config.getUser(one.name) === null) config.addUser(one);
    for (const one of other.config.contexts) if (config.getContextObject(one.name) === null) config.addContext(one);
    for (const [name, one] of other.users) if (!users.has(name)) users.set(name, one);
    for (const [name, one] of other.clusters) if (!clusters.has(name)) clusters.set(name, one);
    if (!config.getCurrentContext()) config.setCurrentContext(other.config.getCurrentContext());
  }
  return { config, users, clusters };
}

/** Makes the context current, and sees that it names a cluster and a user that are there. */
function chooseContext(config: KubeConfig, wanted: string | undefined, files: string): string {
  if (wanted !== undefined) config.setCurrentContext(wanted);
  const current = config.getCurrentContext();
  if (!current) throw new ConnectError(`${files} has no current context`, "name one: --context <name>");
  const context = config.getContextObject(current);
  const known = config.getContexts().map(({ name }) => name);
  if (context === null) {
    const help = known.length === 0 ? "it has none at all" : `name one of ${known.map((name) => printable(name)).join(", ")}`;
    throw new ConnectError(`there is no context ${printable(current)} in ${files}`, help);
  }
  const missing = (what: string, name: string): ConnectError =>
    new ConnectError(
      `the kubeconfig has no ${what} ${printable(name)}, which its context ${printable(current)} names`,
      "fix it, or name another context",
    );
  if (config.getCluster(context.cluster) === null) throw missing("cluster", context.cluster);
  if (context.user && config.getUser(context.user) === null) throw missing("user", context.user);
  // Of a context without a user the library would leave out the authority of the cluster, too.
  if (!context.user) config.contexts = config.contexts.map((one) => (one === context ? { ...one, user: nobody.name } : one));
  if (!context.user && config.getUser(nobody.name) === null) config.addUser(nobody);
  return current;
}

const nobody: User = { name: "holdfast: nobody" };

function impersonatedBy(user: JsonObject): Impersonated | undefined {
  const { as: username, "as-uid": uid, "as-groups": groups, "as-user-extra": extra } = user;
  if (isFilledText(username)) {
    const entries = isJsonObject(extra) ? Object.entries(extra).map(([key, values]) => [key, textsOf(values)]) : [];
    return { username, groups: textsOf(groups), uid: isFilledText(uid) ? uid : undefined, extra: Object.fromEntries(entries) };
  }
  if (uid === undefined && groups === undefined && extra === undefined) return undefined;
  throw new ConnectError("the user of this context has as-uid, as-groups or as-user-extra and no as", "fix the kubeconfig");
}

/** What a plugin is told of a cluster, in the words of an ExecCredential. */
function clusterInfo({ extensions, ...cluster }: JsonObject): JsonObject {
  const names = ["server", "tls-server-name", "insecure-skip-tls-verify", "certificate-authority-data", "proxy-url"];
  const told = names.flatMap((name) => (cluster[name] === undefined ? [] : [[name, cluster[name]]]));
  const file = cluster["certificate-authority"];
  const authority = isFilledText(file) ? { "certificate-authority-data": Buffer.from(readNamed(file)).toString("base64") } : {};
  const own = objectsOf(extensions).find(({ name }) => name === "client.authentication.k8s.io/exec");
  return { ...Object.fromEntries(told), ...authority, ...(own !== undefined && { config: own["extension"] }) };
}
