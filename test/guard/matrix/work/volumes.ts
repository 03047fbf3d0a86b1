import { victimPath } from "../attack.ts";
import { targets } from "../targets.ts";
import { type Work, accepted, eventually, isOneOf, keep } from "./place.ts";

const volumes = targets.filter(isOneOf("PersistentVolume"));

/** The controllers of the cluster write to what is protected, too. */
export const bindings: readonly Work[] = [
  {
    title: "it is bound to a protected volume by its controller",
    isDoneOn: isOneOf("PersistentVolumeClaim"),
    run: async (place) => {
      const storageClassName = place.name;
      const claimSpec = { ...(place.target.fields["spec"] as object), storageClassName };
      const [volume] = volumes;
      if (volume === undefined) throw new Error("no target is a PersistentVolume");
      const spec = { ...(volume.fields["spec"] as object), storageClassName };
      const bound = [await keep({ ...place, target: volume }, { spec }), await keep(place, { spec: claimSpec })];
      for (const object of bound)
        await eventually(`${object.target.kind} is bound`, async () => {
          const { body } = await accepted(place, { method: "GET", path: victimPath(object) });
          return (body["status"] as { readonly phase?: string }).phase === "Bound";
        });
      return "both are Bound";
    },
  },
];
