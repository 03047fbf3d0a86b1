import type { ApiRequest } from "../../control-plane/api-client.ts";
import { type Attack, type Victim, deletion, merge, denialBy } from "./attack.ts";
import {
  byExemptingSelector,
  byObjectSelector,
  byResourceName,
  exempted,
  exemptingByName,
  exemption,
  ofOneVersion,
  sparingTerminating,
  withoutDeny,
} from "./hand-written.ts";
import { type Target, collectionPath, isCustom } from "./targets.ts";
import { withoutMark } from "./unmark.ts";

const byTheRule = denialBy("protect", "protect");
const byReleaseGuard = denialBy("protect", "releaseGuard");
const byFinalizerGuard = denialBy("protect", "finalizerGuard");
const everywhere = (): boolean => true;

/** T0: nothing is bypassed. */
export const deletions: readonly Attack[] = [
  {
    threat: "T0",
    title: "deleted",
    through: withoutDeny,
    isPossible: everywhere,
    steps: (victim) => [deletion(victim)],
    denial: byTheRule,
  },
  {
    threat: "T0",
    title: "deleted without grace (--force)",
    through: withoutDeny,
    isPossible: ({ kind }) => kind === "Pod",
    steps: (victim) => [{ ...deletion(victim), body: { gracePeriodSeconds: 0 } }],
    denial: byTheRule,
  },
];

/** T7: a collection is deleted object by object, and none of these requests has a name. */
export const collectionDeletions: readonly Attack[] = [
  {
    threat: "T7",
    title: "deleted with its collection",
    through: byResourceName,
    // There is no such request for Namespaces.
    isPossible: ({ kind }) => kind !== "Namespace",
    steps: ({ target, namespace, name }) => [
      { method: "DELETE", path: `${collectionPath(target, namespace)}?fieldSelector=metadata.name%3D${name}` },
    ],
    denial: byTheRule,
  },
];

const isServedTwice = ({ otherVersion }: Target): boolean => otherVersion !== undefined;

const elsewhere = (victim: Victim): Victim => {
  const { otherVersion = victim.target.version } = victim.target;
  return { ...victim, target: { ...victim.target, version: otherVersion } };
};

/** T8: the same object under another version. */
export const otherVersions: readonly Attack[] = [
  {
    threat: "T8",
    title: "deleted through another version",
    through: ofOneVersion,
    isPossible: isServedTwice,
    steps: (victim) => [deletion(elsewhere(victim))],
    denial: byTheRule,
  },
  {
    threat: "T8",
    title: "label removed through another version",
    through: ofOneVersion,
    isPossible: isServedTwice,
    steps: (victim) => [merge(elsewhere(victim), withoutMark), deletion(victim)],
    denial: byReleaseGuard,
  },
];

/** T14: whoever may impersonate a controller is one. */
export const impersonations: readonly Attack[] = exempted.map((as): Attack => ({
  threat: "T14",
  title: `deleted as ${as.slice(as.lastIndexOf(":") + 1)}`,
  through: exemptingByName,
  isPossible: everywhere,
  steps: (victim) => [{ ...deletion(victim), as }],
  denial: byTheRule,
}));

/** T20: labels that a selector goes by are the attacker's to write. */
export const selectorDodges: readonly Attack[] = [
  {
    threat: "T20",
    title: "label removed that a selector goes by",
    through: byObjectSelector,
    isPossible: everywhere,
    steps: (victim) => [merge(victim, withoutMark), deletion(victim)],
    denial: byReleaseGuard,
  },
  {
    threat: "T20",
    title: "label added that a selector exempts",
    through: byExemptingSelector,
    isPossible: everywhere,
    steps: (victim) => [merge(victim, { metadata: { labels: { [exemption]: "true" } } }), deletion(victim)],
    denial: byTheRule,
  },
];

/** A Namespace waits for its content, too. */
const ending = { hasBegun: true, takesTime: true } as const;

/** Every finalizer, also that of a controller. */
const letGo = (victim: Victim, subresource?: string): ApiRequest =>
  merge(victim, { metadata: { finalizers: null } }, subresource);

/** T13: an object whose deletion has begun is gone with its last finalizer, and no delete is reviewed. */
export const finalizerStrippings: readonly Attack[] = [
  {
    ...ending,
    threat: "T13",
    title: "finalizer taken off while it is terminating",
    isPossible: everywhere,
    steps: (victim) => [letGo(victim)],
    denial: byFinalizerGuard,
  },
  {
    ...ending,
    threat: "T13",
    title: "finalizer taken off through /status",
    // Through the status of a custom kind they stay.
    isPossible: (target) => target.subresources.includes("status") && !isCustom(target),
    steps: (victim) => [letGo(victim, "status")],
    denial: byFinalizerGuard,
  },
];

/** T28: what is terminating is still protected. */
export const attacksOnTerminating: readonly Attack[] = [
  {
    ...ending,
    threat: "T28",
    title: "label, then finalizer taken off while it is terminating",
    through: sparingTerminating,
    isPossible: everywhere,
    steps: (victim) => [merge(victim, withoutMark), letGo(victim)],
    denial: byReleaseGuard,
  },
];
