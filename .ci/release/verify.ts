/**
 * `node .ci/release/verify.ts`: whether what is about to be published is what was built. It compares every file with the
 * checksums, each image with the digest by which it is named, the provenance with the artifacts, and signatures of a dry
 * run with their key. `--same-as <directory>` compares with another build of the same commit.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual, parseArgs } from "node:util";
import {
  checksumsFile,
  checksumsOf,
  predicateFile,
  provenanceFile,
  readArtifacts,
  releaseDirectory,
  sha256,
} from "./artifacts.ts";
import { ephemeralKeyFile, unsignedFiles } from "./sign.ts";

/** What is wrong with a release. */
export function artifactProblems(directory: string): readonly string[] {
  const checksums = differences(readFileSync(join(directory, checksumsFile), "utf8"), checksumsOf(directory));
  return [
    ...checksums.map((path) => `${path} is not what ${checksumsFile} says`),
    ...layoutProblems(directory),
    ...provenanceProblems(directory),
    ...(existsSync(join(directory, ephemeralKeyFile)) ? unsignedFiles(directory) : []).map(
      (file) => `the signature of ${file} does not hold`,
    ),
  ];
}

/** Files whose line is not the same in both, or is in one alone. */
export function differences(checksums: string, others: string): readonly string[] {
  const [first, second] = [checksums, others].map((text) => text.split("\n").filter((line) => line !== ""));
  const changed = [...(first ?? []), ...(second ?? [])].filter((line) => !first?.includes(line) || !second?.includes(line));
  return [...new Set(changed.map((line) => line.replace(/^\w+ {2}/, "")))].toSorted();
}

/** In a layout each blob is named by its digest, and the index names a blob that is there. */
function layoutProblems(directory: string): readonly string[] {
  return readArtifacts(directory)
    .filter(({ kind }) => kind === "container image")
    .flatMap(({ path, digest }) => {
      const blob = join(directory, path, "blobs", ...digest.split(":"));
      if (!existsSync(blob)) return [`${path} has no blob ${digest}, which its index names`];
      const found = `sha256:${sha256(readFileSync(blob))}`;
      return found === digest ? [] : [`${path} has ${found} where its index names ${digest}`];
    });
}

function provenanceProblems(directory: string): readonly string[] {
  const statement = JSON.parse(readFileSync(join(directory, provenanceFile), "utf8")) as {
    readonly predicate: unknown;
    readonly subject: readonly { readonly digest: { readonly sha256: string } }[];
  };
  const predicate = readFileSync(join(directory, predicateFile), "utf8");
  const differs = isDeepStrictEqual(JSON.parse(predicate), statement.predicate)
    ? []
    : [`${predicateFile} is not the predicate of ${provenanceFile}`];
  const named = new Set(statement.subject.map(({ digest }) => `sha256:${digest.sha256}`));
  const unnamed = readArtifacts(directory)
    .filter(({ digest }) => !named.has(digest))
    .map(({ name, digest }) => `${provenanceFile} is about no ${name} of ${digest}`);
  return [...differs, ...unnamed];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { directory: { type: "string" }, "same-as": { type: "string" } } });
  const directory = resolve(values.directory ?? releaseDirectory);
  const other = values["same-as"];
  const rebuilt = other === undefined ? [] : differences(checksumsOf(directory), checksumsOf(resolve(other)));
  const problems = [...artifactProblems(directory), ...rebuilt.map((path) => `${path} is not the same in ${other}`)];
  for (const problem of problems) console.error(`error: ${problem}`);
  if (problems.length === 0) console.log(`${directory}: every file, digest and subject is as it was built`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
