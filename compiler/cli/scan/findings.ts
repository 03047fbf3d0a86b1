import type { ClusterObject } from "../../cluster/deletion/cluster-object.ts";
import type { Scan } from "../../cluster/scan/scan-cluster.ts";
import { idOf } from "../objects/object-names.ts";
import type { FindingKind } from "./scan-command.ts";

/** Something that a scan has found, under a name that is the same tomorrow. */
export interface ScanFinding {
  readonly kind: FindingKind;
  /** `unprotected persistentvolumeclaims/shop/data-db-0` */
  readonly id: string;
  readonly object: ClusterObject;
  readonly message: string;
}

/** What is wrong, the worst first. */
export function findingsOf({ objects, misspelled, leftOvers }: Scan): readonly ScanFinding[] {
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

function finding(kind: FindingKind, object: ClusterObject, about: string, message: string): ScanFinding {
  return { kind, id: [kind, idOf(object), ...(about === "" ? [] : [about])].join(" "), object, message };
}
