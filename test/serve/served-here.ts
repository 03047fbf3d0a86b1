import { onTestFinished } from "vitest";
import { compile } from "../../compiler/compile.ts";
import { compiledKinds } from "../../compiler/serve/defined-kinds.ts";
import { manifestSource } from "../../compiler/serve/object-source.ts";
import { startServing } from "../../compiler/serve/start-serving.ts";
import { temporaryDirectory } from "../fixtures/temporary-directory.ts";
import { type Decision, askOverTls } from "./ask-over-tls.ts";
import { type DeletedObject, deletionReview } from "./deletion-review.ts";

export interface ServedHere {
  readonly directory: string;
  readonly paths: readonly string[];
  readonly leftOut: readonly string[];
  /** Of the webhook configuration that asks it. */
  readonly configuration: string;
  readonly log: readonly string[];
  /** Puts the delete of an object to a path. */
  ask(path: string, object: DeletedObject, resource: string): Promise<Decision>;
}

/** The webhook of `policies/` over the manifests of `objects/`, in this process, until the test is over. */
export async function serveHere(files: Readonly<Record<string, string>>): Promise<ServedHere> {
  const directory = temporaryDirectory(files);
  const compilation = compile({ paths: ["policies"], workingDirectory: directory });
  const problems = compilation.diagnostics.map(({ message }) => message);
  const { fallback } = compilation;
  if (problems.length > 0 || fallback?.webhook === undefined) throw new Error(`nothing to serve: ${problems.join("; ")}`);
  const source = manifestSource({ paths: ["objects"], workingDirectory: directory, ...compiledKinds(compilation) });
  const log: string[] = [];
  const served = await startServing(
    {
      fallback,
      webhook: fallback.webhook,
      addresses: { host: "127.0.0.1", port: 0, healthPort: 0, address: "127.0.0.1" },
      logLevel: "info",
      writeLog: (line) => void log.push(line),
    },
    source,
  );
  onTestFinished(() => served.stop());
  return {
    directory,
    paths: served.routes.map(({ path }) => path),
    leftOut: served.leftOut,
    configuration: served.configuration,
    log,
    ask: (path, object, resource) => askOverTls(`${served.url}${path}`, served.authority, deletionReview(object, resource)),
  };
}
