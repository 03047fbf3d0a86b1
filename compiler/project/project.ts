import { lstatSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { HelpfulError } from "../api/helpful-error.ts";
import { parseJson } from "../api/json.ts";
import { defaultMinor } from "../ir/kubernetes-version.ts";
import { type ProjectSettings, settingsOf } from "./settings.ts";

export const projectFile = "holdfast.config.json";

/** A repository, or a part of one, whose policies are compiled together. */
export interface Project {
  /** Absolute: of the file, and what its paths begin at. */
  readonly directory: string;
  readonly settings: ProjectSettings;
}

/** What a command line means where it does not say it. */
export interface Defaults {
  /** Paths as if they were given on the command line. */
  readonly policies: readonly string[];
  readonly out: string;
  /** Undefined: no chart is written. */
  readonly chart: string | undefined;
  /** A minor version: 30 for 1.30. */
  readonly kube: number;
  readonly installation: string | undefined;
  readonly command: string | undefined;
  /** Undefined where there is no `holdfast.config.json`. */
  readonly project: Project | undefined;
}

export const builtIn: Defaults = {
  policies: ["policies"],
  out: "generated",
  chart: undefined,
  kube: defaultMinor,
  installation: undefined,
  command: undefined,
  project: undefined,
};

/** Throws a `HelpfulError` where a `holdfast.config.json` cannot be used. */
export function readDefaults(workingDirectory: string): Defaults {
  const project = findProject(workingDirectory);
  if (project === undefined) return builtIn;
  const { policies, out, chart, ...settings } = project.settings;
  const fromHere = (path: string): string => pathFrom(workingDirectory, resolve(project.directory, path));
  return {
    ...builtIn,
    ...settings,
    policies: (policies ?? builtIn.policies).map(fromHere),
    out: fromHere(out ?? builtIn.out),
    chart: chart === undefined ? undefined : fromHere(chart),
    project,
  };
}

/**
 * The nearest one, in the working directory or above it, up to the root of the git repository. Outside of a repository
 * none above counts, and neither does a repository or a file of another user: others may write above, as into /tmp.
 */
function findProject(workingDirectory: string): Project | undefined {
  const directory = directoriesToLookIn(workingDirectory).find((one) => lookAt(join(one, projectFile)) !== undefined);
  if (directory === undefined) return undefined;
  const file = join(directory, projectFile);
  if (resolve(directory) !== resolve(workingDirectory) && !isOwn(file))
    throw new HelpfulError(`${file} belongs to another user`, "run the command where the file is, if you trust it");
  return { directory, settings: settingsOf(readProject(file)) };
}

/** Where a `holdfast.config.json` counts, whether there is one or not; the nearest first. */
export function projectFiles(workingDirectory: string): readonly string[] {
  return directoriesToLookIn(workingDirectory).map((directory) => join(directory, projectFile));
}

function directoriesToLookIn(workingDirectory: string): readonly string[] {
  return directoriesUpTo(workingDirectory, (directory) => isOwn(join(directory, ".git"))) ?? [resolve(workingDirectory)];
}

/** From `start` to the first that `isLast`, both included; undefined where there is none. */
function directoriesUpTo(start: string, isLast: (directory: string) => boolean): readonly string[] | undefined {
  const passed: string[] = [];
  for (let directory = resolve(start); ; directory = dirname(directory)) {
    passed.push(directory);
    if (isLast(directory)) return passed;
    if (dirname(directory) === directory) return undefined;
  }
}

/** Of this user, or of root. Windows has no such number; there, what a user sees above is theirs. */
function isOwn(path: string): boolean {
  const status = lookAt(path);
  const user = process.getuid?.();
  return status !== undefined && (user === undefined || status.uid === user || status.uid === 0);
}

function lookAt(path: string) {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** Some hundred characters are enough for all that it may say. */
const mostBytes = 64 * 1024;

/** No link is followed, and no text of the file is shown: it may come with a pull request, and lead to a secret. */
function readProject(file: string): unknown {
  const status = lookAt(file);
  if (status?.isFile() !== true || status.size > mostBytes) throw unreadable("it is no file of at most 64 KiB");
  const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  const value = parseJson(text);
  if (value === undefined) throw unreadable("it is no JSON");
  const twice = keyGivenTwice(text);
  if (twice !== undefined) throw unreadable(`it has \`${twice}\` twice`);
  return value;
}

/**
 * JSON takes the last of two, and a reviewer may read the first. In valid JSON a string before a colon is a key, and
 * settings are not nested.
 */
function keyGivenTwice(text: string): string | undefined {
  const keys = [...text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?/g)].flatMap(([, key = "", colon]) =>
    colon === undefined ? [] : [JSON.parse(key) as string],
  );
  return keys.find((key, at) => keys.indexOf(key) !== at);
}

function unreadable(why: string): HelpfulError {
  const example = '{ "policies": ["policies"], "out": "generated" }';
  return new HelpfulError(`\`${projectFile}\` cannot be read: ${why}`, `write JSON without comments, such as ${example}`);
}

/** As people write paths, with `/`, and `.` for the directory itself. */
export function pathFrom(directory: string, path: string): string {
  const shown = relative(directory, path).split(sep).join("/");
  return shown === "" ? "." : shown;
}
