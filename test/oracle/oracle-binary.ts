import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";

import { readEnvironment } from "../control-plane/environment.ts";
import { buildPrograms } from "../control-plane/programs/build-programs.ts";
import { cacheDirectory } from "../control-plane/programs/cache-directory.ts";
import type { GoProgram } from "../control-plane/programs/go-build.ts";
import { findGoObstacle, platformName } from "../control-plane/programs/go-installation.ts";

export const oracleProgram: GoProgram = { name: "oracle", module: join(import.meta.dirname, "program"), package: "." };

/** The program built from these sources, if it is there or can be built. */
export type OracleAvailability =
  | { readonly kind: "available"; readonly binary: string }
  | { readonly kind: "unavailable"; readonly reason: string };

const unusedForMs = 14 * 24 * 3_600_000;

/** A binary is named after its sources, so that checkouts with different ones do not take each other's. */
export function findOracle(searchPath: string = readEnvironment().searchPath): OracleAvailability {
  const binary = join(cacheDirectory("oracle"), `${hashOfSources()}-${platformName()}`, oracleProgram.name);
  const obstacle = existsSync(binary) ? undefined : findGoObstacle(oracleProgram.module, searchPath);
  if (obstacle === undefined) return { kind: "available", binary };
  const reason = `it must be built and ${obstacle}. Install Go (version in test/oracle/program/go.mod) and put it on the PATH`;
  return { kind: "unavailable", reason };
}

/** The path of the program; builds it if it is missing. */
export async function prepareOracle(): Promise<string> {
  const availability = findOracle();
  if (availability.kind === "unavailable") throw new Error(`no oracle: ${availability.reason}`);
  const { binary } = availability;
  const directory = dirname(binary);
  if (!existsSync(binary)) {
    await buildPrograms({ programs: [oracleProgram], directory, title: "the oracle", show });
    removeUnused(dirname(directory), basename(directory));
  }
  const now = new Date();
  utimesSync(directory, now, now);
  return binary;
}

function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(oracleProgram.module).toSorted()) {
    hash.update(`${name}\0`).update(readFileSync(join(oracleProgram.module, name)));
  }
  return hash.digest("hex").slice(0, 16);
}

/** Each is 65 MB; they are made of sources that nobody has any more. */
function removeUnused(directory: string, used: string): void {
  for (const name of readdirSync(directory).filter((each) => each !== used)) {
    const path = join(directory, name);
    const usedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - usedAt > unusedForMs) rmSync(path, { recursive: true, force: true });
  }
}

/** Past the test runner, which keeps what is printed until the hook that builds is over. */
function show(line: string): void {
  writeSync(2, `oracle: ${line}\n`);
}

if (import.meta.main) {
  try {
    show(`the binary is ${await prepareOracle()}`);
  } catch (error) {
    show(String(error));
    process.exitCode = 1;
  }
}
