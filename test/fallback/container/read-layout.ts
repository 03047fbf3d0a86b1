import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Descriptor } from "../../../.ci/image/oci-layout.ts";

export interface LayoutImage {
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
}

export interface ImageConfig {
  readonly architecture: string;
  readonly config: {
    readonly User: string;
    readonly Env: readonly string[];
    readonly Entrypoint: readonly string[];
    readonly Labels: Readonly<Record<string, string>>;
  };
  readonly rootfs: { readonly diff_ids: readonly string[] };
}

export function readBlob(directory: string, digest: string): Buffer {
  return readFileSync(join(directory, "blobs", ...digest.split(":")));
}

/** The manifest behind a descriptor. */
export function readImage(directory: string, { digest }: Descriptor): LayoutImage {
  return readJson(directory, digest) as LayoutImage;
}

export function readConfig(directory: string, { config }: LayoutImage): ImageConfig {
  return readJson(directory, config.digest) as ImageConfig;
}

const readJson = (directory: string, digest: string): unknown => JSON.parse(readBlob(directory, digest).toString("utf8"));

/** The one that `index.json` names. */
export function readIndex(directory: string): readonly Descriptor[] {
  const text = readFileSync(join(directory, "index.json"), "utf8");
  return (JSON.parse(text) as { readonly manifests: readonly Descriptor[] }).manifests;
}
