import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { HelpfulError, errorMessage } from "../api/helpful-error.ts";
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
  kube: defaultMinor,
  installation: undefined,
  command: undefined,
  project: undefined,
};

/** Throws a `HelpfulError` where a `holdfast.config.json` cannot be used. */
export function readDefaults(workingDirectory: string): Defaults {
  const project = findProject(workingDirectory);
  if (project === undefined) return builtIn;
  const { policies, out, ...settings } = project.settings;
  const fromHere = (path: string): string => pathFrom(workingDirectory, resolve(project.directory, path));
  return {
    ...builtIn,
    ...settings,
    policies: (policies ?? builtIn.policies).map(fromHere),
    out: fromHere(out ?? builtIn.out),
    project,
  };
}

/**
 * The nearest one, in the working directory or above it, up to the root of the git repository. Outside of a repository
 * none above counts: others may write there, as into /tmp.
 */
function findProject(workingDirectory: string): Project | undefined {
  const above = directoriesUpTo(workingDirectory, (directory) => existsSync(join(directory, ".git")));
  const directory = (above ?? [workingDirectory]).find((one) => existsSync(join(one, projectFile)));
  return directory === undefined ? undefined : { directory, settings: settingsOf(readProject(directory)) };
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

function readProject(directory: string): unknown {
  try {
    return JSON.parse(readFileSync(join(directory, projectFile), "utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new HelpfulError(
      `\`${projectFile}\` cannot be read: ${errorMessage(error)}`,
      `it is JSON without comments, such as { "policies": ["policies"], "out": "generated" }`,
    );
  }
}

/** As people write paths, with `/`, and `.` for the directory itself. */
export function pathFrom(directory: string, path: string): string {
  const shown = relative(directory, path).split(sep).join("/");
  return shown === "" ? "." : shown;
}
