/**
 * What a release is made of, in one directory, and where each part is published. Only Node's own modules are needed to
 * read it, so that what publishes installs nothing.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, posix, sep } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

export const releaseDirectory = join(root, "dist-release");

/** Checksums of every artifact, which is what is signed. */
export const checksumsFile = "SHA256SUMS";

/** Names the commit, the builder and the digests. */
export const provenanceFile = "provenance.json";

/** Its predicate alone, as cosign attaches it to an image. */
export const predicateFile = "provenance-predicate.json";

export const notesFile = "release-notes.md";

/** Images, by the folder of their layout in `images/`, which is also their name in the registry. */
export const imageNames = ["holdfast", "function-keep-namespace"] as const;

export const registry = "ghcr.io/holdfast-dev";

export interface Artifact {
  readonly kind: "npm package" | "container image";
  readonly name: string;
  readonly version: string;
  /** Of the tarball; of an image that of its index or manifest, by which clusters pin it. */
  readonly digest: string;
  /** From the directory of the release. */
  readonly path: string;
  readonly sboms: readonly string[];
}

export const sha256 = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** The package, then the images that are there. */
export function readArtifacts(directory: string): readonly Artifact[] {
  const files = readdirSync(directory);
  const tarball = files.find((name) => /^holdfast-\d.*\.tgz$/.test(name));
  if (tarball === undefined) throw new Error(`${directory} has no tarball of the package: run node .ci/release/build.ts`);
  const version = tarball.slice("holdfast-".length, -".tgz".length);
  const sboms = existsSync(join(directory, "sbom")) ? readdirSync(join(directory, "sbom")).toSorted() : [];
  const of = (prefix: string): readonly string[] => sboms.filter((name) => name.startsWith(prefix)).map((name) => `sbom/${name}`);
  const npm: Artifact = {
    kind: "npm package",
    name: "holdfast",
    version,
    digest: `sha256:${sha256(readFileSync(join(directory, tarball)))}`,
    path: tarball,
    sboms: of("npm-"),
  };
  const images = imageNames.filter((name) => existsSync(join(directory, "images", name)));
  return [npm, ...images.map((name) => imageArtifact({ directory, name, version, sboms: of(`image-${name}-`) }))];
}

interface ImageOf {
  readonly directory: string;
  readonly name: string;
  readonly version: string;
  readonly sboms: readonly string[];
}

function imageArtifact({ directory, name, version, sboms }: ImageOf): Artifact {
  const path = `images/${name}`;
  const index = JSON.parse(readFileSync(join(directory, path, "index.json"), "utf8")) as {
    readonly manifests: readonly { readonly digest: string }[];
  };
  const digest = index.manifests[0]?.digest ?? "";
  return { kind: "container image", name: `${registry}/${name}`, version, digest, path, sboms };
}

/** Everything that is covered by the checksums: what is published, and the lists of what is in it. */
export function coveredFiles(directory: string): readonly string[] {
  const isCovered = (path: string): boolean => path.endsWith(".tgz") || /^(images|sbom)\//.test(path);
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(entry.parentPath.slice(directory.length + 1).replaceAll(sep, "/"), entry.name))
    .filter(isCovered)
    .toSorted();
}

/** As `sha256sum` writes and checks them. */
export function checksumsOf(directory: string): string {
  return coveredFiles(directory)
    .map((path) => `${sha256(readFileSync(join(directory, path)))}  ${path}\n`)
    .join("");
}
