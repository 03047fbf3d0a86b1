import { planDelete } from "../../cluster/plan/index.ts";
import { manifestsAt } from "../arguments/manifests-at.ts";
import { type ExitCode, exitCodes } from "../output/exit-code.ts";
import type { Terminal } from "../output/terminal.ts";
import { writePlan } from "./write-plan.ts";
import { planChecks } from "./plan-checks.ts";
import { readPlace } from "../arguments/read-manifests.ts";
import { headline, isStopped, losesData } from "./headline.ts";
import { jsonPlan } from "./json-plan.ts";
import type { PlanCommand } from "./plan-command.ts";
import { gapsOf, sourceOf, viewQuery } from "../objects/objects-source.ts";
import { planView } from "./plan-view.ts";

/** `holdfast plan delete`: what a delete takes with it, and what denies it. Reads; changes nothing. */
export async function runPlan(command: PlanCommand, terminal: Terminal): Promise<ExitCode> {
  const { targets, files, namespace, allNamespaces, labels, propagationPolicy } = command;
  const input = await readPlace([...files, ...command.objects, ...command.generated], terminal);
  const written = files.flatMap((file) => manifestsAt(file, input));
  const source = await sourceOf(command, terminal, input);
  try {
    const place = { namespace, allNamespaces, labels };
    const query = { ...viewQuery(command, terminal, input), targets, files: written, place, propagationPolicy };
    const found = await planDelete(source.client, query);
    const plan = { ...found, gaps: [...found.gaps, ...gapsOf(source, command)] };
    const isFine = !isStopped(plan) && !losesData(plan);
    const shown = {
      view: (ofKind: number | undefined) => planView(plan, ofKind),
      data: () => jsonPlan(plan),
      checks: () => ({ command: "holdfast plan", headline: headline(plan), checks: planChecks(plan) }),
    };
    await writePlan(command, { ...shown, isFine }, terminal);
    return isFine ? exitCodes.fine : exitCodes.findings;
  } finally {
    await source.close();
  }
}
