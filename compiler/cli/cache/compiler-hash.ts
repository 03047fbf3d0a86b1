import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { join } from "node:path";
import { ownFile } from "../../api/own-package.ts";

/** What the YAML is made with besides the compiler itself; `@ts-morph/common` holds TypeScript. */
const libraries = ["ts-morph", "yaml", "ajv", "re2js", "esbuild"];

/**
 * Says which compiler this is: every file of it, the versions of its libraries, and Node, whose Unicode tables it uses.
 * Not the version of the package: a patched copy, or this repository, has the same. Reading it all takes 20 ms.
 * Undefined where it cannot be told.
 */
export function compilerHash(folder = ownFile("compiler")): string | undefined {
  try {
    return hashOfAll(folder);
  } catch {
    return undefined;
  }
}

function hashOfAll(folder: string): string {
  const hash = createHash("sha256");
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of names.map(({ parentPath, name }) => join(parentPath, name)).toSorted())
    hash
      .update(`${path.slice(folder.length)}\0`)
      .update(readFileSync(path))
      .update("\0");
  for (const manifest of manifests()) hash.update(readFileSync(manifest)).update("\0");
  return hash.update(`${process.version} ${process.platform}`).digest("hex");
}

function manifests(): readonly string[] {
  const found = libraries.map((name) => required(findPackageJSON(name, import.meta.url), name));
  return [...found, required(findPackageJSON("@ts-morph/common", found[0]), "@ts-morph/common")];
}

function required(path: string | undefined, name: string): string {
  if (path === undefined) throw new Error(`package.json of ${name} not found`);
  return path;
}
