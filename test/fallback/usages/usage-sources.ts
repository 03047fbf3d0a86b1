import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../house/source-files.ts";

const read = (name: string): string => readFileSync(join(root, "policies/fallback", name), "utf8");

/**
 * `policies/fallback/usages.ts` and what it imports, for these kinds instead of its own: a list as it would be written
 * there.
 */
export function usageSources(usable: string) {
  const used = read("used-objects.ts").replace(
    /const USABLE: readonly Match\[\] = USED\.map\([^;]*;/,
    `const USABLE: readonly Match[] = ${usable};`,
  );
  if (!used.includes(usable)) throw new Error("used-objects.ts names its kinds in another way");
  return {
    "usages.ts": read("usages.ts"),
    "used-objects.ts": used,
    "usage-kinds.ts": read("usage-kinds.ts"),
    "usage-records.ts": read("usage-records.ts"),
  };
}

/** As it stands there. */
export const shippedSources = {
  "usages.ts": read("usages.ts"),
  "used-objects.ts": read("used-objects.ts"),
  "usage-kinds.ts": read("usage-kinds.ts"),
  "usage-records.ts": read("usage-records.ts"),
};

/** Beside those: who may ask for a delete that was denied. */
export const attemptSource = read("usage-attempts.ts");

/** What the tests use: of two built-in groups, and Crossplane's. */
export const everyGroup = `[
  { group: "*.crossplane.io", resource: "*/*" },
  { group: "*.upbound.io", resource: "*/*" },
  { group: "", resource: "*/*" },
  { group: "apps", resource: "*/*" },
]`;
