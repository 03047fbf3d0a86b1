import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Architecture } from "./debian-libraries.ts";
import { type Layer, digestOf } from "./layer.ts";
import { nobody } from "./runtime-layer.ts";

export interface Image {
  readonly architecture: Architecture;
  readonly layers: readonly ImageLayer[];
  readonly entryPoint: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

export interface ImageLayer extends Layer {
  /** Such as what makes a layer the one that Crossplane looks for. */
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly platform?: { readonly architecture: string; readonly os: string };
}

const mediaTypes = {
  index: "application/vnd.oci.image.index.v1+json",
  manifest: "application/vnd.oci.image.manifest.v1+json",
  config: "application/vnd.oci.image.config.v1+json",
  layer: "application/vnd.oci.image.layer.v1.tar+gzip",
} as const;

/**
 * An OCI image layout (github.com/opencontainers/image-spec: image-layout.md) in `directory`, whatever was there
 * before: `name` stands for one image, or for one of each architecture. Nothing in it depends on when or where it was
 * written.
 */
export function writeLayout(directory: string, name: string, images: readonly Image[]): Descriptor {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(join(directory, "blobs", "sha256"), { recursive: true });
  const store = blobStore(directory);
  const manifests = images.map((image) => writeImage(store, image));
  const [only, ...others] = manifests;
  const index = { schemaVersion: 2, mediaType: mediaTypes.index, manifests };
  const top = only !== undefined && others.length === 0 ? only : store(mediaTypes.index, jsonBytes(index));
  const named = { ...top, annotations: { "org.opencontainers.image.ref.name": name } };
  writeFileSync(join(directory, "oci-layout"), jsonBytes({ imageLayoutVersion: "1.0.0" }));
  writeFileSync(join(directory, "index.json"), jsonBytes({ ...index, manifests: [named] }));
  return named;
}

type Store = (mediaType: string, bytes: Buffer) => Descriptor;

function blobStore(directory: string): Store {
  return (mediaType, bytes) => {
    const digest = digestOf(bytes);
    writeFileSync(join(directory, "blobs", ...digest.split(":")), bytes);
    return { mediaType, digest, size: bytes.length };
  };
}

function writeImage(store: Store, image: Image): Descriptor {
  const layers = image.layers.map(({ bytes, annotations }) => ({
    ...store(mediaTypes.layer, bytes),
    ...(annotations !== undefined && { annotations }),
  }));
  const config = store(mediaTypes.config, jsonBytes(configOf(image)));
  const manifest = { schemaVersion: 2, mediaType: mediaTypes.manifest, config, layers };
  const platform = { architecture: image.architecture, os: "linux" };
  return { ...store(mediaTypes.manifest, jsonBytes(manifest)), platform };
}

/** The time of everything in the image, since the time of a build would be another one each time. */
const created = "1970-01-01T00:00:00Z";

function configOf({ architecture, layers, entryPoint, labels }: Image): object {
  return {
    created,
    architecture,
    os: "linux",
    config: {
      User: nobody,
      Env: ["PATH=/usr/bin", "NODE_ENV=production"],
      Entrypoint: entryPoint,
      WorkingDir: "/",
      Labels: labels,
    },
    rootfs: { type: "layers", diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(({ createdBy }) => ({ created, created_by: createdBy })),
  };
}

const jsonBytes = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);
