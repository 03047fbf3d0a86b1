import { requireObject } from "./object-problem.ts";
import type { NamespaceDescription, Permission, RequestDescription, SentOptions, TestedObject } from "./request-description.ts";

/** The user of a request, besides the name. */
export interface UserDescription {
  readonly groups?: readonly string[];
}

/** Limits a permission to a namespace or object, or gives it to another user. */
export type PermissionScope = Omit<Permission, "verb" | "resource">;

/**
 * A request for a test. Each method returns a new request, so tests can share a common start:
 *
 *     const byAlice = del(settings).as("alice", { groups: ["ops"] });
 *     expect(policy).toDeny(byAlice);
 *     expect(policy).toAllow(byAlice.dryRun());
 */
export class PolicyRequest {
  readonly description: RequestDescription;

  constructor(description: RequestDescription) {
    requireObject(description.object);
    if (description.oldObject !== undefined) requireObject(description.oldObject);
    this.description = description;
  }

  /** Sets the user. Implied groups are added: `system:authenticated`, and those of service accounts. */
  as(user: string, { groups }: UserDescription = {}): PolicyRequest {
    return this.#with({ as: user, ...(groups !== undefined && { groups }) });
  }

  /** Sets the Namespace of the object: `.in({ annotations: { hold: "true" } })`, or a whole Namespace object. */
  in(namespace: NamespaceDescription): PolicyRequest {
    return this.#with({ namespace });
  }

  /** Sets the contents of the Namespace that is deleted, which guards search: `del(namespace).holding(bucket)`. */
  holding(...objects: readonly TestedObject[]): PolicyRequest {
    objects.forEach(requireObject);
    return this.#with({ holding: objects });
  }

  /** Sets the other objects in the cluster, for rules that query: `del(config).inCluster(pod)`. */
  inCluster(...objects: readonly TestedObject[]): PolicyRequest {
    objects.forEach(requireObject);
    return this.#with({ inCluster: objects });
  }

  /** Sets the current time, for rules that use it: `.at("2026-03-29T01:30:00Z")`. */
  at(now: string): PolicyRequest {
    return this.#with({ now });
  }

  /** Makes the request a dry run. */
  dryRun(): PolicyRequest {
    return this.#with({ dryRun: true });
  }

  /** Sets options that the client sends: those of a delete, or the `fieldManager` of a create or update. */
  options(options: SentOptions): PolicyRequest {
    return this.#with({ options });
  }

  /** Sets the API version that the client uses, if it is not that of the object: `.through("v1beta1")`. */
  through(version: string): PolicyRequest {
    return this.#with({ through: version });
  }

  /** Sets the plural. Needed for kinds that neither Kubernetes nor the policy names: `.resource("buckets")`. */
  resource(resource: string): PolicyRequest {
    return this.#with({ resource });
  }

  /** Sets the subresource: `.subresource("status")`. */
  subresource(subresource: string): PolicyRequest {
    return this.#with({ subresource });
  }

  /** Gives the user a permission for `authorizer`: `.allowedTo("delete", "persistentvolumes")`. Default: none. */
  allowedTo(verb: string, resource: string, scope: PermissionScope = {}): PolicyRequest {
    const permissions = [...(this.description.permissions ?? []), { verb, resource, ...scope }];
    return this.#with({ permissions });
  }

  #with(change: Partial<RequestDescription>): PolicyRequest {
    return new PolicyRequest({ ...this.description, ...change });
  }
}

/** Deletes one object: `kubectl delete configmap settings`. */
export function del(object: TestedObject): PolicyRequest {
  return new PolicyRequest({ operation: "delete", object });
}

/** Deletes the object as part of a collection. The API server evaluates each object, and the request has no name. */
export function delCollection(object: TestedObject): PolicyRequest {
  return new PolicyRequest({ operation: "deleteCollection", object });
}

/** Creates an object. */
export function create(object: TestedObject): PolicyRequest {
  return new PolicyRequest({ operation: "create", object });
}

/** Changes `oldObject` into `object`. To admission, a patch looks the same. */
export function update(oldObject: TestedObject, object: TestedObject): PolicyRequest {
  return new PolicyRequest({ operation: "update", oldObject, object });
}
