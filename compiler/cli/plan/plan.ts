import { openContext } from "../../../runtime-fallback/kubernetes/open-context.ts";
import type { RequestServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { planDelete } from "../../cluster/deletion/plan-delete.ts";
import { AskingClient } from "../../cluster/verify/index.ts";
import { manifestSource } from "../../serve/object-source.ts";
import { visible } from "../../diagnostics/format.ts";
import { readManifestPaths } from "../arguments/read-manifests.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import type { Terminal } from "../output/terminal.ts";
import { jsonPlan } from "./json-plan.ts";
import type { PlanCommand } from "./plan-command.ts";
import { textPlan } from "./text-plan.ts";

/** What manifests alone do not say. */
export const newest = "1.37";

/** `holdfast plan delete`: what a delete takes with it, and what denies it. Reads; changes nothing. */
export async function runPlan(command: PlanCommand, terminal: Terminal): Promise<ExitCode> {
  const server = await serverOf(command, terminal);
  try {
    const { targets, namespace, allNamespaces, labels, propagationPolicy, user, groups, generated } = command;
    const plan = await planDelete(new AskingClient(server), {
      targets,
      place: { namespace, allNamespaces, labels },
      propagationPolicy,
      user,
      groups,
      policies: generated.length === 0 ? undefined : policiesIn(generated, terminal),
      kube: newest,
    });
    const shown = { ...plan, gaps: [...plan.gaps, ...whatManifestsHide(command)] };
    terminal.print(command.format === "json" ? JSON.stringify(jsonPlan(shown), undefined, 2) : textPlan(shown));
    const losesData = plan.volumes.some(({ reclaimPolicy }) => reclaimPolicy === "Delete");
    return plan.denied.length > 0 || losesData ? exitCodes.findings : exitCodes.fine;
  } finally {
    await server.close();
  }
}

/** Nobody should take it for a delete that no policy denies. */
export function whatManifestsHide({ objects, generated }: Pick<PlanCommand, "objects" | "generated">): readonly string[] {
  if (objects.length === 0 || generated.length > 0) return [];
  return ["which policies are in force, unless the manifests hold them: name those that count, --generated <path>"];
}

export async function serverOf(
  { objects, kubeconfig, context }: Pick<PlanCommand, "objects" | "kubeconfig" | "context">,
  terminal: Terminal,
): Promise<RequestServer> {
  if (objects.length === 0) return (await openContext({ kubeconfig, context, named: terminal.kubeconfig })).open();
  const { workingDirectory } = terminal;
  return manifestSource({ paths: objects, workingDirectory, defined: [], asked: [], matched: [] }).server;
}

export function policiesIn(paths: readonly string[], { workingDirectory }: Terminal): readonly unknown[] {
  return readManifestPaths(paths, workingDirectory).filter(isOfPolicies);
}

function isOfPolicies(document: unknown): boolean {
  const kind = visible(String((document as { readonly kind?: unknown } | null)?.kind));
  return ["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"].includes(kind);
}
