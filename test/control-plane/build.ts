import { writeSync } from "node:fs";

import { buildPrograms } from "./programs/build-programs.ts";
import { findBinaries } from "./availability.ts";
import { readEnvironment } from "./environment.ts";
import { readGitVersion } from "./kubernetes-versions.ts";
import { type ControlPlaneOptions, programOf, toolsFor } from "./tools.ts";

/** The directory with all binaries that the options ask for; builds those that are missing. */
export async function prepareBinaries(options: ControlPlaneOptions): Promise<string> {
  const environment = readEnvironment();
  const version = environment.kubernetesVersion;
  const availability = findBinaries(toolsFor(options), environment);
  if (availability.kind === "unavailable") {
    throw new Error(availability.reason);
  }
  const { directory, missing } = availability;
  if (missing.length > 0) {
    const programs = missing.map((tool) => programOf(tool, version));
    await buildPrograms({ programs, directory, title: `${missing.join(", ")} ${readGitVersion(version)}`, show });
  }
  return directory;
}

/** Past the test runner, which keeps what is printed until the hook that builds is over. */
function show(line: string): void {
  writeSync(2, `control plane: ${line}\n`);
}

if (import.meta.main) {
  const controllerManager = process.argv.includes("--controller-manager");
  try {
    show(`binaries are in ${await prepareBinaries({ controllerManager })}`);
  } catch (error) {
    show(String(error));
    process.exitCode = 1;
  }
}
