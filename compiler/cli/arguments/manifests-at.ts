import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { HelpfulError, errorMessage } from "../../api/helpful-error.ts";
import { YamlProblem, readYaml } from "../../manifest/read-yaml.ts";
import { type ManifestFile, readManifestFiles } from "../../serve/manifest-files.ts";

/**
 * All documents of the YAML and JSON files of a directory, a file, or one of a git revision: `deploy/`, `main:deploy/`.
 * What is there wins over a revision of that name.
 */
export function manifestsAt(place: string, workingDirectory: string): readonly unknown[] {
  const [, revision, path] = /^([^:-][^:]*):(.*)$/.exec(place) ?? [];
  const isThere = existsSync(resolve(workingDirectory, place));
  const files =
    isThere || revision === undefined
      ? readManifestFiles([place], workingDirectory)
      : filesOfRevision({ revision, path: path ?? "", workingDirectory });
  return files.flatMap(documentsOf);
}

function documentsOf({ shown, text }: ManifestFile): readonly unknown[] {
  try {
    return readYaml(text).map(({ value }) => value);
  } catch (error) {
    if (!(error instanceof YamlProblem)) throw error;
    const { line, column } = error.position;
    throw new HelpfulError(
      `${shown}:${line}:${column}: ${error.message}`,
      "render the manifests first: templates of Helm are no manifests",
    );
  }
}

interface RevisionPlace {
  readonly revision: string;
  readonly path: string;
  readonly workingDirectory: string;
}

/** The files below a path as of a revision; `git` reads them, and checks nothing out. */
function filesOfRevision(place: RevisionPlace): readonly ManifestFile[] {
  const { revision, path } = place;
  const object = `${revision}:${path.startsWith("/") || path === "" ? path : `./${path}`}`;
  if (isManifest(path)) return [{ shown: `${revision}:${path}`, text: git(place, ["cat-file", "blob", object]) }];
  const listed = git(place, ["ls-tree", "-r", "-z", "--name-only", "--end-of-options", object]);
  const names = listed.split("\0").filter(isManifest);
  return names.map((name) => ({
    shown: `${revision}:${path.replace(/\/$/, "")}/${name}`,
    text: git(place, ["cat-file", "blob", `${object.replace(/\/$/, "")}/${name}`]),
  }));
}

const isManifest = (name: string): boolean => /\.(ya?ml|json)$/.test(name);

/** Bytes of a file that git shows. */
const mostBytes = 64 * 1024 * 1024;

function git({ revision, path, workingDirectory }: RevisionPlace, words: readonly string[]): string {
  const { stdout, stderr, status, error } = spawnSync("git", words, {
    cwd: workingDirectory,
    encoding: "utf8",
    maxBuffer: mostBytes,
  });
  if (error === undefined && status === 0) return stdout;
  const why = error === undefined ? stderr.trim().replace(/^fatal: /, "") : errorMessage(error);
  throw new HelpfulError(
    `${revision}:${path} is no directory here, and none of a git revision: ${why}`,
    "name a directory, or a revision and a directory: main:deploy/",
  );
}
