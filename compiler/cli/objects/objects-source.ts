import { type PlanSource, type ReadSoFar, type ViewQuery, clusterSource, manifestSource } from "../../cluster/plan/index.ts";
import { fieldsOf } from "../../api/json.ts";
import { type ReadPlace, readManifestPaths } from "../arguments/read-manifests.ts";
import { count } from "../output/summary.ts";
import type { Terminal } from "../output/terminal.ts";
import type { ObjectsOptions } from "./objects-options.ts";

/** `place`: what `-` stands for. */
export async function sourceOf(options: ObjectsOptions, terminal: Terminal, place: ReadPlace): Promise<PlanSource> {
  const { objects, kubeconfig, context, qps } = options;
  if (objects.length > 0) return manifestSource({ paths: objects, ...place });
  return clusterSource({ kubeconfig, context, qps, named: terminal.kubeconfig });
}

/** What the source does not say, a line for each. */
export function gapsOf({ guessed }: PlanSource, { objects, generated }: ObjectsOptions): readonly string[] {
  return [...(objects.length > 0 && generated.length === 0 ? [policiesHidden] : []), ...guessText(guessed)];
}

/** Nobody should take it for a delete that no policy denies. */
const policiesHidden = "which policies are in force, unless the manifests hold them: name those that count, --generated <path>";

function guessText(guessed: readonly string[]): readonly string[] {
  if (guessed.length === 0) return [];
  return [`${guessed.join(", ")}: no CustomResourceDefinition among the manifests says so; plural and scope are guessed`];
}

/** Who is asked, and in whose name. */
export function viewQuery(
  { user, groups = [], generated }: Pick<ViewQuery, "user" | "groups"> & Pick<ObjectsOptions, "generated">,
  terminal: Terminal,
  place: ReadPlace,
): ViewQuery {
  const policies = generated.length === 0 ? undefined : policiesIn(generated, place);
  return { user, groups, policies, onProgress: progressOf(terminal) };
}

function policiesIn(paths: readonly string[], place: ReadPlace): readonly unknown[] {
  const kinds = new Set<unknown>(["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"]);
  return readManifestPaths(paths, place).filter((document) => kinds.has(fieldsOf(document)["kind"]));
}

/** So long nobody wonders; after that a line each. */
const quietMs = 1000;
const apartMs = 3000;

/** Says on the error stream how far it is, once it takes more than a second, to whoever watches it. */
export function progressOf(
  { report, showsProgress }: Pick<Terminal, "report" | "showsProgress">,
  now: () => number = () => performance.now(),
): (read: ReadSoFar) => void {
  let nextAt = now() + quietMs;
  return ({ kinds, ofKinds, objects }) => {
    if (!showsProgress || now() < nextAt || kinds === ofKinds) return;
    nextAt = now() + apartMs;
    report(`reading the cluster: ${kinds} of ${count(ofKinds, "kind")}, ${count(objects, "object")}`);
  };
}
