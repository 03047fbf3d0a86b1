import { readFileSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Compilation } from "../../compile.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { type Edit, editFor } from "./fixes.ts";

/** A diagnostic that is no longer reported, since `edit` has been written. */
export interface Fixed {
  readonly diagnostic: Diagnostic;
  readonly edit: Edit;
  /** 1-based, as the file was. */
  readonly line: number;
}

interface Fixing {
  readonly compile: () => Compilation | Promise<Compilation>;
  readonly workingDirectory: string;
}

/** More codes than can be fixed: each of them takes one compilation. */
const mostRounds = 40;

/**
 * Writes into the author's files what may be done without asking, and compiles them anew. One sort of fix for each file
 * at a time: where that leaves more to report than before, it is taken back.
 */
export async function fixFiles({ compile, workingDirectory }: Fixing): Promise<readonly Fixed[]> {
  const fixed: Fixed[] = [];
  const tried = new Set<string>();
  let before = await compile();
  for (let round = 0; round < mostRounds; round++) {
    const next = nextFixes(before, tried);
    if (next.length === 0) break;
    const written = next.filter(({ file, text, source }) => write(resolve(workingDirectory, file), { from: source, to: text }));
    const after = await compile();
    const worse = written.filter(({ file }) => isWorse(file, before, after));
    for (const { file, text, source } of worse) write(resolve(workingDirectory, file), { from: text, to: source });
    fixed.push(...written.filter((one) => !worse.includes(one)).flatMap(({ fixes }) => fixes));
    before = worse.length === 0 ? after : await compile();
  }
  return fixed;
}

interface FixedText {
  readonly file: string;
  readonly source: string;
  readonly text: string;
  readonly fixes: readonly Fixed[];
}

/** For each file the diagnostics of one code, which has not been tried in it. */
function nextFixes({ diagnostics, warnings, sources }: Compilation, tried: Set<string>): readonly FixedText[] {
  const found = [...diagnostics, ...warnings].flatMap((diagnostic) => {
    const { file, start } = diagnostic.span;
    const source = sources.get(file);
    if (source === undefined || isOfPackage(file) || tried.has(JSON.stringify([file, diagnostic.code]))) return [];
    const edit = editFor(diagnostic, source);
    return edit === undefined ? [] : [{ diagnostic, edit, line: source.slice(0, start).split("\n").length }];
  });
  return [...Map.groupBy(found, ({ edit }) => edit.file)].flatMap(([file, all]) => {
    const code = all[0]?.diagnostic.code;
    const fixes = apart(all.filter(({ diagnostic }) => diagnostic.code === code));
    tried.add(JSON.stringify([file, code]));
    const source = sources.get(file) ?? "";
    return [{ file, source, text: withEdits(source, fixes), fixes }];
  });
}

const isOfPackage = (file: string): boolean => file.split("/").includes("node_modules");

/** Those that overlap none before them. */
function apart(fixes: readonly Fixed[]): readonly Fixed[] {
  const kept: Fixed[] = [];
  for (const one of fixes.toSorted((a, b) => a.edit.start - b.edit.start))
    if (one.edit.start >= (kept.at(-1)?.edit.end ?? 0)) kept.push(one);
  return kept;
}

function withEdits(source: string, fixes: readonly Fixed[]): string {
  return fixes.reduceRight((text, { edit }) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), source);
}

/** Whether there is more of any code to report about the file. */
function isWorse(file: string, before: Compilation, after: Compilation): boolean {
  const codes = (one: Compilation): ReadonlyMap<string, number> => {
    const own = [...one.diagnostics, ...one.warnings].filter(({ span }) => span.file === file);
    return new Map([...Map.groupBy(own, ({ code }) => code)].map(([code, all]) => [code, all.length]));
  };
  const known = codes(before);
  const left = codes(after);
  const isSame = [...known].every(([code, count]) => (left.get(code) ?? 0) === count);
  return isSame || [...left].some(([code, count]) => count > (known.get(code) ?? 0));
}

/** Whether it was written: not where the file holds something else by now. The byte order mark and the mode stay. */
function write(path: string, { from, to }: { readonly from: string; readonly to: string }): boolean {
  const bytes = readFileSync(path, "utf8");
  const mark = bytes.startsWith("\uFEFF") ? "\uFEFF" : "";
  if (bytes !== `${mark}${from}`) return false;
  const place = realpathSync(path);
  const beside = `${place}.${process.pid}.tmp`;
  writeFileSync(beside, `${mark}${to}`, { mode: statSync(place).mode });
  renameSync(beside, place);
  return true;
}
