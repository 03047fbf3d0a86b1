import { join } from "node:path";
import { readFileSync, readdirSync } from "node:fs";
import { type Tree, usingHoldfast } from "../../test/fixtures/tree.ts";
import { openDirectory } from "../../test/fixtures/open-directory.ts";
import { filesOf, manyNames } from "../../test/plan/shared-guards/policy-texts.ts";

export type Mark = "labels" | "annotations";

/** A repository in which that many policies as in the README are compiled, each over a mark of its own. */
export function policiesOfReadme(count: number, { mark = "labels", more = {} }: { mark?: Mark; more?: Tree } = {}): string {
  return openDirectory({ ...usingHoldfast, ...filesOf(manyNames(count), { mark }), ...more });
}

export const holdfast: string = join(import.meta.dirname, "../../compiler/cli/main.ts");

/** Text of the ValidatingAdmissionPolicies and bindings that were compiled there. */
export function compiledYaml(directory: string): readonly string[] {
  const generated = join(directory, "generated");
  const files = readdirSync(generated).filter((name) => name.endsWith(".yaml") && name !== "kustomization.yaml");
  return files.toSorted().map((name) => readFileSync(join(generated, name), "utf8"));
}
