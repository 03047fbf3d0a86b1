import type { ApiServer } from "../kubernetes/api-server.ts";
import { beforeAbort } from "../kubernetes/http/deadline.ts";
import type { Discovery } from "../kubernetes/discovery/discovery.ts";
import { get } from "../kubernetes/get.ts";
import { isPathSegment } from "../kubernetes/resource.ts";
import type { GroupResource } from "../../compiler/api/resource.ts";
import { type StoredObject, isTerminating } from "../kubernetes/stored-object.ts";
import type { CompositeOwner } from "./owner.ts";

export type CompositeState = "lives" | "terminating" | "gone" | "not declared" | "not served" | "no composite";

/** What the guard reads, each time from the API server: it lets nothing through from memory. */
export interface AppcatLookups {
  readonly composite: (owner: CompositeOwner, signal: AbortSignal) => Promise<CompositeState>;
  /** The Namespace; undefined where there is none. */
  readonly namespace: (name: string, signal: AbortSignal) => Promise<StoredObject | undefined>;
}

export interface AppcatSources {
  /** Where the guarded objects are. */
  readonly server: ApiServer;
  /** Where the composites are: the same, unless Crossplane runs in a cluster of its own. */
  readonly composites: ApiServer;
  /** Of `composites`. */
  readonly discovery: Discovery;
  /** Nothing else is ever looked up, whatever a label says. */
  readonly kinds: readonly GroupResource[];
}

/** Rejects where the API server cannot tell: it is unknown then, and nothing may be let through. */
export function appcatLookups({ server, composites, discovery, kinds }: AppcatSources): AppcatLookups {
  return {
    namespace: (name, signal) => get(server, { group: "", version: "v1", resource: "namespaces" }, { name }, { signal }),
    composite: async ({ group, kind, name }, signal) => {
      const declared = kinds.filter((one) => one.group === group).map(({ resource }) => resource);
      if (declared.length === 0) return "not declared";
      if (!isPathSegment(name)) return "no composite";
      // In whatever version it is served: it is the same object, and labels outlive versions.
      const found = await beforeAbort(discovery.findKind({ group, kind }), signal);
      if (found.state === "unknown") throw new Error(`whether ${kind} of ${group} is served is not known: ${found.why}`);
      if (found.state === "not served") return "not served";
      if (!declared.includes(found.resource.resource)) return "not declared";
      if (found.resource.isNamespaced) return "no composite";
      const composite = await get(composites, found.resource, { name }, { signal });
      if (composite === undefined) return "gone";
      return isTerminating(composite) ? "terminating" : "lives";
    },
  };
}
