import { requireObject } from "./object-problem.ts";
import type { NamespaceDescription, Permission, RequestDescription, SentOptions, TestedObject } from "./request-description.ts";

/** Whom a request comes from, besides the user name. */
export interface UserDescription {
  readonly groups?: readonly string[];
}

/** Where a permission holds, and whose it is if not the user's of the request. */
export type PermissionScope = Omit<Permission, "verb" | "resource">;

/**
 * A request in the making. Each method gives a new one, so that a test can start from what several have in common:
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

  /** The user. Groups that a name implies come by themselves: `system:authenticated`, those of service accounts. */
  as(user: string, { groups }: UserDescription = {}): PolicyRequest {
    return this.#with({ as: user, ...(groups !== undefined && { groups }) });
  }

  /** The Namespace of the object: `.in({ annotations: { hold: "true" } })`, or a whole Namespace. */
  in(namespace: NamespaceDescription): PolicyRequest {
    return this.#with({ namespace });
  }

  /** What the Namespace holds that is deleted: `del(namespace).holding(bucket)`. A guard may look into it. */
  holding(...objects: readonly TestedObject[]): PolicyRequest {
    objects.forEach(requireObject);
    return this.#with({ holding: objects });
  }

  /** What else there is in the cluster, for rules that ask: `del(config).inCluster(pod)`. */
  inCluster(...objects: readonly TestedObject[]): PolicyRequest {
    objects.forEach(requireObject);
    return this.#with({ inCluster: objects });
  }

  /** What time it is, for rules that ask: `.at("2026-03-29T01:30:00Z")`. */
  at(now: string): PolicyRequest {
    return this.#with({ now });
  }

  dryRun(): PolicyRequest {
    return this.#with({ dryRun: true });
  }

  /** Options as the client sends them: those of a delete, or the `fieldManager` of a create or update. */
  options(options: SentOptions): PolicyRequest {
    return this.#with({ options });
  }

  /** The version that the client speaks, where it is not that of the object. */
  through(version: string): PolicyRequest {
    return this.#with({ through: version });
  }

  /** The plural, for kinds that neither Kubernetes nor the policy names: `.resource("buckets")`. */
  resource(resource: string): PolicyRequest {
    return this.#with({ resource });
  }

  /** `.subresource("status")` */
  subresource(subresource: string): PolicyRequest {
    return this.#with({ subresource });
  }

  /** An answer of the `authorizer`: `.allowedTo("delete", "persistentvolumes")`. Whatever is not allowed is not. */
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

/** Deletes the object as one of a collection: admission is asked for each, and the request has no name. */
export function delCollection(object: TestedObject): PolicyRequest {
  return new PolicyRequest({ operation: "deleteCollection", object });
}

export function create(object: TestedObject): PolicyRequest {
  return new PolicyRequest({ operation: "create", object });
}

/** Changes `oldObject` into `object`; a patch looks the same to admission. */
export function update(oldObject: TestedObject, object: TestedObject): PolicyRequest {
  return new PolicyRequest({ operation: "update", oldObject, object });
}
