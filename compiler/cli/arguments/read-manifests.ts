import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { YamlProblem, readYaml } from "../../manifest/read-yaml.ts";
import { HelpfulError, errorMessage } from "../../api/helpful-error.ts";

/** Every object in the YAML files of a directory, subdirectories left aside. */
export function readManifests(directory: string, workingDirectory: string): readonly unknown[] {
  const path = resolve(workingDirectory, directory);
  const names = namesIn(path, directory).filter((name) => /\.ya?ml$/.test(name));
  return names.flatMap((name) => readManifest(join(path, name), join(directory, name)));
}

/** The same of several directories and single files. */
export function readManifestPaths(paths: readonly string[], workingDirectory: string): readonly unknown[] {
  return paths.flatMap((path) => {
    const isFile = statSync(resolve(workingDirectory, path), { throwIfNoEntry: false })?.isFile() === true;
    return isFile ? readManifest(resolve(workingDirectory, path), path) : readManifests(path, workingDirectory);
  });
}

function namesIn(path: string, shown: string): readonly string[] {
  try {
    return readdirSync(path).toSorted();
  } catch (error) {
    throw new HelpfulError(`cannot read the directory ${shown}: ${errorMessage(error)}`, "name a directory of generated files");
  }
}

function readManifest(path: string, shown: string): readonly unknown[] {
  try {
    return readYaml(readFileSync(path, "utf8")).map(({ value }) => value);
  } catch (error) {
    if (error instanceof YamlProblem) {
      const { line, column } = error.position;
      throw new HelpfulError(`${shown}:${line}:${column}: ${error.message}`, "fix the file, or compile it anew");
    }
    throw new HelpfulError(`cannot read ${shown}: ${errorMessage(error)}`, "make the file readable");
  }
}
