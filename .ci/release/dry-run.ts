/**
 * `npm run release:dry-run`: all that `.github/workflows/release.yaml` does, up to where something would leave this
 * machine. What keeps this checkout from being a release is said, and does not end a dry run. Flags are those of
 * `build.ts`.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { readArtifacts } from "./artifacts.ts";
import { buildRelease, readBuildOptions } from "./build.ts";
import { describeRelease } from "./describe.ts";
import { publishCommands, summaryOf, targets } from "./publish.ts";
import { keylessCommands, signByEphemeralKey } from "./sign.ts";
import { artifactProblems } from "./verify.ts";
import { readCheckout, releaseProblems } from "./version.ts";

const options = readBuildOptions(process.argv.slice(2));
const { directory } = options;

const obstacles = releaseProblems(readCheckout());
buildRelease(options);
await describeRelease(directory);
signByEphemeralKey(directory);
const problems = artifactProblems(directory);
const [npm] = readArtifacts(directory);
if (npm !== undefined) packOnly(join(directory, npm.path));

console.log(`\nWould be published:\n${summaryOf(directory)}`);
console.log("\nSigned by a key of this run alone. The workflow signs by its own identity:");
for (const words of keylessCommands(directory)) console.log(`  ${words.join(" ")}`);
console.log("\nThen it publishes:");
for (const { words } of targets.flatMap((target) => publishCommands(directory, target))) console.log(`  ${words.join(" ")}`);
if (obstacles.length > 0) console.log("\nThis checkout is no release yet:");
for (const obstacle of obstacles) console.log(`  ${obstacle}`);
for (const problem of problems) console.error(`error: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** npm's own checks of what it would publish. It reads provenance only where a builder gives an identity. */
function packOnly(tarball: string): void {
  execFileSync("npm", ["publish", tarball, "--dry-run", "--access", "public", "--tag", "next", "--silent"], { stdio: "inherit" });
}
