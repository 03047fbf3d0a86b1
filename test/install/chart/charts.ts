import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { holdfastHere } from "../../cli/user-project.ts";
import type { Tree } from "../../fixtures/tree.ts";
import { documentsIn } from "../../fixtures/yaml-documents.ts";
import { type Written, asksPods, fallbackText, keepersFor, policyText } from "../manifests/compile-fallback.ts";

export interface Compiled {
  readonly chart: string;
  readonly kustomization: string;
}

/** What `holdfast compile --chart` makes of a declaration with these properties, in a directory of its own. */
export async function compileChart(directory: string, properties: string, policies: Tree = {}): Promise<Compiled> {
  const tree = { "policies/fallback.ts": fallbackText(properties), ...keepersFor(properties), ...asking, ...policies };
  for (const [name, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), String(text));
  }
  const words = ["compile", "policies", "--out", "generated", "--chart", "charts/holdfast"];
  const { code, out, error } = await holdfastHere(directory, words);
  if (code !== 0) throw new Error(`${error}\n${out}`);
  return { chart: join(directory, "charts/holdfast"), kustomization: join(directory, "generated/fallback") };
}

const asking: Tree = { "policies/used.ts": policyText(asksPods) };

/** The objects in some YAML by kind and name: in whatever order, and without documents of comments alone. */
export function byName(yaml: string): Readonly<Record<string, Written>> {
  const objects = documentsIn(yaml).filter((document) => document !== null) as readonly Written[];
  return Object.fromEntries(objects.map((object) => [`${object.kind} ${object.metadata.name}`, object]));
}
