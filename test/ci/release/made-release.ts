import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checksumsFile, checksumsOf, predicateFile, provenanceFile, readArtifacts } from "../../../.ci/release/artifacts.ts";
import { imageSboms } from "../../../.ci/release/image-sbom.ts";
import { provenanceOf } from "../../../.ci/release/provenance.ts";
import { signByEphemeralKey } from "../../../.ci/release/sign.ts";
import { filesAt } from "../../../.ci/image/build-image.ts";
import { layerOf } from "../../../.ci/image/layer.ts";
import { writeLayout } from "../../../.ci/image/oci-layout.ts";
import { temporaryDirectory } from "../../fixtures/temporary-directory.ts";

const licences = `pino 10.4.0\n\nMIT\n\n${"-".repeat(80)}\n\n@bufbuild/protobuf 2.17.0\n\nApache License\nVersion 2.0\n`;
const control = "Package: libstdc++6\nVersion: 12.2.0-14+deb12u1\nArchitecture: amd64\nMaintainer: nobody\n";

export const commit = { sha: "0123456789012345678901234567890123456789", timestamp: "2026-12-01T00:00:00.000Z" };

/** An image of two architectures as ours are laid out, of a few files. */
export async function writeSmallImage(layout: string): Promise<void> {
  const runtime = await layerOf(filesAt("var/lib/dpkg/status.d", new Map([["libstdc++6", control]])), "runtime");
  const processes = await layerOf(filesAt("holdfast", new Map([["THIRD-PARTY-LICENCES.txt", licences]])), "processes");
  const labels = {
    "org.opencontainers.image.version": "0.2.0",
    "dev.holdfast.packages": "node=26.10.0 libstdc++6=12.2.0-14+deb12u1",
  };
  const image = { layers: [runtime, processes], entryPoint: ["node"], labels };
  writeLayout(layout, "0.2.0", [
    { ...image, architecture: "amd64" },
    { ...image, architecture: "arm64" },
  ]);
}

/** A release as `describe.ts` leaves it, signed by a key of its own. */
export async function makeRelease(): Promise<string> {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "holdfast-0.2.0.tgz"), "a tarball");
  mkdirSync(join(directory, "sbom"));
  writeFileSync(join(directory, "sbom/npm-holdfast.cdx.json"), "{}");
  const layout = join(directory, "images/holdfast");
  mkdirSync(layout, { recursive: true });
  await writeSmallImage(layout);
  const image = { name: "ghcr.io/holdfast-dev/holdfast", layout, timestamp: commit.timestamp, distribution: "debian" };
  for (const { architecture, bom } of await imageSboms(image))
    writeFileSync(join(directory, `sbom/image-holdfast-${architecture}.cdx.json`), JSON.stringify(bom));
  const statement = provenanceOf(readArtifacts(directory), commit, {});
  writeFileSync(join(directory, provenanceFile), JSON.stringify(statement));
  writeFileSync(join(directory, predicateFile), JSON.stringify(statement.predicate));
  writeFileSync(join(directory, checksumsFile), checksumsOf(directory));
  signByEphemeralKey(directory);
  return directory;
}

export const readText = (directory: string, path: string): string => readFileSync(join(directory, path), "utf8");
