import { openContext } from "../../../runtime-fallback/kubernetes/open-context.ts";
import { HelpfulError } from "../../api/helpful-error.ts";
import { resourceName } from "../../api/resource.ts";
import { type MarkChange, unprotectionOf, withoutRecord } from "../../api/unprotection.ts";
import type { ClusterObject } from "../../cluster/deletion/cluster-object.ts";
import { type DeletionView, readDeletionView } from "../../cluster/plan/deletion-view.ts";
import { type Rights, rightsOf } from "../../cluster/plan/rights.ts";
import { targetsOf } from "../../cluster/plan/targets.ts";
import {
  type FoundOpenings,
  changeMarks,
  findOpenings,
  protectingChanges,
  recordedChanges,
} from "../../cluster/unprotect/index.ts";
import { visible } from "../../diagnostics/format.ts";
import { type ExitCode, exitCodes } from "../output/exit-code.ts";
import { count } from "../output/summary.ts";
import { type Terminal, quoteArguments } from "../output/terminal.ts";
import { gapsOf, sourceOf, viewQuery } from "../objects/objects-source.ts";
import { nameOf } from "../objects/object-names.ts";
import { headline } from "../plan/headline.ts";
import type { UnprotectCommand } from "./unprotect-command.ts";

/** What is to be done to one object. */
interface Step {
  readonly object: ClusterObject;
  readonly changes: readonly MarkChange[];
}

/** `holdfast unprotect`: what opens the policies that keep an object; with `--apply` it does that, and nothing more. */
export async function runUnprotect(command: UnprotectCommand, terminal: Terminal): Promise<ExitCode> {
  const { namespace, generated } = command;
  const source = await sourceOf(command, terminal);
  try {
    const { client } = source;
    const view = await readDeletionView(client, viewQuery({ generated }, terminal));
    const place = { namespace, allNamespaces: false, labels: undefined };
    const { targets } = targetsOf({ named: command.targets, written: [] }, place, view.cluster);
    const { reason } = command;
    const parts = { command, terminal, view, gaps: gapsOf(source, command) };
    if (reason === undefined) return await undo(targets, parts);
    const found = findOpenings({ targets, propagationPolicy: command.propagationPolicy }, view);
    const rights = await rightsOf(client, targets, {});
    return await open(found, { ...parts, reason, rights });
  } finally {
    await source.close();
  }
}

interface Parts {
  readonly command: UnprotectCommand;
  readonly terminal: Terminal;
  readonly gaps: readonly string[];
  readonly view: DeletionView;
}

async function open(
  { before, openings, after, isCutShort }: FoundOpenings,
  { reason, rights, ...parts }: Parts & { readonly reason: string; readonly rights: Rights },
): Promise<ExitCode> {
  const { command, terminal, view } = parts;
  const gaps = [
    ...view.gaps,
    ...parts.gaps,
    ...rights.gaps,
    ...view.admission.notEvaluated.map(({ policy, why }) => `${policy} may deny: ${why}`),
  ];
  const end = command.milliseconds === undefined ? undefined : new Date(Date.now() + command.milliseconds);
  const until = end?.toISOString().replace(/\.\d+Z$/, "Z");
  const steps = openings.map((one) => ({ object: one.object, changes: recordedChanges(one, { reason, until }) }));
  const isOpen = after.denied.length === 0;
  const wholeAfter = { ...after, forbidden: rights.forbidden, absent: [], gaps: [] };
  terminal.print(
    [
      ...(before.denied.length === 0 ? ["No policy denies it."] : keptText(before)),
      ...(steps.length === 0
        ? []
        : [`\nThis opens it${until === undefined ? "" : `, until ${until}`}:`, ...steps.map(commandOf)]),
      ...(isOpen ? [] : [isCutShort ? tooMuch : "\nNothing that the messages name opens all of it."]),
      `\nThe delete itself, then: ${headline(wholeAfter)}`,
      ...(gaps.length === 0 ? [] : ["\nNot known:", ...gaps.map((gap) => `  ${visible(gap)}`)]),
    ].join("\n"),
  );
  await change(steps, parts);
  return isOpen ? exitCodes.fine : exitCodes.findings;
}

const tooMuch = "\nThe messages name more than is tried here: open one object after the other.";

function keptText({ denied }: FoundOpenings["before"]): readonly string[] {
  return denied.flatMap(({ object, denials }) => [
    `${nameOf(object)} is kept:`,
    ...denials.map(({ policy, message }) => `  ${visible(policy)}: ${visible(message)}`),
  ]);
}

async function undo(targets: readonly ClusterObject[], parts: Parts): Promise<ExitCode> {
  const { command, terminal, view } = parts;
  const records = targets.map((object) => ({ object, record: unprotectionOf(object.stored) }));
  const without = records.find(({ record }) => record === undefined);
  if (without !== undefined)
    throw new HelpfulError(
      `${nameOf(without.object)} has no record of \`holdfast unprotect\``,
      "what was written by other means is taken back by other means: look at its annotations",
    );
  const why = records.map(({ object, record }) => `${nameOf(object)} was opened: ${visible(record?.reason ?? "")}`);
  const undone = records.map(({ object, record }) => ({ object, changes: record?.before ?? [] }));
  const { propagationPolicy } = command;
  const steps = protectingChanges({ targets, propagationPolicy }, view, undone).map(withoutItsRecord);
  if (steps.length < undone.length) {
    terminal.print([...why, "\nIt is not undone here: with what the record says, policies deny no more than now."].join("\n"));
    return exitCodes.findings;
  }
  const left = undone.flatMap(({ changes }) => changes).length + steps.length - steps.flatMap(({ changes }) => changes).length;
  const notes = left === 0 ? [] : [`\nLeft out, since it protects nothing: ${count(left, "change")} of the record.`];
  terminal.print([...why, "\nThis undoes it:", ...steps.map(commandOf), ...notes].join("\n"));
  await change(steps, parts);
  return exitCodes.fine;
}

const withoutItsRecord = ({ object, changes }: Step): Step => ({ object, changes: withoutRecord(changes) });

async function change(steps: readonly Step[], { command, terminal }: Parts): Promise<void> {
  if (steps.length === 0) return;
  if (!command.isApplied) return terminal.print("\nNothing has been changed: run it, or give --apply.");
  const done: Step[] = [];
  const { kubeconfig, context } = command;
  const server = (await openContext({ kubeconfig, context, named: terminal.kubeconfig })).open();
  try {
    for (const step of steps) {
      await changeMarks(server, step.object, step.changes);
      done.push(step);
    }
  } finally {
    await server.close();
    terminal.print(`\n${done.length === steps.length ? "" : `${done.length} of `}${count(steps.length, "object")} changed.`);
    if (command.reason !== undefined && done.length > 0) terminal.print(takenBackText(done));
  }
}

function takenBackText(steps: readonly Step[]): string {
  const words = steps.map(({ object }) => quoteArguments(["holdfast", "unprotect", ...targetWords(object), "--undo", "--apply"]));
  return ["What takes it back:", ...words.map((one) => `  ${visible(one.join(" "))}`)].join("\n");
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
