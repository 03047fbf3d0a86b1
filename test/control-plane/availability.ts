import { existsSync } from "node:fs";
import { join } from "node:path";

import { findGoObstacle, platformName } from "./programs/go-installation.ts";
import { type Environment, readEnvironment } from "./environment.ts";
import { moduleDirectory, readGitVersion } from "./kubernetes-versions.ts";
import type { ToolName } from "./tools.ts";

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
  return assetsDirectory === undefined ? findBuiltBinaries(tools, environment) : findAssets(tools, assetsDirectory, environment);
}

function missingTools(directory: string, tools: readonly ToolName[]): readonly ToolName[] {
  return tools.filter((tool) => !existsSync(join(directory, tool)));
}

/** What is missing there is not built instead: versions would be mixed behind the user's back. */
function findAssets(tools: readonly ToolName[], directory: string, { kubernetesVersion }: Environment): Availability {
  const missing = missingTools(directory, tools);
  if (missing.length === 0) return { kind: "available", directory, missing };
  const reason =
    `KUBEBUILDER_ASSETS (${directory}) has no ${missing.join(", ")}. Complete it, ` +
    `or unset it to have ${readGitVersion(kubernetesVersion)} built with Go`;
  return { kind: "unavailable", reason };
}

function findBuiltBinaries(tools: readonly ToolName[], environment: Environment): Availability {
  const { kubernetesVersion, searchPath } = environment;
  const directory = join(environment.cacheDirectory, `${readGitVersion(kubernetesVersion)}-${platformName()}`);
  const missing = missingTools(directory, tools);
  const obstacle = missing.length === 0 ? undefined : findGoObstacle(moduleDirectory(kubernetesVersion), searchPath);
  if (obstacle === undefined) return { kind: "available", directory, missing };
  const reason =
    `${missing.join(", ")} must be built and ${obstacle}. Install Go (version in go.mod) and ` +
    `put it on the PATH, or set KUBEBUILDER_ASSETS to a directory made by setup-envtest`;
  return { kind: "unavailable", reason };
}
