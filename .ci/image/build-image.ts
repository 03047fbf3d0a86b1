/**
 * `npm run build:image`: the image of the fallback, or with `--function` that of the composition function, as an OCI
 * layout, without a container daemon. Nothing is pushed.
 */
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { nodeCommand } from "../../compiler/install/manifests/pod.ts";
import type { Architecture } from "./debian-libraries.ts";
import { ImageError } from "./image-error.ts";
import { type Entries, type Layer, layerOf } from "./layer.ts";
import { type Descriptor, type Image, writeLayout } from "./oci-layout.ts";
import { fallbackFiles, functionFiles, functionPackage, readVersion } from "./process-files.ts";
import { type Runtime, runtimeLayer } from "./runtime-layer.ts";

export interface Built {
  readonly directory: string;
  readonly image: Descriptor;
  /** Compressed, of the largest: what a node fetches. */
  readonly bytes: number;
}

/** Writes the layout of the fallback's image. */
export async function buildImage(directory: string, architectures: readonly Architecture[]): Promise<Built> {
  const files = await layerOf(filesAt("holdfast", await fallbackFiles()), `holdfast ${readVersion()}`);
  return writeImages(directory, { layers: () => [files], entryPoint: nodeCommand, architectures });
}

/**
 * Writes the layout of Crossplane's composition function: a package as Crossplane installs it, and the image that it
 * runs, in one (crossplane/crossplane: contributing/specifications/xpkg.md).
 */
export async function buildFunction(directory: string, architectures: readonly Architecture[]): Promise<Built> {
  const files = await layerOf(filesAt("holdfast", await functionFiles()), `function-keep-namespace ${readVersion()}`);
  const metadata = await layerOf(filesAt("", new Map([["package.yaml", functionPackage()]])), "package.yaml");
  const layers = [files, { ...metadata, annotations: { "io.crossplane.xpkg": "base" } }];
  const entryPoint = [...nodeCommand, "/holdfast/keep-namespace.mjs"];
  return writeImages(directory, { layers: () => layers, entryPoint, architectures });
}

interface Contents {
  readonly architectures: readonly Architecture[];
  readonly layers: () => Image["layers"];
  readonly entryPoint: readonly string[];
}

export async function writeImages(directory: string, { architectures, layers, entryPoint }: Contents): Promise<Built> {
  const images = await Promise.all(
    architectures.map(async (architecture) => {
      const runtime = await runtimeLayer(architecture);
      return { architecture, layers: [runtime.layer, ...layers()], entryPoint, labels: labelsOf(runtime) };
    }),
  );
  const bytes = Math.max(...images.map((image) => sizeOf(image.layers)));
  return { directory, image: writeLayout(directory, readVersion(), images), bytes };
}

/** Files of a folder, readable for everybody and written by nobody. */
export function filesAt(folder: string, files: ReadonlyMap<string, string>): Entries {
  return new Map(
    [...files].map(([name, text]) => [join(folder, name), { kind: "file", bytes: Buffer.from(text), mode: 0o644 }] as const),
  );
}

function labelsOf({ versions }: Runtime): Readonly<Record<string, string>> {
  return {
    "org.opencontainers.image.title": "holdfast",
    "org.opencontainers.image.version": readVersion(),
    "org.opencontainers.image.licenses": "Apache-2.0",
    "dev.holdfast.packages": versions.join(" "),
  };
}

const sizeOf = (layers: readonly Layer[]): number => layers.reduce((sum, { bytes }) => sum + bytes.length, 0);

const root = fileURLToPath(new URL("../..", import.meta.url));
const known: readonly Architecture[] = ["amd64", "arm64"];

interface Flags {
  readonly build: typeof buildImage;
  readonly out: string;
  readonly architectures: readonly Architecture[];
}

function readFlags(words: readonly string[]): Flags {
  const options = { out: { type: "string" }, arch: { type: "string", multiple: true }, function: { type: "boolean" } } as const;
  const { values } = parseArgs({ args: [...words], options });
  const architectures = (values.arch ?? [process.arch === "arm64" ? "arm64" : "amd64"]).map((name) => {
    const found = known.find((one) => one === name);
    if (found === undefined) throw new ImageError(`there is no image for ${name}`, `write --arch ${known.join(" or --arch ")}`);
    return found;
  });
  const isFunction = values.function === true;
  const out = resolve(root, values.out ?? (isFunction ? "dist-image/function" : "dist-image/fallback"));
  return { build: isFunction ? buildFunction : buildImage, out, architectures };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { build, out, architectures } = readFlags(process.argv.slice(2));
    const { image, bytes } = await build(out, architectures);
    console.log(`${out}: ${image.digest}, ${(bytes / 1e6).toFixed(1)} MB compressed, ${architectures.join(" and ")}`);
    console.log(
      `push it with any tool that reads OCI layouts: skopeo copy --all oci:${out}:${readVersion()} docker://<your registry>/<name>`,
    );
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    console.error(`error: ${error.message}\nhelp: ${error.help}`);
    process.exitCode = 2;
  }
}
