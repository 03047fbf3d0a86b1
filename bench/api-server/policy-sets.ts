import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { removeDirectory } from "../../test/fixtures/open-directory.ts";
import { documentsIn } from "../../test/fixtures/yaml-documents.ts";
import { manyNames } from "../../test/plan/shared-guards/policy-texts.ts";
import { type Mark, compiledYaml, holdfast, policiesOfReadme } from "../compiler/checkout.ts";
import { runNode } from "../compiler/measured-run.ts";
import { type Applied, handWritten } from "./hand-written.ts";

/** Objects to create, and the bytes of the files that they stand in. */
export interface PolicySet {
  readonly objects: readonly Applied[];
  readonly bytes: number;
  /** The mark that each of `keptNames` protects. */
  readonly mark: Mark | undefined;
  /** Whether it denies deleting a Namespace that holds such an object. */
  readonly guardsNamespaces: boolean;
}

/** The policies of all sets, and objects that they protect. */
export const keptNames: readonly string[] = manyNames(100);

export const policySets = {
  none: () => Promise.resolve({ objects: [], bytes: 0, mark: undefined, guardsNamespaces: false }),
  "100 hand-written, labels": () => Promise.resolve(byHand("labels")),
  "100 hand-written, annotations": () => Promise.resolve(byHand("annotations")),
  "100 policies, labels": () => compiled(100, "labels"),
  "100 policies, annotations": () => compiled(100, "annotations"),
  "shipped policies": () => Promise.resolve(shipped()),
} as const satisfies Readonly<Record<string, () => Promise<PolicySet>>>;

export type SetName = keyof typeof policySets;

export function byHand(mark: Mark, names: readonly string[] = keptNames): PolicySet {
  const objects = names.flatMap((name) => handWritten(name, mark));
  return { objects, bytes: Buffer.byteLength(JSON.stringify(objects)), mark, guardsNamespaces: false };
}

/** With `--installation`, so that guards are shared. */
export async function compiled(count: number, mark: Mark): Promise<PolicySet> {
  const directory = policiesOfReadme(count, { mark });
  try {
    const words = [holdfast, "compile", "policies", "--out", "generated", "--installation", "bench", "--no-cache"];
    await runNode(words, { cwd: directory });
    return { ...setOf(compiledYaml(directory)), mark, guardsNamespaces: true };
  } finally {
    removeDirectory(directory);
  }
}

/** What this repository ships, without the webhook that it may ask. */
function shipped(): PolicySet {
  const generated = join(import.meta.dirname, "../../generated");
  const files = readdirSync(generated).filter((name) => name.endsWith(".yaml") && name !== "kustomization.yaml");
  return { ...setOf(files.map((name) => readFileSync(join(generated, name), "utf8"))), mark: undefined, guardsNamespaces: true };
}

function setOf(texts: readonly string[]): Pick<PolicySet, "objects" | "bytes"> {
  const objects = texts.flatMap(documentsIn).filter(({ kind }) => kind.startsWith("ValidatingAdmissionPolicy"));
  return { objects, bytes: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) };
}

export const policiesIn = ({ objects }: PolicySet): number =>
  objects.filter(({ kind }) => kind === "ValidatingAdmissionPolicy").length;
