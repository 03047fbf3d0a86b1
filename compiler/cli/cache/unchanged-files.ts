import { resolve } from "node:path";
import { isJsonObject } from "../../api/json.ts";
import type { FilePart, FileParts } from "../../report/file-parts.ts";
import { type ReadFacts, type Reads, stillHold, textHash } from "../../source/reads.ts";
import { fileName, listOf, mapOf, optional, policy, record, text, warning } from "./shapes.ts";

/** What is known of files whose own text, and all that they import, is as it was. */
export interface Unchanged {
  readonly parts: FileParts;
  /** What was read for them, and for nothing else. */
  readonly facts: ReadFacts;
}

const nothing: ReadFacts = { texts: {}, files: {}, directories: {}, links: {}, modules: {} };

export const noneUnchanged: Unchanged = { parts: new Map(), facts: nothing };

/**
 * Of each file its part with the texts that it is made of; the rest of what was read, such as where packages were looked
 * for, counts for all of them.
 */
export function partsToJson(parts: FileParts, { texts, ...others }: ReadFacts): object {
  const ofFiles = new Set([...parts.values()].flatMap(({ files }) => files));
  const shared = Object.entries(texts).filter(([path]) => !ofFiles.has(path));
  const entries = [...parts].map(([path, part]) => {
    const own = part.files.map((file) => [file, texts[file] ?? ""] as const);
    return [path, { part, texts: Object.fromEntries(own) }] as const;
  });
  return { facts: { ...others, texts: Object.fromEntries(shared) }, parts: Object.fromEntries(entries) };
}

/** `known`: the hashes of the policy files that there are. */
export function unchangedIn(value: unknown, known: ReadonlyMap<string, string>, workingDirectory: string): Unchanged {
  if (!isKept(value)) return noneUnchanged;
  const { facts, parts: stored } = value as unknown as Stored;
  if (!stillHold(facts)) return noneUnchanged;
  const hashes = new Map(known);
  const hashNow = (path: string): string => {
    const hash = hashes.get(path) ?? textHash(path);
    hashes.set(path, hash);
    return hash;
  };
  const isUnchanged = ([path, { part, texts }]: readonly [string, StoredPart]): boolean =>
    known.has(path) &&
    resolve(workingDirectory, part.file) === path &&
    part.files.includes(path) &&
    part.files.every((file) => texts[file] !== undefined && texts[file] === hashNow(file));
  const found = Object.entries(stored).filter(isUnchanged);
  const texts = Object.assign({}, facts.texts, ...found.map(([, one]) => one.texts)) as ReadFacts["texts"];
  return { parts: new Map(found.map(([path, { part }]) => [path, part])), facts: { ...facts, texts } };
}

/** What is known after a compilation of the others: `reads` has then asked for all of it. */
export function partsAfter(unchanged: Unchanged, parts: FileParts, reads: Reads): FileParts {
  reads.add(unchanged.facts);
  return new Map([...unchanged.parts, ...parts]);
}

interface StoredPart {
  readonly part: FilePart;
  readonly texts: Readonly<Record<string, string>>;
}

interface Stored {
  readonly facts: ReadFacts;
  readonly parts: Readonly<Record<string, StoredPart>>;
}

const made = record({
  stem: fileName,
  names: listOf(text),
  yaml: text,
  staticYaml: optional(text),
  policies: listOf(policy),
  reported: listOf(isJsonObject),
});

const part = record({
  files: listOf(text),
  imports: listOf(text),
  file: text,
  warnings: listOf(warning),
  text,
  made: optional(made),
});

const isKept = record({
  facts: record({
    texts: isJsonObject,
    files: isJsonObject,
    directories: isJsonObject,
    links: isJsonObject,
    modules: isJsonObject,
  }),
  parts: mapOf(record({ part, texts: mapOf(text) })),
});
