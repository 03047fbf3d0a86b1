import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { type Environment, readEnvironment } from "./environment.ts";
import { moduleDirectory, readKubernetesVersion, type ToolName } from "./tools.ts";

/** Where the binaries are, or, for those that are missing, will be once they are built. */
export type Availability =
  | {
      readonly kind: "available";
      readonly directory: string;
      readonly missing: readonly ToolName[];
    }
  | { readonly kind: "unavailable"; readonly reason: string };

/** Takes milliseconds and builds nothing: a suite has to know before it starts. */
export function findBinaries(tools: readonly ToolName[], environment: Environment = readEnvironment()): Availability {
  const { assetsDirectory } = environment;
  return assetsDirectory === undefined ? findBuiltBinaries(tools, environment) : findAssets(tools, assetsDirectory);
}

export function missingTools(directory: string, tools: readonly ToolName[]): readonly ToolName[] {
  return tools.filter((tool) => !existsSync(join(directory, tool)));
}

/** What is missing there is not built instead: versions would be mixed behind the user's back. */
function findAssets(tools: readonly ToolName[], directory: string): Availability {
  const missing = missingTools(directory, tools);
  if (missing.length === 0) return { kind: "available", directory, missing };
  const reason =
    `KUBEBUILDER_ASSETS (${directory}) has no ${missing.join(", ")}. Complete it, ` +
    `or unset it to have ${readKubernetesVersion()} built with Go`;
  return { kind: "unavailable", reason };
}

function findBuiltBinaries(tools: readonly ToolName[], environment: Environment): Availability {
  const directory = join(environment.cacheDirectory, `${readKubernetesVersion()}-${platformName()}`);
  const missing = missingTools(directory, tools);
  const obstacle = missing.length === 0 ? undefined : findGoObstacle(environment);
  if (obstacle === undefined) return { kind: "available", directory, missing };
  const reason =
    `${missing.join(", ")} must be built and ${obstacle}. Install Go (version in go.mod) and ` +
    `put it on the PATH, or set KUBEBUILDER_ASSETS to a directory made by setup-envtest`;
  return { kind: "unavailable", reason };
}

/** As Go names it: linux-amd64, darwin-arm64. */
function platformName(): string {
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  return `${process.platform}-${architecture}`;
}

/** Asked in the module's folder, where Go also judges whether it is new enough. */
function findGoObstacle({ searchPath }: Environment): string | undefined {
  const go = spawnSync("go", ["env", "GOVERSION"], {
    cwd: moduleDirectory,
    env: { ...process.env, PATH: searchPath },
    encoding: "utf8",
  });
  if (go.error !== undefined) return "Go is not installed";
  return go.status === 0 ? undefined : `Go refuses: ${go.stderr.trim()}`;
}
