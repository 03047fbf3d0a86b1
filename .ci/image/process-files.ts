import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Bundle, bundleProcess, licencesOf } from "./bundle-processes.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What `/holdfast` of the image holds, by file name; the published package has the same files in `container/`. */
export async function fallbackFiles(): Promise<ReadonlyMap<string, string>> {
  return filesOf({
    "webhook.mjs": await bundleProcess("runtime-fallback/start-webhook.ts"),
    "controller.mjs": await bundleProcess("runtime-fallback/start-controller.ts"),
  });
}

/** The processes find their version in package.json (compiler/fallback/own-version.ts). */
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
