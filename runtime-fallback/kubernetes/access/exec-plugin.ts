import { spawn } from "node:child_process";
import { isatty } from "node:tty";
import { printable } from "../../escape-text.ts";
import { ConnectError } from "../api-server.ts";
import { isJsonObject, type JsonObject, objectsOf, parseJsonObject, textsOf, isFilledText } from "../../../compiler/api/json.ts";

/** A program that logs somebody in, as `exec` of a kubeconfig names it. */
export interface ExecPlugin {
  readonly command: string;
  readonly args: readonly string[];
  /** Beside the environment of this process. */
  readonly env: Readonly<Record<string, string>>;
  /** Of the ExecCredential that it is to print. */
  readonly apiVersion: string;
  /** Whether it may ask somebody at a terminal. */
  readonly interactive: "Never" | "IfAvailable" | "Always";
  /** How it can be had. */
  readonly installHint: string | undefined;
  /** What it is told of the cluster, where it wants that. */
  readonly cluster: JsonObject | undefined;
}

/** What it printed: who we are, and until when. */
export interface ExecCredential {
  readonly token?: string;
  /** PEM, both or none. */
  readonly certificate?: string;
  readonly key?: string;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
}

/** Nobody waits longer for a program that asks nobody. */
const longestMs = 60_000;
/** Credentials have some kilobytes. */
const maxOutput = 1024 * 1024;

/** `exec` of a kubeconfig. Throws a `ConnectError` where it names no program. */
export function readExecPlugin(exec: JsonObject, clusterInfo: () => JsonObject): ExecPlugin {
  const { command, apiVersion, installHint, interactiveMode } = exec;
  if (typeof command !== "string" || command === "" || typeof apiVersion !== "string")
    throw new ConnectError("exec of the user of this context has no command or no apiVersion", "fix the kubeconfig");
  const env = objectsOf(exec["env"]).map(({ name, value }) => [String(name), String(value)]);
  return {
    command,
    args: textsOf(exec["args"]),
    env: Object.fromEntries(env),
    apiVersion,
    interactive: interactiveMode === "Never" || interactiveMode === "Always" ? interactiveMode : "IfAvailable",
    installHint: typeof installHint === "string" && installHint !== "" ? installHint : undefined,
    cluster: exec["provideClusterInfo"] === true ? clusterInfo() : undefined,
  };
}

/**
 * Starts the program and reads its ExecCredential; ADR 50 says why not by @kubernetes/client-node. What it printed is a
 * secret, and so are its arguments: no error repeats them. Rejects with a `ConnectError` that names the program.
 */
export async function runExecPlugin(plugin: ExecPlugin): Promise<ExecCredential> {
  const isTerminal = isatty(0);
  if (plugin.interactive === "Always" && !isTerminal) throw failure(plugin, "has to ask somebody, and this is no terminal");
  const isInteractive = isTerminal && plugin.interactive !== "Never";
  const credential = decodeCredential(plugin, await outputOf(plugin, isInteractive));
  const { expiresAt } = credential;
  if (expiresAt === undefined || expiresAt > Date.now()) return credential;
  throw failure(plugin, `gave credentials that have expired at ${new Date(expiresAt).toISOString()}`);
}

function outputOf(plugin: ExecPlugin, isInteractive: boolean): Promise<string> {
  const spec = { interactive: isInteractive, ...(plugin.cluster !== undefined && { cluster: plugin.cluster }) };
  const info = { apiVersion: plugin.apiVersion, kind: "ExecCredential", spec };
  const child = spawn(plugin.command, [...plugin.args], {
    env: { ...process.env, ...plugin.env, KUBERNETES_EXEC_INFO: JSON.stringify(info) },
    stdio: [isInteractive ? "inherit" : "ignore", "pipe", "pipe"],
    ...(!isInteractive && { timeout: longestMs, killSignal: "SIGKILL" }),
  });
  let [out, said] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
    if (out.length > maxOutput) child.kill("SIGKILL");
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    said = `${said}${text}`.slice(-maxOutput);
    // A code to enter, or a page to open: it waits for that.
    if (isInteractive) process.stderr.write(text);
  });
  return new Promise((resolve, reject) => {
    child.on("error", (error) => reject(notStarted(plugin, error)));
    child.on("close", (code, signal) => {
      if (out.length > maxOutput) reject(failure(plugin, "printed more than a mebibyte"));
      else if (code === 0) resolve(out);
      else if (code === null && child.killed) reject(failure(plugin, `had not ended after ${longestMs / 1000} s`));
      else reject(failure(plugin, `ended with ${code === null ? String(signal) : `exit code ${code}`}${lastLine(said)}`));
    });
  });
}

function notStarted(plugin: ExecPlugin, error: Error & { readonly code?: unknown }): ConnectError {
  if (error.code !== "ENOENT") return failure(plugin, `cannot be started: ${String(error.code ?? error.message)}`);
  const help =
    plugin.installHint === undefined
      ? "install it, or use a context with other credentials"
      : printable(plugin.installHint, 1_000);
  return new ConnectError(`${nameOf(plugin)} is not installed, or not on the PATH`, help);
}

function failure(plugin: ExecPlugin, what: string): ConnectError {
  return new ConnectError(
    `${nameOf(plugin)} ${what}`,
    "log in anew with it, so that `kubectl get namespaces` works in this context",
  );
}

/** The path and not the arguments, in which secrets may stand. */
function nameOf({ command }: ExecPlugin): string {
  return `the plugin ${printable(command)}, by which the user of this context logs in,`;
}

/** Of what it says to its user. Tokens are no part of that, whatever it thinks. */
function lastLine(said: string): string {
  const line = said.trim().split(/\r?\n/).at(-1) ?? "";
  const safe = line.replaceAll(/\bey[\w-]+\.[\w-]+(\.[\w-]*)?/g, "(a token)").replaceAll(/\bBearer \S+/gi, "(a token)");
  return safe === "" ? "" : `: ${printable(safe, 400)}`;
}

function decodeCredential(plugin: ExecPlugin, text: string): ExecCredential {
  const credential = parseJsonObject(text);
  const odd = (what: string): ConnectError =>
    new ConnectError(`${nameOf(plugin)} printed ${what}`, "look at what it prints by itself, and at `exec` of the kubeconfig");
  if (credential === undefined) throw odd("no JSON object");
  const { kind, apiVersion, status } = credential;
  if (kind !== "ExecCredential") throw odd("no ExecCredential");
  if (apiVersion !== plugin.apiVersion) throw odd(`an ExecCredential of another version than ${printable(plugin.apiVersion)}`);
  if (!isJsonObject(status)) throw odd("an ExecCredential without a status");
  const { token, clientCertificateData: certificate, clientKeyData: key, expirationTimestamp } = status;
  const expiresAt = typeof expirationTimestamp === "string" ? Date.parse(expirationTimestamp) : undefined;
  if (Number.isNaN(expiresAt)) throw odd("an expirationTimestamp that is no time");
  if (isFilledText(certificate) !== isFilledText(key))
    throw odd("a certificate without its key, or a key without its certificate");
  if (!isFilledText(token) && !isFilledText(certificate)) throw odd("neither a token nor a certificate");
  return {
    ...(isFilledText(token) && { token }),
    ...(isFilledText(certificate) && isFilledText(key) && { certificate, key }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}
