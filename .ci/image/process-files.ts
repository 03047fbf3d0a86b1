import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Bundle, bundleProcess, licencesOf } from "./bundle-processes.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What `/holdfast` of the image holds, by file name; the published package has the same files in `container/`. */
export async function fallbackFiles(): Promise<ReadonlyMap<string, string>> {
  return filesOf({
    "webhook.mjs": await bundleProcess("runtime-fallback/start-webhook.ts"),
    "health-worker.mjs": await bundleProcess("runtime-fallback/webhook/health/health-worker.ts"),
    "controller.mjs": await bundleProcess("runtime-fallback/start-controller.ts"),
  });
}

/** The same of Crossplane's composition function, which is an image of its own. */
export async function functionFiles(): Promise<ReadonlyMap<string, string>> {
  return filesOf({ "keep-namespace.mjs": await bundleProcess("runtime-fallback/start-keep-namespace.ts") });
}

/**
 * What Crossplane reads of a function before it starts it: its metadata, and the schema of its input, as one stream of
 * YAML.
 */
export function functionPackage(): string {
  const folder = join(root, "runtime-fallback/composition-function/package");
  return ["crossplane.yaml", "input.yaml"].map((name) => readFileSync(join(folder, name), "utf8")).join("---\n");
}

/** The processes find their version in package.json (compiler/api/own-package.ts). */
export function filesOf(bundles: Readonly<Record<string, Bundle>>): ReadonlyMap<string, string> {
  const packages = [...new Set(Object.values(bundles).flatMap((bundle) => bundle.packages))].toSorted();
  return new Map([
    ...Object.entries(bundles).map(([name, { text }]) => [name, text] as const),
    ["package.json", `${JSON.stringify({ name: "holdfast", version: readVersion(), type: "module" }, undefined, 2)}\n`],
    ["LICENSE", readFileSync(join(root, "LICENSE"), "utf8")],
    ["THIRD-PARTY-LICENCES.txt", licencesOf(packages)],
  ]);
}

export function readVersion(): string {
  return (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { readonly version: string }).version;
}
