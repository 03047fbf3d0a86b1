import { readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { objectsOf, parseJsonObject, textAt } from "../../api/json.ts";

/** A way around a policy that `holdfast compile` has left open, as its `report.json` says. */
export interface OpenPath {
  readonly policy: string;
  /** As docs/security/deletion-paths.md names it. */
  readonly path: string;
  readonly text: string;
}

/** Of every `report.json` beside generated files. */
export function openPathsIn(directories: readonly string[], workingDirectory: string): readonly OpenPath[] {
  return directories.flatMap((directory) => {
    const file = join(resolve(workingDirectory, directory), "report.json");
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return [];
    const policies = objectsOf(parseJsonObject(readFileSync(file, "utf8"))?.["policies"]);
    return policies.flatMap((policy) =>
      objectsOf(policy["paths"])
        .filter(({ state }) => state === "open")
        .map((one) => ({
          policy: textAt(policy, "name") ?? "",
          path: textAt(one, "path") ?? "",
          text: textAt(one, "text") ?? "",
        })),
    );
  });
}

/** Of the policies that deny something here; several admission policies are made of one. */
export function pathsOf(admissionPolicies: readonly string[], paths: readonly OpenPath[]): readonly OpenPath[] {
  return paths.filter(({ policy }) => admissionPolicies.some((name) => name === policy || name.startsWith(`${policy}-`)));
}
