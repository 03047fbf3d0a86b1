import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

import { withBuildLock } from "./build-lock.ts";
import { type GoProgram, runGoBuild } from "./go-build.ts";
import { startToken } from "./process-identity.ts";

const stagingPattern = /^\.building-(\d+)$/;
const stillCompilingMs = 60_000;

export type Build = {
  /** Built in this order. */
  readonly programs: readonly GoProgram[];
  /** Where the binaries appear. */
  readonly directory: string;
  /** What they are, for those who wait: `the oracle`, `etcd, kubectl v1.37.1`. */
  readonly title: string;
  readonly show: (line: string) => void;
};

/** Builds the programs that are not in the directory yet; others who want the same meanwhile wait. */
export async function buildPrograms(build: Build): Promise<void> {
  const { directory, show } = build;
  mkdirSync(directory, { recursive: true });
  const onWait = () => show(`waiting for another process that builds into ${directory}`);
  await withBuildLock(directory, () => buildMissing(build), onWait);
}

async function buildMissing({ programs, directory, title, show }: Build): Promise<void> {
  const missing = programs.filter(({ name }) => !existsSync(join(directory, name)));
  if (missing.length === 0) return;
  show(`building ${title} into ${directory}`);
  show("  the first time compiles Kubernetes from source: some minutes on two cores, then never again");
  const staging = openStaging(directory);
  try {
    for (const program of missing) await buildOne(program, { staging, directory, show });
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** A binary appears whole or not at all: it is written elsewhere and then renamed. */
async function buildOne(
  program: GoProgram,
  { staging, directory, show }: Pick<Build, "directory" | "show"> & { readonly staging: string },
): Promise<void> {
  const { name } = program;
  const start = performance.now();
  const elapsed = () => `${((performance.now() - start) / 1000).toFixed(0)} s`;
  const ticker = setInterval(() => show(`  ${name}: still compiling, ${elapsed()}`), stillCompilingMs);
  try {
    await runGoBuild(program, join(staging, name));
  } finally {
    clearInterval(ticker);
  }
  renameSync(join(staging, name), join(directory, name));
  show(`  ${name}: built in ${elapsed()}`);
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
