import type { ClusterObject } from "./cluster-object.ts";
import type { PropagationPolicy } from "./propagation.ts";
import type { World } from "./world.ts";

/** In whose name an object is deleted, which admission is asked with. */
export type Deleter =
  | "user"
  | "generic-garbage-collector"
  | "namespace-controller"
  | "endpoint-controller"
  | "tokens-controller"
  | "persistent-volume-binder"
  /** Deletes the composite of a claim. */
  | "crossplane"
  /** That of definitions deletes instances without asking anybody. */
  | "definition-controller";

/** One delete, as admission would see it. */
export interface DeleteRequest {
  readonly object: ClusterObject;
  readonly by: Deleter;
  readonly propagationPolicy: PropagationPolicy;
  /** One of a collection: the request has no name. */
  readonly isCollection: boolean;
}

export interface Admission<Denial> {
  /** What denies the delete while the cluster is as `world`; undefined: nothing. */
  denial(request: DeleteRequest, world: World): Denial | undefined;
}
