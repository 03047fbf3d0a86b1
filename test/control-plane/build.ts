import { mkdirSync, readdirSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

import { findBinaries, missingTools } from "./availability.ts";
import { withBuildLock } from "./build-lock.ts";
import { runGoBuild } from "./go-build.ts";
import { startToken } from "./process-identity.ts";
import { type ControlPlaneOptions, readKubernetesVersion, type ToolName, toolsFor } from "./tools.ts";

const stagingPattern = /^\.building-(\d+)$/;
const stillCompilingMs = 60_000;

/** The directory with all binaries that the options ask for; builds those that are missing. */
export async function prepareBinaries(options: ControlPlaneOptions): Promise<string> {
  const tools = toolsFor(options);
  const availability = findBinaries(tools);
  if (availability.kind === "unavailable") {
    throw new Error(availability.reason);
  }
  const { directory, missing } = availability;
  if (missing.length > 0) await build(tools, directory);
  return directory;
}

async function build(tools: readonly ToolName[], directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  const onWait = () => show(`waiting for another process that builds into ${directory}`);
  await withBuildLock(directory, () => buildMissing(tools, directory), onWait);
}

async function buildMissing(tools: readonly ToolName[], directory: string): Promise<void> {
  const missing = missingTools(directory, tools);
  if (missing.length === 0) return;
  show(`building ${missing.join(", ")} ${readKubernetesVersion()} into ${directory}`);
  show("  the first time compiles Kubernetes from source: some minutes on two cores, then never again");
  const staging = openStaging(directory);
  try {
    for (const tool of missing) await buildTool(tool, { staging, directory });
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** A binary appears whole or not at all: it is written elsewhere and then renamed. */
async function buildTool(
  tool: ToolName,
  { staging, directory }: { readonly staging: string; readonly directory: string },
): Promise<void> {
  const start = performance.now();
  const elapsed = () => `${((performance.now() - start) / 1000).toFixed(0)} s`;
  const ticker = setInterval(() => show(`  ${tool}: still compiling, ${elapsed()}`), stillCompilingMs);
  try {
    await runGoBuild(tool, join(staging, tool));
  } finally {
    clearInterval(ticker);
  }
  renameSync(join(staging, tool), join(directory, tool));
  show(`  ${tool}: built in ${elapsed()}`);
}

/** Also removes what builders left that did not live to do so. */
function openStaging(directory: string): string {
  for (const name of readdirSync(directory)) {
    const pid = stagingPattern.exec(name)?.[1];
    const isLeftOver = pid !== undefined && startToken(Number(pid)) === undefined;
    if (isLeftOver) rmSync(join(directory, name), { recursive: true, force: true });
  }
  const staging = join(directory, `.building-${process.pid}`);
  mkdirSync(staging, { recursive: true });
  return staging;
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
