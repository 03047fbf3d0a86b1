import { resolve } from "node:path";
import { isJsonObject } from "../../api/json.ts";
import type { CompileOptions, CompiledOutput } from "../../compilation.ts";
import { DiagnosticBag } from "../../diagnostics/diagnostic.ts";
import { findPolicyFiles } from "../../source/policy-files.ts";
import { type ReadFacts, Reads, hashOf, stillHold, textHash } from "../../source/reads.ts";
import type { LoadCompiler } from "../run.ts";
import { compilerHash } from "./compiler-hash.ts";
import { outputFromJson, outputToJson } from "./compiled-output.ts";
import { readEntry, writeEntry } from "./entries.ts";

/**
 * What the compiler makes of the files, or has made of the very same before: then it is not even loaded. An entry
 * counts where the compiler, the options and the policy files are those of its key, and the file system would answer
 * all that was asked beyond them (what policies import, what is not there) as it did. What has errors is compiled anew
 * each time. `directory`: of the cache; undefined: there is none.
 */
export async function compileCached(
  options: CompileOptions,
  { directory, loadCompiler }: { readonly directory: string | undefined; readonly loadCompiler: LoadCompiler },
): Promise<CompiledOutput> {
  const compiler = directory === undefined ? undefined : compilerHash();
  if (directory === undefined || compiler === undefined) return (await loadCompiler()).compile(options);
  const inputs = { options, compiler };
  const found = findEntry(inputs, directory);
  if (found !== undefined) return found;
  const reads = new Reads();
  const compiled = await (await loadCompiler()).compile({ ...options, reads });
  if (compiled.diagnostics.length === 0 && reads.isSteady) {
    const { texts, files, directories, links, modules } = reads;
    const key = keyOf(inputs, new Map(reads.paths.map((path) => [path, texts[path] ?? ""])));
    writeEntry(directory, key, { facts: { texts, files, directories, links, modules }, output: outputToJson(compiled) });
  }
  return compiled;
}

interface Inputs {
  readonly options: CompileOptions;
  readonly compiler: string;
}

function findEntry(inputs: Inputs, directory: string): CompiledOutput | undefined {
  const { paths, workingDirectory } = inputs.options;
  const bag = new DiagnosticBag();
  const files = findPolicyFiles(paths, workingDirectory, bag);
  if (bag.hasErrors || files.length === 0) return undefined;
  const known = new Map(files.map((path) => [path, textHash(path)]));
  const entry = readEntry(directory, keyOf(inputs, known));
  if (entry === undefined || !isFacts(entry["facts"]) || !stillHold(entry["facts"], known)) return undefined;
  return outputFromJson(entry["output"]);
}

/** `hashes`: of the policy files, by path. */
function keyOf({ options, compiler }: Inputs, hashes: ReadonlyMap<string, string>): string {
  const { paths, workingDirectory, kube, command, static: given } = options;
  const asked = { paths, workingDirectory: resolve(workingDirectory), kube, command, given };
  return hashOf(JSON.stringify([compiler, asked, [...hashes]]));
}

function isFacts(value: unknown): value is ReadFacts {
  if (!isJsonObject(value)) return false;
  const { texts, files, directories, links, modules } = value;
  return [texts, files, directories, links, modules].every(isJsonObject);
}
