import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { readEnvironment } from "../../control-plane/environment.ts";
import { buildPrograms } from "../../control-plane/programs/build-programs.ts";
import { cacheDirectory } from "../../control-plane/programs/cache-directory.ts";
import type { GoProgram } from "../../control-plane/programs/go-build.ts";
import { findGoObstacle, platformName } from "../../control-plane/programs/go-installation.ts";

const module = join(import.meta.dirname, "helm");

/** Its go.mod is the one place that says it: `v4.3.2`. */
function helmVersion(): string {
  const version = /^require helm\.sh\/helm\/v4 (v\S+)/m.exec(readFileSync(join(module, "go.mod"), "utf8"))?.[1];
  if (version === undefined) throw new Error("test/install/chart/helm/go.mod requires no Helm");
  return version;
}

/** Unless told, Helm calls itself v4.0, and charts that ask for a version of Helm misbehave. */
const program = (): GoProgram => ({
  name: "helm",
  module,
  package: "helm.sh/helm/v4/cmd/helm",
  variables: { "helm.sh/helm/v4/internal/version.version": helmVersion() },
});

/** Helm itself, if it is there or can be built. */
export type HelmAvailability =
  | { readonly kind: "available"; readonly binary: string }
  | { readonly kind: "unavailable"; readonly reason: string };

export function findHelm(searchPath: string = readEnvironment().searchPath): HelmAvailability {
  const binary = join(cacheDirectory("helm"), `${helmVersion()}-${platformName()}`, "helm");
  const obstacle = existsSync(binary) ? undefined : findGoObstacle(module, searchPath);
  if (obstacle === undefined) return { kind: "available", binary };
  const reason = `it must be built and ${obstacle}. Install Go (version in test/install/chart/helm/go.mod) and put it on the PATH`;
  return { kind: "unavailable", reason };
}

/** The path of the program; builds it if it is missing. */
async function prepareHelm(): Promise<string> {
  const availability = findHelm();
  if (availability.kind === "unavailable") throw new Error(`no Helm: ${availability.reason}`);
  const { binary } = availability;
  const show = (line: string): void => void writeSync(2, `helm: ${line}\n`);
  if (!existsSync(binary))
    await buildPrograms({ programs: [program()], directory: dirname(binary), title: `Helm ${helmVersion()}`, show });
  return binary;
}

/** For hooks that may have to build it. */
export const buildTimeoutMs = 15 * 60_000;

export interface HelmResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export type Helm = (words: readonly string[], kubeconfig?: string) => Promise<HelmResult>;

/** `home`: an empty directory, so that no settings, repositories and caches of the user count. */
export async function startHelm(home: string): Promise<Helm> {
  const binary = await prepareHelm();
  return (words, kubeconfig = join(home, "none")) =>
    new Promise((resolve) => {
      const env = { PATH: process.env["PATH"], HOME: home, KUBECONFIG: kubeconfig };
      execFile(binary, words, { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
        resolve({ code, stdout, stderr });
      });
    });
}
