/**
 * `node .ci/release/describe.ts`: writes beside the artifacts what is in them (SBOM), where they come from (provenance),
 * their checksums, and the notes of the release.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import {
  checksumsFile,
  checksumsOf,
  notesFile,
  predicateFile,
  provenanceFile,
  readArtifacts,
  releaseDirectory,
} from "./artifacts.ts";
import { imageSboms } from "./image-sbom.ts";
import { packageSbom, readLocked, readPacked } from "./package-sbom.ts";
import { provenanceOf, readCommit } from "./provenance.ts";
import { releaseNotes } from "./release-notes.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Writes everything anew. */
export async function describeRelease(directory: string): Promise<void> {
  const commit = readCommit();
  rmSync(join(directory, "sbom"), { recursive: true, force: true });
  mkdirSync(join(directory, "sbom"));
  const [npm, ...images] = readArtifacts(directory);
  if (npm === undefined) throw new Error(`${directory} has no tarball of the package`);
  const { manifest, bundled } = readPacked();
  const { timestamp } = commit;
  writeJson(join(directory, "sbom", "npm-holdfast.cdx.json"), packageSbom(manifest, readLocked(), { timestamp, bundled }));
  for (const { name, path } of images) {
    const image = { name, layout: join(directory, path), timestamp, distribution: distribution() };
    for (const { architecture, bom } of await imageSboms(image))
      writeJson(join(directory, "sbom", `image-${path.replace("images/", "")}-${architecture}.cdx.json`), bom);
  }
  const statement = provenanceOf(readArtifacts(directory), commit);
  writeJson(join(directory, provenanceFile), statement);
  writeJson(join(directory, predicateFile), statement.predicate);
  writeFileSync(join(directory, checksumsFile), checksumsOf(directory));
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  writeFileSync(join(directory, notesFile), releaseNotes(changelog, npm.version) ?? "");
}

const writeJson = (path: string, value: object): void => writeFileSync(path, `${JSON.stringify(value, undefined, 2)}\n`);

/** Whose packages apt fetches here: the libraries of an image come from the machine's own release. */
function distribution(): string {
  return /^ID="?([\w.-]+)/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "debian";
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { directory: { type: "string" } } });
  await describeRelease(resolve(values.directory ?? releaseDirectory));
}
