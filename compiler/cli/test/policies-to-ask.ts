import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Compilation } from "../../compile.ts";
import type { Policy } from "../../language/index.ts";
import type { PoliciesByName } from "../../simulator/suite/run-suite.ts";
import { TestedPolicy, compiledForTests } from "../../simulator/testing/tested-policy.ts";
import type { Terminal } from "../output/terminal.ts";
import type { TestCommand } from "./test-command.ts";
import { HelpfulError, errorMessage } from "../../api/helpful-error.ts";

/** The compiled policies by name; with `--typescript`, each with the policy itself, whose file is then imported: executed. */
export async function policiesToAsk(
  compilation: Compilation,
  { kube, typescript }: TestCommand,
  { workingDirectory }: Terminal,
): Promise<PoliciesByName> {
  const compiled = compiledForTests(compilation, kube);
  const files = typescript ? [...new Set(compiled.map(({ source }) => source))] : [];
  const loaded = (await Promise.all(files.map((file) => importPolicies(file, workingDirectory)))).flat();
  const asked = compiled.map((one) => {
    const own = loaded.find(({ name }) => name === one.name);
    return [one.name, { tested: new TestedPolicy(one), ...(own !== undefined && { typescript: own }) }] as const;
  });
  return new Map(asked);
}

async function importPolicies(file: string, workingDirectory: string): Promise<readonly Policy[]> {
  try {
    const module = (await import(pathToFileURL(resolve(workingDirectory, file)).href)) as { readonly default: Policy | Policy[] };
    return [module.default].flat();
  } catch (error) {
    const reason = errorMessage(error);
    throw new HelpfulError(`${file} cannot be loaded: ${reason}`, "it compiles; run without --typescript to test only that");
  }
}
