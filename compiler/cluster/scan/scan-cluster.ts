import { HelpfulError } from "../../api/helpful-error.ts";
import { closest } from "../../diagnostics/closest.ts";
import type { AskingClient } from "../verify/index.ts";
import { type ClusterObject, isNamespace } from "../deletion/cluster-object.ts";
import { type ViewQuery, readDeletionView } from "../plan/deletion-view.ts";
import { World } from "../deletion/world.ts";
import { type HeldObject, heldObjects } from "./held-objects.ts";
import { type LeftOver, leftOvers } from "./left-overs.ts";
import { knownMarks } from "./marks/known-marks.ts";
import { type MisspelledMark, misspelledMarks } from "./marks/misspelled-marks.ts";
import { policyMarks } from "./marks/policy-marks.ts";
import { type OpenWay, OpenWays } from "./open-ways.ts";
import { type Protection, ProtectionAsker } from "./protection.ts";

export interface ScanQuery extends Omit<ViewQuery, "user" | "groups"> {
  /** Undefined: all. */
  readonly namespace: string | undefined;
  readonly now: Date;
}

/** An object that holds data or keeps others alive, and what keeps it. */
export interface ScannedObject extends HeldObject {
  readonly protection: Protection;
  readonly ways: readonly OpenWay[];
}

/** What of a cluster is protected, what is not, and what is wrong with its marks. */
export interface Scan {
  /** The worst loss first. */
  readonly objects: readonly ScannedObject[];
  readonly misspelled: readonly MisspelledMark[];
  /** The oldest first. */
  readonly leftOvers: readonly LeftOver[];
  /** What is not known, a line for each. */
  readonly gaps: readonly string[];
}

/** Reads a cluster, or manifests. Asks for nothing but lists. */
export async function scanCluster(client: AskingClient, query: ScanQuery): Promise<Scan> {
  const view = await readDeletionView(client, { ...query, ...anybody, keepsManagedFields: true });
  const { cluster, documents, admission, podsFirst, gaps } = view;
  const { kinds, objects } = cluster;
  requireNamespace(query, objects);
  const world = new World(kinds, objects);
  const hidden = view.hidden.map((what) => ({ policy: `any ${what}`, why: "they are not shown" }));
  const asker = new ProtectionAsker(admission, world, hidden);
  const ways = new OpenWays(world, asker, { kinds, admission, podsFirst, looksUp: (of) => admission.looksUp(of) });
  const held = heldObjects(world).filter(({ live }) => isMeant(live.object, query));
  const marked = objects.filter((object) => isMeant(object, query));
  const marks = [...knownMarks, ...policyMarks(documents)];
  return {
    objects: held.map((one) => {
      const protection = asker.of(one.live);
      return { ...one, protection, ways: protection.state === "protected" ? ways.of(one.live) : [] };
    }),
    misspelled: misspelledMarks(marked, marks),
    leftOvers: leftOvers(marked, documents, query.now),
    gaps,
  };
}

/** A name that is misspelled would find nothing, and CI would be content. */
function requireNamespace({ namespace }: ScanQuery, objects: readonly ClusterObject[]): void {
  const names = objects.filter(({ of }) => isNamespace(of)).map(({ name }) => name);
  // Some users may not see which there are.
  if (namespace === undefined || names.length === 0 || names.includes(namespace)) return;
  const near = closest(namespace, names);
  throw new HelpfulError(
    `there is no Namespace \`${namespace}\`${near === undefined ? "" : `; did you mean \`${near}\`?`}`,
    "name one that is there, or leave -n out for all of them",
  );
}

/** Who has logged in, and has no name and no rights that a policy lets pass. */
const anybody = { user: "somebody", groups: ["system:authenticated"] };

function isMeant(object: ClusterObject, { namespace }: ScanQuery): boolean {
  if (namespace === undefined) return true;
  return object.namespace === namespace || (isNamespace(object.of) && object.name === namespace);
}
