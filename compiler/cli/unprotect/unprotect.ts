import { openContext } from "../../../runtime-fallback/kubernetes/open-context.ts";
import { HelpfulError } from "../../api/helpful-error.ts";
import { unprotectionOf, withoutRecord } from "../../api/unprotection.ts";
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
import { readPlace } from "../arguments/read-manifests.ts";
import { writeOutputs } from "../output/outputs.ts";
import type { UnprotectCommand, UnprotectFormat } from "./unprotect-command.ts";
import { type FoundSteps, type Step, commandsOf, formatSteps, targetWords } from "./unprotect-view.ts";

/** `holdfast unprotect`: what opens the policies that keep an object; with `--apply` it does that, and nothing more. */
export async function runUnprotect(command: UnprotectCommand, terminal: Terminal): Promise<ExitCode> {
  const { namespace, generated } = command;
  const input = await readPlace([...command.objects, ...generated], terminal);
  const source = await sourceOf(command, terminal, input);
  try {
    const { client } = source;
    const view = await readDeletionView(client, viewQuery({ generated }, terminal, input));
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
  const { command, view } = parts;
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
  const then = `The delete itself, then: ${headline(wholeAfter)}`;
  const text = (): string =>
    [
      ...(before.denied.length === 0 ? ["No policy denies it."] : keptText(before)),
      ...(steps.length === 0
        ? []
        : [`\nThis opens it${until === undefined ? "" : `, until ${until}`}:`, ...steps.flatMap(commandLines)]),
      ...(isOpen ? [] : [isCutShort ? tooMuch : tooLittle]),
      `\n${then}`,
      ...(gaps.length === 0 ? [] : ["\nNot known:", ...gaps.map((gap) => `  ${visible(gap)}`)]),
    ].join("\n");
  const left = isOpen ? [] : [(isCutShort ? tooMuch : tooLittle).trim()];
  const found = { title: "This opens it", kept: before.denied, steps, until, isWhole: isOpen, notes: [...left, then], gaps };
  await tell(found, text, parts);
  return isOpen ? exitCodes.fine : exitCodes.findings;
}

const tooLittle = "\nNothing that the messages name opens all of it.";
const tooMuch = "\nThe messages name more than is tried here: open one object after the other.";

function keptText({ denied }: FoundOpenings["before"]): readonly string[] {
  return denied.flatMap(({ object, denials }) => [
    `${nameOf(object)} is kept:`,
    ...denials.map(({ policy, message }) => `  ${visible(policy)}: ${visible(message)}`),
  ]);
}

async function undo(targets: readonly ClusterObject[], parts: Parts): Promise<ExitCode> {
  const { command, view } = parts;
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
  const found = { title: "This undoes it", kept: [], until: undefined, gaps: [] };
  if (steps.length < undone.length) {
    await tell(
      { ...found, steps: [], isWhole: false, notes: [...why, notUndone] },
      () => [...why, `\n${notUndone}`].join("\n"),
      parts,
    );
    return exitCodes.findings;
  }
  const left = undone.flatMap(({ changes }) => changes).length + steps.length - steps.flatMap(({ changes }) => changes).length;
  const notes = left === 0 ? [] : [`Left out, since it protects nothing: ${count(left, "change")} of the record.`];
  const text = (): string =>
    [...why, "\nThis undoes it:", ...steps.flatMap(commandLines), ...notes.map((note) => `\n${note}`)].join("\n");
  await tell({ ...found, steps, isWhole: true, notes: [...why, ...notes] }, text, parts);
  return exitCodes.fine;
}

const notUndone = "It is not undone here: with what the record says, policies deny no more than now.";

const withoutItsRecord = ({ object, changes }: Step): Step => ({ object, changes: withoutRecord(changes) });

/** As text it is said before anything is done; in other formats once, with how many objects have been changed. */
async function tell(found: FoundSteps, text: () => string, { command, terminal }: Parts): Promise<void> {
  const { format, isApplied } = command;
  if (format === "text") terminal.print(text());
  const done: Step[] = [];
  try {
    if (isApplied) await change(found.steps, { command, terminal, onDone: (step) => done.push(step) });
  } finally {
    if (format === "text") sayDone(found.steps, done, { command, terminal });
    const write = (form: UnprotectFormat): string =>
      form === "text" ? text() : formatSteps(found, isApplied ? done.length : undefined, form);
    await writeOutputs(command, { isFine: false, isReported: true, write }, terminal);
  }
}

interface Changing extends Pick<Parts, "command" | "terminal"> {
  readonly onDone: (step: Step) => void;
}

async function change(steps: readonly Step[], { command, terminal, onDone }: Changing): Promise<void> {
  if (steps.length === 0) return;
  const { kubeconfig, context } = command;
  const server = (await openContext({ kubeconfig, context, named: terminal.kubeconfig })).open();
  try {
    for (const step of steps) {
      await changeMarks(server, step.object, step.changes);
      onDone(step);
    }
  } finally {
    await server.close();
  }
}

function sayDone(
  steps: readonly Step[],
  done: readonly Step[],
  { command, terminal }: Pick<Parts, "command" | "terminal">,
): void {
  if (steps.length === 0) return;
  if (!command.isApplied) return terminal.print("\nNothing has been changed: run it, or give --apply.");
  terminal.print(`\n${done.length === steps.length ? "" : `${done.length} of `}${count(steps.length, "object")} changed.`);
  if (command.reason !== undefined && done.length > 0) terminal.print(takenBackText(done));
}

const commandLines = (step: Step): readonly string[] => commandsOf(step).map((command) => `  ${visible(command)}`);

function takenBackText(steps: readonly Step[]): string {
  const words = steps.map(({ object }) => quoteArguments(["holdfast", "unprotect", ...targetWords(object), "--undo", "--apply"]));
  return ["What takes it back:", ...words.map((one) => `  ${visible(one.join(" "))}`)].join("\n");
}
