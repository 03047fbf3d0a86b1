/**
 * What the package brings: what npm installs with it, as package-lock.json has it (`npm sbom`), and what is bundled into
 * the processes of its `container/`.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Bom, type Component, type Dependency, bomOf, npmComponent } from "./cyclonedx.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Locked {
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
}

/** All that package-lock.json has. `--omit dev` would leave out what development takes, too, such as esbuild. */
export function readLocked(): Locked {
  const words = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
  return JSON.parse(execFileSync("npm", words, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })) as Locked;
}

export interface PackedManifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** `dist/package.json` names fewer packages than the repository's: only those, and what they need, are in the list. */
export function packageSbom(
  manifest: PackedManifest,
  locked: Locked,
  { timestamp, bundled }: { readonly timestamp: string; readonly bundled: readonly Component[] },
): Bom {
  const about: Component = {
    ...npmComponent(manifest.name, manifest.version),
    licenses: [{ license: { id: manifest.license } }],
  };
  const direct = Object.entries(manifest.dependencies).map(([name, version]) => `${name}@${version}`);
  const edges = new Map(locked.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn] as const));
  const reached = new Set<string>();
  for (const queue = [...direct]; queue.length > 0;) {
    const ref = queue.pop() ?? "";
    if (reached.has(ref)) continue;
    reached.add(ref);
    queue.push(...(edges.get(ref) ?? []));
  }
  const installed = locked.components.filter((component) => reached.has(component["bom-ref"]));
  const inContainer = bundled.filter((component) => !reached.has(component["bom-ref"]));
  const rows = [...reached].toSorted().map((ref) => ({ ref, dependsOn: edges.get(ref) ?? [] }));
  const dependencies = [{ ref: about["bom-ref"], dependsOn: direct }, ...rows];
  return bomOf({ timestamp, about, components: [...installed, ...inContainer], dependencies });
}

/** Packages whose code is in a bundle: THIRD-PARTY-LICENCES.txt has each, with its version, above its licence. */
export function bundledComponents(licences: string, where: string): readonly Component[] {
  return licences.split(`\n${"-".repeat(80)}\n\n`).flatMap((part) => {
    const [, name, version] = /^(\S+) (\d\S*)\n/.exec(part) ?? [];
    if (name === undefined || version === undefined) return [];
    return [{ ...npmComponent(name, version), properties: [{ name: "holdfast:bundled-in", value: where }] }];
  });
}

export function readPacked(): { readonly manifest: PackedManifest; readonly bundled: readonly Component[] } {
  const read = (path: string): string => readFileSync(join(root, "dist", path), "utf8");
  const files = ["container", "container/function"];
  const bundled = files.flatMap((folder) => bundledComponents(read(`${folder}/THIRD-PARTY-LICENCES.txt`), folder));
  const unique = new Map(bundled.toReversed().map((component) => [component["bom-ref"], component]));
  return { manifest: JSON.parse(read("package.json")) as PackedManifest, bundled: [...unique.values()] };
}
