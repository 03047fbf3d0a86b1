import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { HelpfulError, errorMessage } from "../../api/helpful-error.ts";
import { YamlProblem, readYaml } from "../../manifest/read-yaml.ts";
import { type ManifestDocument, type ReadPlace, readDocuments } from "./read-manifests.ts";
import { type ManifestFile, readManifestFiles } from "../../serve/manifest-files.ts";

/**
 * All documents of the YAML and JSON files of a directory, a file, or one of a git revision: `deploy/`, `main:deploy/`.
 * `-` is standard input, which has been read.
 */
export function manifestsAt(place: string, { workingDirectory, input }: ReadPlace): readonly unknown[] {
  const files = filesOfRevisionAt(place, workingDirectory) ?? readManifestFiles([place], workingDirectory, input);
  return files.flatMap(documentsOf).map(({ value }) => value);
}

/**
 * What `holdfast compile` has written into a directory, subdirectories left aside: here, or as of a revision. Its files
 * are named without the revision: where they are, or were.
 */
export function generatedAt(place: string, readPlace: ReadPlace): readonly ManifestDocument[] {
  const files = filesOfRevisionAt(place, readPlace.workingDirectory);
  if (files === undefined) return readDocuments([place], readPlace);
  const depth = partsOf(place).length;
  const own = files.filter(({ shown }) => partsOf(shown).length <= depth + 1 && /\.ya?ml$/.test(shown));
  return own.flatMap(documentsOf).map(({ file, value }) => ({ file: partsOf(file).join("/"), value }));
}

/** `main:deploy/generated/` -> `["deploy", "generated"]` */
function partsOf(place: string): readonly string[] {
  const path = place.slice(place.indexOf(":") + 1);
  return path.split("/").filter((part) => part !== "" && part !== ".");
}

/**
 * Undefined where the place names no revision. A directory may have such a name, too, and a pull request could bring it:
 * it must not stand for what the change is compared with. `./main:deploy` is always a directory.
 */
function filesOfRevisionAt(place: string, workingDirectory: string): readonly ManifestFile[] | undefined {
  const [, revision, path = ""] = /^(?!\.{0,2}\/)([^:-][^:]*):(.*)$/.exec(place) ?? [];
  if (revision === undefined) return undefined;
  const wanted = { revision, path, workingDirectory };
  if (!existsSync(resolve(workingDirectory, place))) return filesOfRevision(wanted);
  if (!isRevision(wanted)) return undefined;
  throw new HelpfulError(
    `${place} is a directory or file here, and could be one of the git revision ${revision}`,
    `write ./${place} for what is here, or remove it to compare with the revision`,
  );
}

function isRevision({ revision, workingDirectory }: RevisionPlace): boolean {
  const words = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{tree}`];
  return spawnSync("git", words, { cwd: workingDirectory, stdio: "ignore" }).status === 0;
}

function documentsOf({ shown, text }: ManifestFile): readonly ManifestDocument[] {
  try {
    return readYaml(text).map(({ value }) => ({ file: shown, value }));
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
  const { revision } = place;
  const path = place.path.replace(/\/$/, "");
  const object = `${revision}:${path === "" ? "." : path.startsWith("/") ? path.slice(1) : `./${path}`}`;
  const tree = path === "" ? `${revision}:` : object;
  if (git(place, ["cat-file", "-t", tree]).toString().trim() === "blob")
    return [{ shown: `${revision}:${path}`, text: blobs(place, [object])[0] ?? "" }];
  const entries = git(place, ["ls-tree", "-r", "-z", "--full-tree", tree])
    .toString()
    .split("\0")
    .filter((line) => line !== "");
  const files = entries.map(entryOf).filter(({ name }) => isManifest(name) && !/(^|\/)\./.test(name));
  for (const { mode, name } of files) requireFile(mode, `${revision}:${path}/${name}`);
  const texts = blobs(
    place,
    files.map(({ id }) => id),
  );
  return files.map(({ name }, at) => ({ shown: `${revision}:${path}/${name}`, text: texts[at] ?? "" }));
}

interface TreeEntry {
  readonly mode: string;
  readonly id: string;
  readonly name: string;
}

/** `100644 blob 1f7a...\tdeploy/all.yaml` */
function entryOf(line: string): TreeEntry {
  const [about = "", name = ""] = line.split("\t");
  const [mode = "", , id = ""] = about.split(" ");
  return { mode, id, name };
}

function requireFile(mode: string, shown: string): void {
  if (mode.startsWith("100")) return;
  throw new HelpfulError(`${shown} is a link, or of another repository`, "name what it stands for, or check the revision out");
}

const isManifest = (name: string): boolean => /\.(ya?ml|json)$/.test(name);

/** What these objects hold, asked of one process: `<id> blob <bytes>`, a line break, the bytes, a line break. */
function blobs(place: RevisionPlace, objects: readonly string[]): readonly string[] {
  if (objects.length === 0) return [];
  const output = git(place, ["cat-file", "--batch"], objects.join("\n"));
  const texts: string[] = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf("\n", at);
    const size = Number(output.toString("utf8", at, end).split(" ").at(-1));
    if (!Number.isInteger(size)) throw new HelpfulError(output.toString("utf8", at, end), "is the repository whole?");
    texts.push(output.toString("utf8", end + 1, end + 1 + size));
    at = end + size + 2;
  }
  return texts;
}

/** Bytes of what git shows. */
const mostBytes = 256 * 1024 * 1024;

function git({ revision, path, workingDirectory }: RevisionPlace, words: readonly string[], input?: string): Buffer {
  const { stdout, stderr, status, error } = spawnSync("git", words, {
    cwd: workingDirectory,
    maxBuffer: mostBytes,
    ...(input !== undefined && { input }),
  });
  if (error === undefined && status === 0) return stdout;
  const why =
    error === undefined
      ? stderr
          .toString()
          .trim()
          .replace(/^fatal: /, "")
      : errorMessage(error);
  throw new HelpfulError(
    `${revision}:${path} is no directory here, and none of a git revision: ${why}`,
    "name a directory, or a revision and a directory: main:deploy/",
  );
}
