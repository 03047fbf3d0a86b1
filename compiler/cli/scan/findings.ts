import { resourceName } from "../../api/resource.ts";
import type { ClusterObject } from "../../cluster/deletion/cluster-object.ts";
import type { Scan } from "../../cluster/scan/scan-cluster.ts";
import type { FindingKind } from "./scan-command.ts";

/** Something that a scan has found, under a name that is the same tomorrow. */
export interface Finding {
  readonly kind: FindingKind;
  /** `unprotected persistentvolumeclaims/shop/data-db-0` */
  readonly id: string;
  readonly object: ClusterObject;
  readonly message: string;
}

/** `persistentvolumeclaims/shop/data-db-0`; objects that are in no Namespace have no middle part. */
export function idOf({ of, namespace, name }: ClusterObject): string {
  return [resourceName(of), ...(namespace === undefined ? [] : [namespace]), name].join("/");
}

/** What is wrong, the worst first. */
export function findingsOf({ objects, misspelled, leftOvers }: Scan): readonly Finding[] {
  return [
    ...objects.flatMap(({ live: { object }, protection: { state, mayDeny }, why }) => {
      if (state !== "unprotected" && state !== "unknown") return [];
      const [message, known] =
        state === "unprotected"
          ? ["nothing denies its delete", ""]
          : ["nobody here knows whether its delete is denied", ` (${mayDeny.map(({ policy }) => policy).join(", ")})`];
      return [finding(state, object, "", `${message}${known}: ${why}`)];
    }),
    ...misspelled.map(({ object, place, key, value, meant }) =>
      finding("misspelled", object, `${place} ${key}=${value}`, `${place} ${key}=${value}: is ${meant} meant?`),
    ),
    ...leftOvers.map(({ object, place, key, kind, opens }) =>
      finding("leftover", object, `${place} ${key}`, `the ${kind} ${key} opens ${opens}`),
    ),
  ];
}

function finding(kind: FindingKind, object: ClusterObject, about: string, message: string): Finding {
  return { kind, id: [kind, idOf(object), ...(about === "" ? [] : [about])].join(" "), object, message };
}
