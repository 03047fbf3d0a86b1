/**
 * What an image holds, read from its layers and not from what was to be put in: libraries by the status files that
 * scanners read, too, Node by the label, and the packages of npm that are bundled into the processes.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readTar } from "../image/archives.ts";
import { type Bom, type Component, bomOf } from "./cyclonedx.ts";
import { bundledComponents } from "./package-sbom.ts";

interface Descriptor {
  readonly digest: string;
  readonly mediaType: string;
}

interface Manifest {
  readonly manifests?: readonly Descriptor[];
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
}

interface Config {
  readonly architecture: string;
  readonly config: { readonly Labels: Readonly<Record<string, string>> };
}

export interface ImageSbom {
  readonly architecture: string;
  readonly bom: Bom;
}

export interface ImageOfLayout {
  readonly name: string;
  readonly layout: string;
  readonly timestamp: string;
  /** Whose packages `apt` fetched: `debian`, the ID of os-release. */
  readonly distribution: string;
}

/** A list for each architecture of the image. */
export function imageSboms(image: ImageOfLayout): Promise<readonly ImageSbom[]> {
  const index = JSON.parse(readFileSync(join(image.layout, "index.json"), "utf8")) as Manifest;
  const digests = (index.manifests ?? []).flatMap(({ digest }) => {
    const behind = readBlob(image.layout, digest) as Manifest;
    return behind.manifests === undefined ? [digest] : behind.manifests.map((one) => one.digest);
  });
  return Promise.all(digests.map((digest) => sbomOf(image, digest)));
}

async function sbomOf({ name, layout, timestamp, distribution }: ImageOfLayout, digest: string): Promise<ImageSbom> {
  const { config, layers } = readBlob(layout, digest) as Manifest;
  const { architecture, config: settings } = readBlob(layout, config.digest) as Config;
  const components: Component[] = [];
  for (const layer of layers) {
    for (const [path, entry] of await readTar(gunzipSync(readFileSync(blobPath(layout, layer.digest))))) {
      if (entry.kind !== "file") continue;
      if (path.startsWith("var/lib/dpkg/status.d/")) components.push(debianComponent(entry.bytes.toString(), distribution));
      if (path.endsWith("THIRD-PARTY-LICENCES.txt")) components.push(...bundledComponents(entry.bytes.toString(), `/${path}`));
    }
  }
  const version = settings.Labels["org.opencontainers.image.version"] ?? "";
  const node = /(?:^| )node=(\S+)/.exec(settings.Labels["dev.holdfast.packages"] ?? "")?.[1];
  if (node === undefined) throw new Error(`${layout}: the label dev.holdfast.packages does not say which Node is in the image`);
  const about = { "bom-ref": `${name}:${version}`, type: "container", name, version, purl: imagePurl(name, digest) } as const;
  const all = [...components, nodeComponent(node)];
  const dependencies = [{ ref: about["bom-ref"], dependsOn: all.map((one) => one["bom-ref"]) }];
  return { architecture, bom: bomOf({ timestamp, about, components: all, dependencies }) };
}

/** github.com/package-url/purl-spec: a digest's colon is escaped. */
const imagePurl = (name: string, digest: string): string =>
  `pkg:oci/${name.split("/").at(-1)}@${digest.replace(":", "%3A")}?repository_url=${name}`;

function nodeComponent(version: string): Component {
  return { "bom-ref": `node@${version}`, type: "platform", name: "node", version, purl: `pkg:generic/node@${version}` };
}

function debianComponent(control: string, distribution: string): Component {
  const field = (name: string): string => new RegExp(`^${name}: (.*)$`, "m").exec(control)?.[1] ?? "";
  const [name, version] = [field("Package"), field("Version")];
  const purl = `pkg:deb/${distribution}/${name}@${encodeURIComponent(version)}?arch=${field("Architecture")}`;
  return { "bom-ref": purl, type: "library", name, version, purl };
}

const blobPath = (layout: string, digest: string): string => join(layout, "blobs", ...digest.split(":"));

const readBlob = (layout: string, digest: string): unknown => JSON.parse(readFileSync(blobPath(layout, digest), "utf8"));
