/** Lists of what is in an artifact (SBOM), in CycloneDX 1.5, which npm writes, too: cyclonedx.org/docs/1.5/json. */
import { createHash } from "node:crypto";

export interface Component {
  readonly "bom-ref": string;
  readonly type: "library" | "container" | "platform";
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly object[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

export interface Dependency {
  readonly ref: string;
  readonly dependsOn?: readonly string[];
}

export interface Bom {
  readonly $schema: string;
  readonly bomFormat: "CycloneDX";
  readonly specVersion: "1.5";
  readonly serialNumber: string;
  readonly version: 1;
  readonly metadata: { readonly timestamp: string; readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
}

interface BomContents {
  /** When the commit was made: a second build writes the same. */
  readonly timestamp: string;
  readonly about: Component;
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
}

/** The serial number follows from the contents, so that the same artifact has the same list. */
export function bomOf({ timestamp, about, components, dependencies }: BomContents): Bom {
  const sorted = components.toSorted((a, b) => (a["bom-ref"] < b["bom-ref"] ? -1 : 1));
  const known = new Set([about, ...sorted].map((one) => one["bom-ref"]));
  const unknown = dependencies.flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn]).filter((ref) => !known.has(ref));
  if (unknown.length > 0) throw new Error(`the SBOM of ${about["bom-ref"]} has no component ${[...new Set(unknown)].join(", ")}`);
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([about, sorted]))}`,
    version: 1,
    metadata: { timestamp, component: about },
    components: sorted,
    dependencies,
  };
}

/** Of a package of npm; a scope is written `%40scope`. */
export function npmComponent(name: string, version: string): Component {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return { "bom-ref": `${name}@${version}`, type: "library", name, version, purl };
}

/** RFC 9562, version 8: of bytes of our own choice. */
function uuidOf(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}
