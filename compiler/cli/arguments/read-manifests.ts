import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { YamlProblem, readYaml } from "../../manifest/read-yaml.ts";
import { HelpfulError, errorMessage } from "../../api/helpful-error.ts";
import { standardInput } from "../../serve/manifest-files.ts";
import type { Terminal } from "../output/terminal.ts";

/** Where paths of the command line begin, and what `-` stands for among them. */
export interface ReadPlace {
  readonly workingDirectory: string;
  readonly input?: string | undefined;
}

/** An object of a file. */
export interface ManifestDocument {
  /** As its directory is named on the command line. */
  readonly file: string;
  readonly value: unknown;
}

/** Standard input is read where one of the paths is `-`; a `HelpfulError` where it would have to be read twice. */
export async function readPlace(paths: readonly (string | undefined)[], terminal: Terminal): Promise<ReadPlace> {
  const { workingDirectory } = terminal;
  const times = paths.filter((path) => path === "-").length;
  if (times > 1)
    throw new HelpfulError("`-` is given twice, and standard input is read once", "write one of them to a file, and name that");
  return times === 0 ? { workingDirectory } : { workingDirectory, input: await terminal.readInput() };
}

/** Every object in the YAML files of directories, subdirectories left aside, and in single files. */
export function readDocuments(paths: readonly string[], place: ReadPlace): readonly ManifestDocument[] {
  return paths.flatMap((path) => {
    if (path === "-" && place.input !== undefined) return documentsIn(place.input, standardInput);
    const absolute = resolve(place.workingDirectory, path);
    if (statSync(absolute, { throwIfNoEntry: false })?.isFile() === true) return readManifest(absolute, path);
    const names = namesIn(absolute, path).filter((name) => /\.ya?ml$/.test(name));
    return names.flatMap((name) => readManifest(join(absolute, name), join(path, name)));
  });
}

export function readManifestPaths(paths: readonly string[], place: ReadPlace): readonly unknown[] {
  return readDocuments(paths, place).map(({ value }) => value);
}

function namesIn(path: string, shown: string): readonly string[] {
  try {
    return readdirSync(path).toSorted();
  } catch (error) {
    throw new HelpfulError(`cannot read the directory ${shown}: ${errorMessage(error)}`, "name a directory of generated files");
  }
}

function readManifest(path: string, shown: string): readonly ManifestDocument[] {
  try {
    return documentsIn(readFileSync(path, "utf8"), shown);
  } catch (error) {
    if (error instanceof HelpfulError) throw error;
    throw new HelpfulError(`cannot read ${shown}: ${errorMessage(error)}`, "make the file readable");
  }
}

function documentsIn(text: string, file: string): readonly ManifestDocument[] {
  try {
    return readYaml(text).map(({ value }) => ({ file, value }));
  } catch (error) {
    if (!(error instanceof YamlProblem)) throw error;
    const { line, column } = error.position;
    throw new HelpfulError(`${file}:${line}:${column}: ${error.message}`, "fix the file, or compile it anew");
  }
}
