import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../../house/source-files.ts";
import type { Sources } from "./installation.ts";

/** Policies of this repository, and the modules that they import, as a user copies them. */
export function policyFiles(...paths: readonly string[]): Sources {
  return Object.fromEntries(paths.map((path) => [basename(path), readFileSync(join(root, "policies", path), "utf8")]));
}

/** A declaration with these properties. */
export function declaration(properties: string): Sources {
  const text = `import { fallback } from "holdfast";
export default fallback({
  image: "registry.example.com/holdfast@sha256:${"0".repeat(64)}",
  ${properties}
});
`;
  return { "fallback.ts": text };
}
