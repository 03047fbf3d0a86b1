import { get } from "../../kubernetes/get.ts";
import { applyStep } from "../plan/apply-step.ts";
import { hasEntry, unmarkPatch } from "../records/mark.ts";
import { type UsageCluster, isForbidden } from "./places.ts";
import { resourceAndKey, type UsageSnapshot, type ReferencedPlace } from "./seen.ts";
import { standingUsages } from "./standing-usages.ts";
import { usageText } from "../usage.ts";

/** Where a Usage has its entry; of 50,000 Usages no more than that. */
interface Marked {
  readonly uid: string;
  readonly place: ReferencedPlace;
}

/**
 * What Usages have marked, as last seen: whoever takes the finalizer off one takes away the only
 * other place where that stands.
 */
export type MarkedPlaces = Map<string, Marked>;

/** To be called after each look. */
export function rememberMarked(places: MarkedPlaces, { usage, of }: UsageSnapshot): void {
  if (of.state === "found" && hasEntry(of.object, usage)) places.set(usageText(usage), { uid: usage.uid, place: of.place });
}

/** Takes off the mark of a Usage that went without this controller. `uid`: of the Usage that has its name now. */
export async function takeOffLeftBehind(
  cluster: UsageCluster,
  { places, text, uid }: { readonly places: MarkedPlaces; readonly text: string; readonly uid: string | undefined },
  signal: AbortSignal,
): Promise<void> {
  const marked = places.get(text);
  if (marked === undefined || marked.uid === uid) return;
  await takeOff(cluster, marked, signal);
  places.delete(text);
}

async function takeOff(cluster: UsageCluster, { uid, place }: Marked, signal: AbortSignal): Promise<void> {
  const object = await getReadable(cluster, place, signal);
  if (object === undefined || !hasEntry(object, { uid })) return;
  const standing = await standingUsages(cluster, { usage: { uid }, marked: [{ state: "found", place, object }] }, signal);
  const patch = unmarkPatch(object, { uid }, standing);
  if (patch === undefined) return;
  const done = await applyStep(cluster.api, { kind: "patch", what: "unmark", ...resourceAndKey(place), patch }, signal);
  if (done.outcome !== "written") throw new Error(done.outcome === "denied" ? done.message : "others write at the same time");
}

/** What the controller has no right to any more, it cannot change either. */
async function getReadable({ api }: UsageCluster, { resource, key }: ReferencedPlace, signal: AbortSignal) {
  try {
    return await get(api, resource, key, { signal });
  } catch (error) {
    if (!isForbidden(error)) throw error;
    return undefined;
  }
}
