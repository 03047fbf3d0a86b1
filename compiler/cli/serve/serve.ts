import { openContext } from "../../../runtime-fallback/kubernetes/open-context.ts";
import type { Compilation } from "../../compile.ts";
import { compiledKinds } from "../../serve/defined-kinds.ts";
import { type ObjectSource, clusterSource, manifestSource } from "../../serve/object-source.ts";
import { type Served, isAnywhere, startServing } from "../../serve/start-serving.ts";
import { ManifestProblem } from "../../serve/written-objects.ts";
import { type ExitCode, exitCodes } from "../output/exit-code.ts";
import { reportDiagnostics, reportWarnings } from "../output/summary.ts";
import type { LoadCompiler } from "../run.ts";
import type { QueriesTo, ServeCommand } from "./serve-command.ts";
import { type Terminal, quoteArguments } from "../output/terminal.ts";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { HelpfulError, errorMessage } from "../../api/helpful-error.ts";
import { visible } from "../../diagnostics/format.ts";
import type { ExampleReview } from "../../serve/example-review.ts";

interface Context {
  readonly terminal: Terminal;
  readonly loadCompiler: LoadCompiler;
}

/** `holdfast serve`: the webhook of these policies on this machine, until somebody ends it. */
export async function runServe(command: ServeCommand, { terminal, loadCompiler }: Context): Promise<ExitCode> {
  terminal.report(`compiling ${command.paths.map(visible).join(", ")}`);
  const { compile } = await loadCompiler();
  const { paths, kube } = command;
  const compilation = await compile({ paths, kube, workingDirectory: terminal.workingDirectory });
  if (compilation.diagnostics.length > 0) return reportDiagnostics(compilation, terminal, "; nothing is served");
  reportWarnings(compilation, terminal);
  const interrupted = untilInterrupted();
  const served = await start(command, compilation, terminal);
  await interrupted;
  terminal.report("ending");
  await served.stop();
  return exitCodes.fine;
}

/** The first ^C ends it in order, the second at once. */
function untilInterrupted(): Promise<void> {
  return new Promise((end) => {
    process.once("SIGINT", () => end());
    process.once("SIGTERM", () => end());
  });
}

async function start(command: ServeCommand, compilation: Compilation, terminal: Terminal): Promise<Pick<Served, "stop">> {
  const { fallback, webhook } = requireWebhook(compilation);
  const source = await sourceOf(command.queries, compilation, terminal);
  const { host, port, healthPort, logLevel, address = isAnywhere(host) ? "127.0.0.1" : host } = command;
  const served = await startServing(
    {
      fallback,
      webhook,
      addresses: { host, port, healthPort, address },
      logLevel,
      writeLog: (line) => terminal.report(line.trimEnd()),
    },
    source,
  ).catch(async (error: unknown) => {
    await source.server.close();
    throw listeningError(error, host);
  });
  const files = new WrittenFiles(terminal.workingDirectory);
  try {
    const authority = files.write(command.caFile, "ca.crt", served.authority);
    const configuration = command.configuration && files.write(command.configuration, "", served.configuration);
    terminal.print(introduction({ ...served, authority, configuration, about: visible(source.about) }));
  } catch (error) {
    await served.stop();
    throw error;
  }
  const stop = async (): Promise<void> => {
    await served.stop();
    files.removeTemporary();
  };
  return { stop };
}

function requireWebhook({ fallback, policies }: Compilation) {
  if (fallback?.webhook !== undefined) return { fallback, webhook: fallback.webhook };
  const rules = policies.reduce((sum, policy) => sum + policy.rules.length, 0);
  throw new HelpfulError(
    `there is nothing to serve: none of the ${rules} rules asks the cluster, and no fallback with a feature is declared`,
    "API servers answer such rules by themselves: `holdfast compile` writes them, `holdfast test` tries them",
  );
}

async function sourceOf(queries: QueriesTo, compilation: Compilation, terminal: Terminal): Promise<ObjectSource> {
  if (queries.kind === "cluster") {
    const { kubeconfig, context } = queries;
    return clusterSource(await openContext({ kubeconfig, context, named: terminal.kubeconfig }));
  }
  try {
    const { workingDirectory } = terminal;
    return manifestSource({ paths: queries.paths, workingDirectory, ...compiledKinds(compilation) });
  } catch (error) {
    if (error instanceof ManifestProblem) throw new HelpfulError(error.message, error.help);
    throw error;
  }
}

/** What the operating system says of a port that cannot be had. */
function listeningError(error: unknown, host: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return error;
  const port = "port" in error ? String(error.port) : "";
  const help = "name another one, or 0 for any that is free: --port 0, --health-port 0";
  if (error.code === "EADDRINUSE") return new HelpfulError(`port ${port} of ${host} is in use`, help);
  if (error.syscall === "listen" || error.syscall === "getaddrinfo")
    return new HelpfulError(
      `cannot listen at ${host}, port ${port}: ${error.message}`,
      `name an address of this machine: --host`,
    );
  return error;
}

/** Files that a command leaves where its user says, and others that go with it. */
class WrittenFiles {
  readonly #workingDirectory: string;
  #temporary: string | undefined;

  constructor(workingDirectory: string) {
    this.#workingDirectory = workingDirectory;
  }

  /** The path as a shell takes it: the one that is given, or of a temporary file of that name. */
  write(path: string | undefined, name: string, text: string): string {
    const target = path ?? join((this.#temporary ??= mkdtempSync(join(tmpdir(), "holdfast-serve-"))), name);
    try {
      writeFileSync(resolve(this.#workingDirectory, target), text);
    } catch (error) {
      const reason = errorMessage(error);
      throw new HelpfulError(`cannot write ${target}: ${reason}`, "name a file in a directory that exists");
    }
    return quoteArguments([target]).join("");
  }

  removeTemporary(): void {
    if (this.#temporary !== undefined) rmSync(this.#temporary, { recursive: true, force: true });
  }
}

interface Introduced {
  /** `https://127.0.0.1:8443` */
  readonly url: string;
  /** `http://127.0.0.1:40123` */
  readonly health: string;
  /** `the 3 objects of objects` */
  readonly about: string;
  readonly routes: readonly { readonly path: string; readonly rule: string }[];
  /** `/usage-authors`, where nobody answers what it asks. */
  readonly leftOut: readonly string[];
  /** The file with the authority, as a shell takes it. */
  readonly authority: string;
  readonly configuration: string | undefined;
  readonly example: ExampleReview | undefined;
}

/** What whoever starts it wants to know: what is served where, and a command to ask it that works as it stands. */
function introduction(parts: Introduced): string {
  const { url, health, about, routes, leftOut, authority, configuration, example } = parts;
  const width = Math.max(...routes.map(({ rule }) => visible(rule).length));
  return [
    `serving ${routes.length} ${routes.length === 1 ? "path" : "paths"} at ${url}; queries are answered by ${about}`,
    "",
    ...routes.map(({ rule, path }) => `  ${visible(rule).padEnd(width)}  ${url}${visible(path)}`),
    ...(leftOut.length === 0
      ? []
      : ["", `not served: ${leftOut.join(", ")}; it asks RBAC, which manifests do not have: use --kubeconfig`]),
    "",
    `its authority:          ${authority}`,
    `health and metrics:     ${health}/readyz, ${health}/metrics`,
    ...(configuration === undefined ? [] : [`webhook configuration:  ${configuration}`]),
    ...(example === undefined
      ? []
      : ["", `to ask about ${visible(example.about)}:`, "", curlCommand(example, { url, authority })]),
    "",
    "^C ends it",
  ].join("\n");
}

/** Within single quotes a shell changes nothing. */
function curlCommand({ path, review }: ExampleReview, { url, authority }: Pick<Introduced, "url" | "authority">): string {
  const body = review.replaceAll("'", `'\\''`);
  return [
    `curl --cacert ${authority} --header 'Content-Type: application/json' \\`,
    `  --data '${body}' \\`,
    `  ${url}${path}`,
  ].join("\n");
}
