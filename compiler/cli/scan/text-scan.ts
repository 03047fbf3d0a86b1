import type { LeftOver } from "../../cluster/scan/left-overs.ts";
import type { OpenWay } from "../../cluster/scan/open-ways.ts";
import type { Protection } from "../../cluster/scan/protection.ts";
import type { Scan, ScannedObject } from "../../cluster/scan/scan-cluster.ts";
import { nameOf } from "../objects/object-names.ts";
import { count, formatTable } from "../output/summary.ts";
import { type Advice, adviceFor } from "./advice.ts";
import type { Compared } from "./baseline.ts";
import { idOf } from "./findings.ts";
import { type OpenPath, pathsOf } from "./policy-paths.ts";

export interface ShownScan {
  readonly scan: Scan;
  readonly compared: Compared;
  readonly paths: readonly OpenPath[];
  readonly now: Date;
}

/**
 * What a scan has found, problems first:
 *
 *     1 of 3 objects that hold data or keep others alive is protected; 1 mark is misspelled
 *
 *     Not protected:
 *       PersistentVolumeClaim shop/data-db-0  its data, 10Gi in PersistentVolume pv-7, is deleted with it
 */
export function textScan(shown: ShownScan): string {
  const { scan, compared, now } = shown;
  const open = inState(scan, "unprotected").map(({ live }) => live.object);
  const sections = [
    ...problems(shown),
    listed("Protected from its own delete:", inState(scan, "protected").map(keptRow)),
    ...aside(shown),
    listed("In the baseline, and no longer found:", compared.gone.map(alone)),
    listed("Not known:", scan.gaps.map(alone)),
    listed("To protect them, take the policy and mark each object:", adviceFor(open).map(adviceRow)),
  ];
  return [headline(scan, now), ...sections.flat()].join("\n\n");
}

const inState = ({ objects }: Scan, state: Protection["state"]): readonly ScannedObject[] =>
  objects.filter(({ protection }) => protection.state === state);

const alone = (text: string): readonly string[] => [text];

function problems({ scan, compared, now }: ShownScan): readonly (readonly string[])[] {
  const note = (id: string): string => (compared.known.has(id) ? " (in the baseline)" : "");
  const rowOf = (one: ScannedObject, text: string): readonly string[] => {
    const { object } = one.live;
    return [nameOf(object), `${text}${note(`${one.protection.state} ${idOf(object)}`)}`];
  };
  return [
    listed(
      "Not protected:",
      inState(scan, "unprotected").map((one) => rowOf(one, lossText(one))),
    ),
    listed(
      "Not known whether protected:",
      inState(scan, "unknown").map((one) => rowOf(one, unknownText(one))),
    ),
    listed(
      "Misspelled:",
      scan.misspelled.map(({ object, place, key, value, meant }) => [
        nameOf(object),
        `${place} ${key}: ${value}`,
        `meant is ${meant}?${note(`misspelled ${idOf(object)} ${place} ${key}=${value}`)}`,
      ]),
    ),
    listed(
      "Left over:",
      scan.leftOvers.map((one) => [
        nameOf(one.object),
        `${one.place} ${one.key}`,
        `opens ${one.opens}; ${ageText(one, now)}${note(`leftover ${idOf(one.object)} ${one.place} ${one.key}`)}`,
      ]),
    ),
  ];
}

function keptRow(one: ScannedObject): readonly string[] {
  return [nameOf(one.live.object), strengthText(one), waysText(one.ways)];
}

function aside({ scan, paths }: ShownScan): readonly (readonly string[])[] {
  const policies = inState(scan, "protected").flatMap(({ protection }) => protection.denials.map(({ policy }) => policy));
  return [
    listed(
      "Left open by these policies (docs/deletion-paths.md):",
      pathsOf(policies, paths).map(({ policy, path, text }) => [policy, path, text]),
    ),
    listed(
      "Being deleted already:",
      inState(scan, "deleting").map(({ live }) => [nameOf(live.object)]),
    ),
  ];
}

function adviceRow({ object, count: number, policy, command }: Advice): readonly string[] {
  return [`${object.of.kind} (${number})`, policy, command];
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

/** So many stand in a list; `--format json` has them all. */
const longest = 100;

function listed(title: string, rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const table = formatTable(rows.slice(0, longest)).split("\n");
  const more = rows.length > longest ? [`… ${rows.length - longest} more (--format json shows all)`] : [];
  return [[title, ...[...table, ...more].map((row) => `  ${row}`)].join("\n")];
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
