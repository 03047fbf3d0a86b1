import { protectionsOf } from "../../diff/protections-of.ts";
import { type ProtectionChange, compareProtections, losesProtection } from "../../diff/compare.ts";
import { HelpfulError } from "../../api/helpful-error.ts";
import { type ExplainedObject, type PrunePlan, planPrune, pruneRules, writtenName } from "../../cluster/plan/index.ts";
import { visible } from "../../diagnostics/format.ts";
import { manifestsAt } from "../arguments/manifests-at.ts";
import { changeChecks, changeData, describeChanges } from "../diff/diff.ts";
import { type ExitCode, exitCodes } from "../output/exit-code.ts";
import { count } from "../output/summary.ts";
import type { Terminal } from "../output/terminal.ts";
import type { ChangePlanCommand } from "./change-command.ts";
import { isStopped, losesData } from "./headline.ts";
import { jsonPlan } from "./json-plan.ts";
import { writePlan } from "./write-plan.ts";
import { planChecks } from "./plan-checks.ts";
import { readPlace } from "../arguments/read-manifests.ts";
import { type PlanSection, type PlanView, planView } from "./plan-view.ts";
import { gapsOf, sourceOf, viewQuery } from "../objects/objects-source.ts";

/** `holdfast plan --from old/ --to new/`: what applying `new` would prune, and what that takes with it. */
export async function runChangePlan(command: ChangePlanCommand, terminal: Terminal): Promise<ExitCode> {
  const { from, to, pruner, namespace, owner, labels } = command;
  const input = await readPlace([from, to, ...command.objects, ...command.generated], terminal);
  const [before, after] = [manifestsAt(from, input), manifestsAt(to, input)];
  if (before.length === 0) throw new HelpfulError(`${from} holds no manifest`, "name what is applied now, rendered");
  const changes = compareProtections(protectionsOf(before), protectionsOf(after));
  const source = await sourceOf(command, terminal, input);
  try {
    const query = { ...viewQuery(command, terminal, input), from: before, to: after, pruner, namespace, owner, labels };
    const found = await planPrune(source.client, query);
    const plan = {
      ...found,
      deletion: { ...found.deletion, gaps: [...found.deletion.gaps, ...gapsOf(source, command), ...nothing(after, to)] },
    };
    const isFine = !isStopped(plan.deletion) && !losesData(plan.deletion) && !losesProtection(changes);
    await writePlan(command, { ...formsOf(plan, changes), isFine }, terminal);
    return isFine ? exitCodes.fine : exitCodes.findings;
  } finally {
    await source.close();
  }
}

function formsOf(plan: PrunePlan, changes: readonly ProtectionChange[]) {
  const view = (ofKind: number | undefined): PlanView => changeView(plan, changes, ofKind);
  const checks = [...changeChecks(changes, new Map()), ...planChecks(plan.deletion)];
  return {
    view,
    data: () => jsonChange(plan, changes.map(changeData)),
    checks: () => ({ command: "holdfast plan", headline: view(undefined).headline, checks }),
  };
}

function changeView(
  { pruner, kept, prunedDespite, goesWithItsPolicies, deletion }: PrunePlan,
  changes: readonly ProtectionChange[],
  ofKind: number | undefined,
): PlanView {
  const view = planView(deletion, ofKind);
  const { shown } = pruneRules[pruner];
  const isNothing = deletion.targets.length === 0;
  const absent = deletion.absent.map(visible);
  const denied = deletion.denied.length + deletion.forbidden.length;
  const stops =
    denied === 0 ? "" : goesWithItsPolicies ? ". Its policies are pruned, too: the next try goes through" : "; the sync fails";
  return {
    ...view,
    headline: isNothing
      ? `${shown} prunes nothing`
      : `${shown} prunes ${count(deletion.targets.length, "object")}. ${view.headline}${stops}`,
    sections: [
      protectionSection(changes, kept),
      { title: "No longer written, and not pruned", tone: "stays" as const, lines: explainedLines(kept) },
      { title: "Pruned, although a mark seems to keep it", tone: "loss" as const, lines: explainedLines(prunedDespite) },
      { title: "No longer written, and not in the cluster", tone: "plain" as const, lines: absent },
      ...view.sections.filter(({ title }) => title !== "There is no"),
    ].filter(({ lines }) => lines.length > 0),
  };
}

const explainedLines = (objects: readonly ExplainedObject[]): readonly string[] =>
  objects.map(({ written, why }) => visible(`${writtenName(written)}: ${why}`));

function nothing(after: readonly unknown[], to: string): readonly string[] {
  return after.length === 0 ? [`whether everything is meant to go: ${to} holds no manifest`] : [];
}

function protectionSection(changes: readonly ProtectionChange[], kept: PrunePlan["kept"]): PlanSection {
  const lines = changes.length === 0 ? [] : describeChanges(changes).filter((line) => line !== "");
  const tone = losesProtection(changes) ? "loss" : "stays";
  return { title: "Protection", tone, lines: [...lines.map(visible), ...stillInForce(kept)] };
}

/** Holdfast's own policies are marked so that no tool prunes them. */
function stillInForce(kept: PrunePlan["kept"]): readonly string[] {
  const isPolicy = kept.some(({ written: { kind } }) => kind.startsWith("ValidatingAdmissionPolicy"));
  return isPolicy ? ["policies that are not pruned stay in force until somebody deletes them"] : [];
}

function jsonChange({ pruner, kept, prunedDespite, deletion }: PrunePlan, protection: readonly object[]): object {
  const [notPruned, despite] = [kept, prunedDespite].map((objects) =>
    objects.map(({ written: { group, kind, namespace, name }, why }) => ({ group, kind, namespace, name, why })),
  );
  return { ...jsonPlan(deletion), pruner, notPruned, prunedDespite: despite, protection };
}
