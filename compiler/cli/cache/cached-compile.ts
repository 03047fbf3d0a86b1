import { resolve } from "node:path";
import { isJsonObject } from "../../api/json.ts";
import type { CompileOptions, CompiledOutput } from "../../compilation.ts";
import type { Compilation } from "../../compile.ts";
import { DiagnosticBag } from "../../diagnostics/diagnostic.ts";
import { findPolicyFiles } from "../../source/policy-files.ts";
import { type ReadFacts, Reads, hashOf, stillHold, textHash } from "../../source/reads.ts";
import type { LoadCompiler } from "../run.ts";
import { compilerHash } from "./compiler-hash.ts";
import { outputFromJson, outputToJson } from "./compiled-output.ts";
import { readEntry, writeEntry } from "./entries.ts";
import { type Unchanged, noneUnchanged, partsAfter, partsToJson, unchangedIn } from "./unchanged-files.ts";

/**
 * What the compiler makes of the files, or has made of the very same before: then it is not even loaded. An entry
 * counts where the compiler, the options and the policy files are those of its key, and the file system would answer
 * all that was asked beyond them (what policies import, what is not there) as it did. Where some of the files have
 * changed, the others are taken from an entry for all of these options, if each stands for itself. What has errors is
 * compiled anew each time. `directory`: of the cache; undefined: there is none.
 */
export async function compileCached(
  options: CompileOptions,
  { directory, loadCompiler, onRead }: Caching,
): Promise<CompiledOutput> {
  const compiler = directory === undefined ? undefined : compilerHash();
  if (directory === undefined || compiler === undefined) {
    const { compile } = await loadCompiler();
    if (onRead === undefined) return compile(options);
    const { compiled, reads } = await compileAll({ options }, compile);
    onRead(reads.facts);
    return compiled;
  }
  const cache: Cache = { options, compiler, directory };
  const known = policyFiles(options);
  const found = known && findOutput(cache, known);
  if (found !== undefined) {
    onRead?.(found.facts);
    return found.output;
  }
  const { compile } = await loadCompiler();
  const unchanged = known === undefined ? noneUnchanged : findUnchanged(cache, known);
  const done = (await compileChanged(cache, unchanged, compile)) ?? (await compileAll(cache, compile));
  onRead?.(done.reads.facts);
  keep(cache, done);
  return done.compiled;
}

interface Caching {
  /** Of the cache; undefined: there is none. */
  readonly directory: string | undefined;
  readonly loadCompiler: LoadCompiler;
  /** Told what the file system was asked. */
  readonly onRead?: ((facts: ReadFacts) => void) | undefined;
}

interface Cache {
  readonly options: CompileOptions;
  readonly compiler: string;
  readonly directory: string;
}

type Hashes = ReadonlyMap<string, string>;

/** The hashes of the policy files by path; undefined where there is none, or something to report. */
function policyFiles({ paths, workingDirectory }: CompileOptions): Hashes | undefined {
  const bag = new DiagnosticBag();
  const files = findPolicyFiles(paths, workingDirectory, bag);
  return bag.hasErrors || files.length === 0 ? undefined : new Map(files.map((path) => [path, textHash(path)]));
}

interface Found {
  readonly output: CompiledOutput;
  readonly facts: ReadFacts;
}

function findOutput(cache: Cache, known: Hashes): Found | undefined {
  const entry = readEntry(cache.directory, keyOf(cache, [...known]));
  if (entry === undefined || !isFacts(entry["facts"]) || !stillHold(entry["facts"], known)) return undefined;
  const output = outputFromJson(entry["output"]);
  return output && { output, facts: entry["facts"] };
}

function findUnchanged(cache: Cache, known: Hashes): Unchanged {
  return unchangedIn(readEntry(cache.directory, keyOf(cache, "parts")), known, cache.options.workingDirectory);
}

interface Done {
  readonly compiled: Compilation;
  readonly reads: Reads;
  readonly unchanged: Unchanged;
}

type Compile = Awaited<ReturnType<LoadCompiler>>["compile"];

/**
 * Undefined where that is not as good as all of them: where files cannot be told apart, and where there are errors, in
 * which TypeScript names the members of a union in the order in which it came across them.
 */
async function compileChanged({ options }: Cache, unchanged: Unchanged, compile: Compile): Promise<Done | undefined> {
  // Modules alone are read again by whatever imports them.
  if (![...unchanged.parts.values()].some(({ made }) => made !== undefined)) return undefined;
  const reads = new Reads();
  const compiled = await compile({ ...options, reads, kept: unchanged.parts });
  const areThere = [...unchanged.parts.keys()].every((path) => reads.paths.includes(path));
  const isWhole = compiled.parts !== undefined && compiled.diagnostics.length === 0 && areThere;
  return isWhole ? { compiled, reads, unchanged } : undefined;
}

async function compileAll({ options }: Pick<Cache, "options">, compile: Compile): Promise<Done> {
  const reads = new Reads();
  return { compiled: await compile({ ...options, reads }), reads, unchanged: noneUnchanged };
}

function keep(cache: Cache, { compiled, reads, unchanged }: Done): void {
  if (compiled.diagnostics.length > 0) return;
  const parts = compiled.parts && partsAfter(unchanged, compiled.parts, reads);
  if (!reads.isSteady) return;
  const hashes = reads.paths.map((path) => [path, reads.texts[path] ?? ""]);
  writeEntry(cache.directory, keyOf(cache, hashes), { facts: reads.facts, output: outputToJson(compiled) });
  if (parts !== undefined) writeEntry(cache.directory, keyOf(cache, "parts"), partsToJson(parts, reads.facts));
}

/** `of`: the policy files with their hashes, or what is kept for all that these options are given. */
function keyOf({ options, compiler }: Cache, of: unknown): string {
  // Every option, also one that is added later, but for those that say what was read.
  const { reads: _, kept: _1, ...shaping } = options;
  const asked = { ...shaping, workingDirectory: resolve(options.workingDirectory) };
  return hashOf(JSON.stringify([compiler, asked, of]));
}

function isFacts(value: unknown): value is ReadFacts {
  if (!isJsonObject(value)) return false;
  const { texts, files, directories, links, modules } = value;
  return [texts, files, directories, links, modules].every(isJsonObject);
}
