import { type Victim, deletion, isUnharmed } from "../attack.ts";
import { evictionOf } from "../beside.ts";
import { type Target, collectionPath, targets } from "../targets.ts";
import { createObject } from "../victims.ts";
import {
  type Place,
  type Work,
  accepted,
  eventually,
  isAny,
  isOneOf,
  keep,
  leave,
  podsIn,
  untilGone,
  untilDenied,
} from "./place.ts";

/** Deletes of what is not protected, beside what is. */
export const deletes: readonly Work[] = [
  {
    title: "another one, not protected, is deleted",
    isDoneOn: isAny,
    run: async (place) => {
      const [kept, other] = [await keep(place), await leave(place)];
      await accepted(place, deletion(other));
      await untilGone(other);
      return stays(kept);
    },
  },
  {
    title: "others, not protected, are deleted with their collection",
    isDoneOn: (target) => isAny(target) && target.kind !== "Namespace",
    run: async (place) => {
      const { server, target, name } = place;
      const kept = await keep(place);
      const labels = { set: name };
      const others = await Promise.all(
        ["a", "b", "c"].map((ending) => createObject(server, target, { namespace: name, name: `${name}-${ending}`, labels })),
      );
      const path = `${collectionPath(target, name)}?labelSelector=set%3D${name}`;
      await accepted(place, { method: "DELETE", path });
      await Promise.all(others.map(untilGone));
      return stays(kept);
    },
  },
  {
    title: "another one, not protected, is collected with its owner",
    isDoneOn: isAny,
    run: async (place) => {
      const kept = await keep(place);
      const owner = await ownerFor(place);
      const { apiVersion, kind, metadata } = owner.object;
      const ownerReferences = [{ apiVersion, kind, name: metadata.name, uid: metadata.uid }];
      const other = await leave(place, { ownerReferences });
      await accepted(place, deletion(owner));
      await untilGone(other);
      return stays(kept);
    },
  },
  {
    title: "another one, not protected, is deleted in the foreground, with its ReplicaSet and Pods",
    isDoneOn: isOneOf("Deployment"),
    run: async (place) => {
      const other = await leave(place);
      await eventually("there are 2 Pods", async () => (await podsIn(place)).length === 2);
      await accepted(place, { ...deletion(other), body: { propagationPolicy: "Foreground" } });
      await untilGone(other);
      if ((await podsIn(place)).length > 0) throw new Error("there still are Pods");
      return "gone";
    },
  },
  {
    title: "another one, not protected, is evicted (drain)",
    isDoneOn: isOneOf("Pod"),
    run: async (place) => {
      const [kept, other] = [await keep(place), await leave(place)];
      await accepted(place, evictionOf(other));
      await untilGone(other);
      await untilDenied(place, evictionOf(kept), "evictionGuard");
      return stays(kept);
    },
  },
];

async function stays(kept: Victim): Promise<string> {
  if (!(await isUnharmed(kept))) throw new Error(`${kept.target.kind} ${kept.name} is not as it was`);
  return "gone; the protected one stays";
}

/** An owner is in the same Namespace, or in none. */
function ownerFor({ server, target, name }: Place): Promise<Victim> {
  const kind = target.isNamespaced ? "ConfigMap" : "Node";
  return createObject(server, requireTarget(kind), { namespace: name, name: `${name}-owner` });
}

function requireTarget(kind: string): Target {
  const found = targets.find((target) => target.kind === kind);
  if (found === undefined) throw new Error(`no target is a ${kind}`);
  return found;
}
