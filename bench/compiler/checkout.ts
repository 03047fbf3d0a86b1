import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { readFileSync, readdirSync } from "node:fs";
import { type Tree, usingHoldfast } from "../../test/fixtures/tree.ts";
import { openDirectory } from "../../test/fixtures/open-directory.ts";
import { root } from "../../test/house/source-files.ts";
import { filesOf, manyNames } from "../../test/plan/shared-guards/policy-texts.ts";

export type Mark = "labels" | "annotations";

const builtPackage = join(root, "dist");

/** The command as users have it: of the package, which is built when it is first needed. */
export const holdfast: string = join(builtPackage, "compiler/cli/main.js");

let isBuilt = false;

/** A repository in which that many policies as in the README are compiled, each over a mark of its own. */
export function policiesOfReadme(count: number, { mark = "labels", more = {} }: { mark?: Mark; more?: Tree } = {}): string {
  if (!isBuilt) execFileSync(process.execPath, [join(root, ".ci/build-package.ts")], { stdio: ["ignore", "ignore", "inherit"] });
  isBuilt = true;
  const installed: Tree = { ...usingHoldfast, "node_modules/holdfast": { linkTo: builtPackage } };
  return openDirectory({ ...installed, ...filesOf(manyNames(count), { mark }), ...more });
}

/** Text of the ValidatingAdmissionPolicies and bindings that were compiled there. */
export function compiledYaml(directory: string): readonly string[] {
  const generated = join(directory, "generated");
  const files = readdirSync(generated).filter((name) => name.endsWith(".yaml") && name !== "kustomization.yaml");
  return files.toSorted().map((name) => readFileSync(join(generated, name), "utf8"));
}
