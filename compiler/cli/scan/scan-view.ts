import type { LeftOver } from "../../cluster/scan/left-overs.ts";
import type { OpenWay } from "../../cluster/scan/open-ways.ts";
import type { Protection } from "../../cluster/scan/protection.ts";
import type { Scan, ScannedObject } from "../../cluster/scan/scan-cluster.ts";
import { visible } from "../../diagnostics/format.ts";
import { idOf, nameOf } from "../objects/object-names.ts";
import { count } from "../output/summary.ts";
import type { Tone } from "../output/tone.ts";
import { adviceFor } from "./advice.ts";
import type { Compared } from "./baseline.ts";
import { type OpenPath, pathsOf } from "./policy-paths.ts";

export interface ShownScan {
  readonly scan: Scan;
  readonly compared: Compared;
  readonly paths: readonly OpenPath[];
  readonly now: Date;
}

/** A scan as it is shown, whatever the format: problems first. Nothing in its texts can steer a terminal. */
export interface ScanView {
  readonly headline: string;
  readonly sections: readonly ScanSection[];
}

export interface ScanSection {
  readonly title: string;
  readonly tone: Tone;
  readonly rows: readonly ScanRow[];
  /** Whether somebody has to do something about it. */
  readonly isProblem?: true;
}

export interface ScanRow {
  readonly name: string;
  readonly notes: readonly string[];
  /** What a person would run. */
  readonly command?: string;
}

export function scanView(shown: ShownScan): ScanView {
  const { scan, compared, now } = shown;
  const open = inState(scan, "unprotected").map(({ live }) => live.object);
  const sections: readonly ScanSection[] = [
    ...problems(shown).map((section) => ({ ...section, isProblem: true as const })),
    { title: "Protected from its own delete", tone: "stays", rows: inState(scan, "protected").map(keptRow) },
    ...aside(shown),
    { title: "In the baseline, and no longer found", tone: "plain", rows: compared.gone.map((id) => row(id)) },
    { title: "Not known", tone: "plain", isProblem: true, rows: scan.gaps.map((gap) => row(gap)) },
    {
      title: "To protect them, take the policy and mark each object",
      tone: "plain",
      rows: adviceFor(open).map(({ object, count: number, policy, command }) => ({
        ...row(`${object.of.kind} (${number})`, policy),
        command: visible(command),
      })),
    },
  ];
  return { headline: headline(scan, now), sections: sections.filter(({ rows }) => rows.length > 0) };
}

/** `--quiet`: what is in order, and what would help, is left out. */
export function problemsIn({ headline: first, sections }: ScanView): ScanView {
  return { headline: first, sections: sections.filter(({ isProblem }) => isProblem) };
}

const inState = ({ objects }: Scan, state: Protection["state"]): readonly ScannedObject[] =>
  objects.filter(({ protection }) => protection.state === state);

/** The one place where texts of others come in. */
const row = (name: string, ...notes: readonly string[]): ScanRow => ({ name: visible(name), notes: notes.map(visible) });

function problems({ scan, compared, now }: ShownScan): readonly ScanSection[] {
  const note = (id: string): string => (compared.known.has(id) ? " (in the baseline)" : "");
  const rowOf = (one: ScannedObject, text: string): ScanRow => {
    const { object } = one.live;
    return row(nameOf(object), `${text}${note(`${one.protection.state} ${idOf(object)}`)}`);
  };
  return [
    {
      title: "Not protected",
      tone: "loss",
      rows: inState(scan, "unprotected").map((one) => rowOf(one, lossText(one))),
    },
    {
      title: "Not known whether protected",
      tone: "waits",
      rows: inState(scan, "unknown").map((one) => rowOf(one, unknownText(one))),
    },
    {
      title: "Misspelled",
      tone: "waits",
      rows: scan.misspelled.map(({ object, place, key, value, meant }) =>
        row(
          nameOf(object),
          `${place} ${key}: ${value}`,
          `meant is ${meant}?${note(`misspelled ${idOf(object)} ${place} ${key}=${value}`)}`,
        ),
      ),
    },
    {
      title: "Left over",
      tone: "waits",
      rows: scan.leftOvers.map((one) =>
        row(
          nameOf(one.object),
          `${one.place} ${one.key}`,
          `opens ${one.opens}; ${ageText(one, now)}${note(`leftover ${idOf(one.object)} ${one.place} ${one.key}`)}`,
        ),
      ),
    },
  ];
}

function keptRow(one: ScannedObject): ScanRow {
  const ways = waysText(one.ways);
  return row(nameOf(one.live.object), strengthText(one), ...(ways === "" ? [] : [ways]));
}

function aside({ scan, paths }: ShownScan): readonly ScanSection[] {
  const policies = inState(scan, "protected").flatMap(({ protection }) => protection.denials.map(({ policy }) => policy));
  return [
    {
      title: "Left open by these policies (docs/security/deletion-paths.md)",
      tone: "waits",
      rows: pathsOf(policies, paths).map(({ policy, path, text }) => row(policy, path, text)),
    },
    {
      title: "Being deleted already",
      tone: "plain",
      rows: inState(scan, "deleting").map(({ live }) => row(nameOf(live.object))),
    },
  ];
}

/** `14 of 37 objects that hold data or keep others alive are protected; 2 marks are misspelled, 1 release is 12 days old` */
export function headline({ objects, misspelled, leftOvers }: Scan, now: Date): string {
  const number = (state: string): number => objects.filter(({ protection }) => protection.state === state).length;
  const kept = number("protected");
  const unknown = number("unknown");
  const many = objects.length === 1 ? "object that holds data or keeps" : "objects that hold data or keep";
  const first =
    objects.length === 0
      ? "Nothing here holds data or keeps others alive"
      : `${kept} of ${objects.length} ${many} others alive ${kept === 1 ? "is" : "are"} protected`;
  const rest = [
    ...(unknown === 0 ? [] : [`of ${unknown} it is not known`]),
    ...(misspelled.length === 0
      ? []
      : [`${count(misspelled.length, "mark")} ${misspelled.length === 1 ? "is" : "are"} misspelled`]),
    ...[...Map.groupBy(leftOvers, ({ kind }) => kind)].map(([kind, own]) => leftOverText(kind, own, now)),
  ];
  return rest.length === 0 ? first : `${first}; ${rest.join(", ")}`;
}

/** The oldest comes first. */
function leftOverText(kind: string, [first, ...others]: readonly LeftOver[], now: Date): string {
  if (first === undefined) return "";
  if (others.length === 0) return `1 ${kind} is ${ageText(first, now)}`;
  return `${count(others.length + 1, kind)} are left over, the oldest ${ageText(first, now)}`;
}

function ageText({ since }: LeftOver, now: Date): string {
  if (since === undefined) return "there, since when is not known";
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 60_000));
  if (minutes < 120) return `${count(minutes, "minute")} old`;
  return minutes < 2 * 24 * 60 ? `${count(Math.floor(minutes / 60), "hour")} old` : `${Math.floor(minutes / 60 / 24)} days old`;
}

function lossText({ why, protection: { told } }: ScannedObject): string {
  return told.length === 0 ? why : `${why}; ${told.join(", ")} only tells of it, and denies nothing`;
}

function unknownText({ why, protection: { mayDeny } }: ScannedObject): string {
  return `${why}; ${mayDeny.map(({ policy, why: reason }) => `${policy} may deny it: ${reason}`).join(", ")}`;
}

function strengthText({ protection: { strength, denials } }: ScannedObject): string {
  return `${strength ?? ""}, by ${[...new Set(denials.map(({ policy }) => policy))].join(" and ")}`;
}

function waysText(ways: readonly OpenWay[]): string {
  return ways.length === 0 ? "" : `goes with ${ways.map(({ of }) => nameOf(of)).join(", and with ")}`;
}
