import { openContext } from "../../../runtime-fallback/kubernetes/open-context.ts";
import type { RequestServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { HelpfulError } from "../../api/helpful-error.ts";
import { resourceName } from "../../api/resource.ts";
import type { ClusterObject } from "../../cluster/deletion/cluster-object.ts";
import { type DeletionView, readDeletionView } from "../../cluster/plan/deletion-view.ts";
import { targetsOf } from "../../cluster/plan/targets.ts";
import {
  type FoundOpenings,
  type MarkChange,
  changeMarks,
  findOpenings,
  recordedChanges,
  undoingChanges,
  unprotectionOf,
} from "../../cluster/unprotect/index.ts";
import { AskingClient } from "../../cluster/verify/index.ts";
import { visible } from "../../diagnostics/format.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { count } from "../output/summary.ts";
import { type Terminal, quoteArguments } from "../output/terminal.ts";
import { nameOf } from "../plan/plan-view.ts";
import { headline } from "../plan/headline.ts";
import type { UnprotectCommand } from "./unprotect-command.ts";

/** What is to be done to one object. */
interface Step {
  readonly object: ClusterObject;
  readonly changes: readonly MarkChange[];
}

/** `holdfast unprotect`: what opens the policies that keep an object; with `--apply` it does that, and nothing more. */
export async function runUnprotect(command: UnprotectCommand, terminal: Terminal): Promise<ExitCode> {
  const { kubeconfig, context, namespace } = command;
  const server = (await openContext({ kubeconfig, context, named: terminal.kubeconfig })).open();
  try {
    const client = new AskingClient(server);
    const view = await readDeletionView(client, { user: undefined, groups: [], policies: undefined, kube: "1.37" });
    const place = { namespace, allNamespaces: false, labels: undefined };
    const { targets } = targetsOf({ named: command.targets, written: [] }, place, view.cluster);
    const { reason } = command;
    if (reason === undefined) return await undo(targets, { command, server, terminal });
    return await open(findOpenings({ targets, propagationPolicy: command.propagationPolicy }, view), {
      command,
      server,
      terminal,
      view,
      reason,
    });
  } finally {
    await server.close();
  }
}

interface Parts {
  readonly command: UnprotectCommand;
  readonly server: RequestServer;
  readonly terminal: Terminal;
}

async function open(
  { before, openings, after }: FoundOpenings,
  { command, server, terminal, view, reason }: Parts & { readonly view: DeletionView; readonly reason: string },
): Promise<ExitCode> {
  const gaps = [...view.gaps, ...view.admission.notEvaluated.map(({ policy, why }) => `${policy} may deny: ${why}`)];
  const end = command.milliseconds === undefined ? undefined : new Date(Date.now() + command.milliseconds);
  const until = end?.toISOString().replace(/\.\d+Z$/, "Z");
  const steps = openings.map((one) => ({ object: one.object, changes: recordedChanges(one, { reason, until }) }));
  const wholeAfter = { ...after, forbidden: [], absent: [], gaps: [] };
  terminal.print(
    [
      ...(before.denied.length === 0 ? ["No policy denies it."] : keptText(before)),
      ...(steps.length === 0
        ? []
        : [`\nThis opens it${until === undefined ? "" : `, until ${until}`}:`, ...steps.map(commandOf)]),
      ...(after.denied.length === 0 ? [] : ["\nNothing that the messages name opens the rest:", ...keptText(after)]),
      `\nThe delete itself, then: ${headline(wholeAfter)}`,
      ...(gaps.length === 0 ? [] : ["\nNot known:", ...gaps.map((gap) => `  ${visible(gap)}`)]),
    ].join("\n"),
  );
  await change(steps, { command, server, terminal });
  return after.denied.length === 0 ? exitCodes.fine : exitCodes.findings;
}

function keptText({ denied }: FoundOpenings["before"]): readonly string[] {
  return denied.flatMap(({ object, denials }) => [
    `${nameOf(object)} is kept:`,
    ...denials.map(({ policy, message }) => `  ${visible(policy)}: ${visible(message)}`),
  ]);
}

async function undo(targets: readonly ClusterObject[], { command, server, terminal }: Parts): Promise<ExitCode> {
  const records = targets.map((object) => ({ object, record: unprotectionOf(object.stored) }));
  const without = records.find(({ record }) => record === undefined);
  if (without !== undefined)
    throw new HelpfulError(
      `${nameOf(without.object)} has no record of \`holdfast unprotect\``,
      "what was written by other means is taken back by other means: look at its annotations",
    );
  const steps = records.flatMap(({ object, record }) =>
    record === undefined ? [] : [{ object, changes: undoingChanges(record) }],
  );
  const why = records.map(({ object, record }) => `${nameOf(object)} was opened: ${visible(record?.reason ?? "")}`);
  terminal.print([...why, "\nThis undoes it:", ...steps.map(commandOf)].join("\n"));
  await change(steps, { command, server, terminal });
  return exitCodes.fine;
}

async function change(steps: readonly Step[], { command, server, terminal }: Parts): Promise<void> {
  if (steps.length === 0) return;
  if (!command.isApplied) return terminal.print("\nNothing has been changed: run it, or give --apply.");
  for (const { object, changes } of steps) await changeMarks(server, object, changes);
  terminal.print(`\n${count(steps.length, "object")} changed.`);
  if (command.reason === undefined) return;
  const words = steps.map(({ object }) => quoteArguments(["holdfast", "unprotect", ...targetWords(object), "--undo", "--apply"]));
  terminal.print(["What takes it back:", ...words.map((one) => `  ${visible(one.join(" "))}`)].join("\n"));
}

/** `configmaps/settings -n shop` */
function targetWords({ of, namespace, name }: ClusterObject): readonly string[] {
  return [`${resourceName(of)}/${name}`, ...(namespace === undefined ? [] : ["-n", namespace])];
}

/** As a person would type it; annotations and labels are two commands. */
function commandOf({ object, changes }: Step): string {
  const target = targetWords(object);
  const verbs = { annotations: "annotate", labels: "label" } as const;
  return (["annotations", "labels"] as const)
    .flatMap((field) => {
      const own = changes.filter((one) => one.field === field);
      if (own.length === 0) return [];
      const words = own.map(({ key, value }) => (value === undefined ? `${key}-` : `${key}=${value}`));
      const overwrite = own.some(({ value }) => value !== undefined) ? ["--overwrite"] : [];
      return [`  ${quoteArguments(["kubectl", verbs[field], ...target, ...words, ...overwrite]).join(" ")}`];
    })
    .map(visible)
    .join("\n");
}
