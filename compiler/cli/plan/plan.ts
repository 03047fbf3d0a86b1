import { planDelete } from "../../cluster/plan/index.ts";
import { manifestsAt } from "../arguments/manifests-at.ts";
import { type ExitCode, exitCodes } from "../output/exit-code.ts";
import { jsonText } from "../output/json-text.ts";
import type { Terminal } from "../output/terminal.ts";
import { formatView, shownOfKind } from "./format-view.ts";
import { isStopped, losesData } from "./headline.ts";
import { jsonPlan } from "./json-plan.ts";
import type { PlanCommand } from "./plan-command.ts";
import { gapsOf, sourceOf, viewQuery } from "../objects/objects-source.ts";
import { planView } from "./plan-view.ts";

/** `holdfast plan delete`: what a delete takes with it, and what denies it. Reads; changes nothing. */
export async function runPlan(command: PlanCommand, terminal: Terminal): Promise<ExitCode> {
  const { targets, files, namespace, allNamespaces, labels, propagationPolicy, format } = command;
  const written = files.flatMap((file) => manifestsAt(file, terminal.workingDirectory));
  const source = await sourceOf(command, terminal);
  try {
    const place = { namespace, allNamespaces, labels };
    const query = { ...viewQuery(command, terminal), targets, files: written, place, propagationPolicy };
    const found = await planDelete(source.client, query);
    const plan = { ...found, gaps: [...found.gaps, ...gapsOf(source, command)] };
    if (format === "json") terminal.print(jsonText(jsonPlan(plan)));
    else terminal.print(formatView(planView(plan, shownOfKind(format)), format, { color: terminal.outputColor }));
    return isStopped(plan) || losesData(plan) ? exitCodes.findings : exitCodes.fine;
  } finally {
    await source.close();
  }
}
