import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readEnvironment } from "../../test/control-plane/environment.ts";
import { buildPrograms } from "../../test/control-plane/programs/build-programs.ts";
import { cacheDirectory } from "../../test/control-plane/programs/cache-directory.ts";
import type { GoProgram } from "../../test/control-plane/programs/go-build.ts";
import { findGoObstacle, platformName } from "../../test/control-plane/programs/go-installation.ts";
import { Missing } from "../row.ts";

const program: GoProgram = { name: "webhook-peer", module: join(import.meta.dirname, "go-peer"), package: "." };

/** The path of the program; builds it if it is missing. Named after its sources, as the oracle of the tests is. */
export async function goPeer(): Promise<string> {
  const directory = join(cacheDirectory("bench"), `${hashOfSources()}-${platformName()}`);
  const binary = join(directory, program.name);
  if (existsSync(binary)) return binary;
  const obstacle = findGoObstacle(program.module, readEnvironment().searchPath);
  if (obstacle !== undefined) throw new Missing(`the peer in Go must be built and ${obstacle}`);
  await buildPrograms({ programs: [program], directory, title: "the peer in Go", show: (line) => console.error(`  ${line}`) });
  return binary;
}

function hashOfSources(): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(program.module).toSorted()) {
    hash.update(`${name}\0`).update(readFileSync(join(program.module, name)));
  }
  return hash.digest("hex").slice(0, 16);
}
