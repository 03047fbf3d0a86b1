import type { KubernetesObject } from "../objects.ts";
import type { OnDelete, OnUpdate } from "../policy.ts";
import { plainName, show } from "../values.ts";

/**
 * Lets a delete through although a rule denies it. An override applies to every rule of its policy, including native
 * rules. So its functions cannot query the `cluster`.
 *
 * ```ts
 * const expired: Override = {
 *   name: "expired",
 *   when: ({ oldObject }) => oldObject.metadata.labels?.["example.com/expired"] === "true",
 *   how: "add the label example.com/expired=true",
 * };
 * ```
 */
export interface Override {
  /** Its name. Warnings begin with it, and the audit log has it. */
  readonly name: string;
  /** Returns true to let the delete through. */
  readonly when: (input: OnDelete<KubernetesObject>) => boolean;
  /**
   * `"webhook"` allows the current time in `when`, which CEL lacks. What CEL can express of `when` stays native. If
   * that part is true, the webhook decides. While it is down, such an object cannot be deleted. Such an override
   * disables no guards.
   */
  readonly answeredBy?: "webhook";
  /** With `answeredBy`: why the override is closed although CEL alone would treat it as open. Denials show it. */
  readonly whyClosed?: (input: OnDelete<KubernetesObject>) => string | undefined;
  /** What a person has to do, such as a command to run. Denials show it. */
  readonly how?: string | ((input: OnDelete<KubernetesObject>) => string);
  /** What the user sees when the override was used. The audit log has it too. Without it, there is no record. */
  readonly warning?: string | ((input: OnDelete<KubernetesObject>) => string);
  /**
   * Also disables the guards of the object: it may be unmarked, and get owners. Only for overrides that read something
   * on the object itself that nobody can copy to another object.
   */
  readonly disablesGuards?: true;
  /** Updates of a protected object that are denied, to limit who may open the override. */
  readonly deniesUpdate?: {
    readonly when: (input: OnUpdate<KubernetesObject>) => boolean;
    readonly message: (input: OnUpdate<KubernetesObject>) => string;
  };
}

/** The value of the policy's `reason` annotation, for denials: ` (reason: "billing runs on it")`, or nothing. */
export function reasonGiven(annotation: string): (input: OnDelete<KubernetesObject>) => string {
  return ({ oldObject }) => {
    const reason = oldObject.metadata.annotations?.[annotation];
    return reason === undefined ? "" : ` (reason: ${show(reason)})`;
  };
}

/** The object as an argument of kubectl: `buckets.s3.services.k8s.aws/data -n app`. */
export function kubectlTarget({ oldObject: { metadata }, request }: OnDelete<KubernetesObject>): string {
  const { group, resource } = request.resource;
  const target = `${group === "" ? resource : `${resource}.${group}`}/${plainName(metadata.name)}`;
  return metadata.namespace === undefined ? target : `${target} -n ${metadata.namespace}`;
}

/** The object in a message: `Bucket app/data`, or `Node worker-1`. */
export function objectName({ kind, metadata: { name, namespace } }: KubernetesObject): string {
  const subject = namespace === undefined ? `${kind} ${plainName(name)}` : `${kind} ${namespace}/${plainName(name)}`;
  return subject;
}

/**
 * Open if the deletion of the object has already begun. Another delete changes nothing. Guards of the object stay on.
 *
 * CEL: `oldObject.metadata.?deletionTimestamp.hasValue()`
 */
export function terminating(): Override {
  return { name: "terminating", when: ({ oldObject }) => oldObject.metadata.deletionTimestamp !== undefined };
}

/**
 * Open if the Namespace of the object is being deleted. **Deleting the Namespace then bypasses the rule.** Keep the
 * `namespaces` guard on, or accept it.
 *
 * CEL: `dyn(namespaceObject).?metadata.?deletionTimestamp.hasValue()`
 */
export function namespaceTerminating(): Override {
  return {
    name: "namespaceTerminating",
    when: ({ namespaceObject }) => namespaceObject?.metadata.deletionTimestamp !== undefined,
  };
}

/** The name of the default `released()` if a rule of the policy is called `released`. */
export const releasedOtherwise = "releasedByAnnotation";

/**
 * Open if the object carries its own UID as this annotation. It also disables the guards of the object. A copy of the
 * annotation does nothing on another object, and nothing on a new object of the same name: both have another UID.
 *
 * ```ts
 * overrides: [released()]
 * ```
 *
 * becomes
 *
 * ```yaml
 * - name: released
 *   expression: oldObject.metadata.?annotations[?'holdfast.dev/release'] == optional.of(oldObject.metadata.uid)
 * ```
 *
 * Denials show the command: `kubectl annotate configmaps/settings -n shop holdfast.dev/release=<uid>`.
 */
export function released(annotation = "holdfast.dev/release"): Override {
  return {
    name: "released",
    when: ({ oldObject: { metadata } }) => metadata.annotations?.[annotation] === metadata.uid,
    how: (input) =>
      `kubectl annotate ${kubectlTarget(input)} ${annotation}=${input.oldObject.metadata.uid} (or commit that annotation)`,
    warning: ({ oldObject }) => `${objectName(oldObject)} is protected, and its release annotation allows this delete`,
    disablesGuards: true,
  };
}

/**
 * Open if the object carries its own name as this annotation: someone has typed the name before. The guards stay on. A
 * copy of the object in another Namespace is confirmed too.
 *
 * Denials show the command: `kubectl annotate configmaps/settings -n shop holdfast.dev/confirm-delete=settings`.
 */
export function confirmedByName(annotation = "holdfast.dev/confirm-delete"): Override {
  return {
    name: "confirmedByName",
    when: ({ oldObject: { metadata } }) => metadata.annotations?.[annotation] === metadata.name,
    how: (input) =>
      `kubectl annotate ${kubectlTarget(input)} ${annotation}=${plainName(input.oldObject.metadata.name)} (or commit that annotation)`,
    warning: ({ oldObject }) => `${objectName(oldObject)} is protected, and its confirmed name allows this delete`,
  };
}

/**
 * Open if RBAC gives the user this verb on the object: `permitted("delete-protected")`. **Administrators have every
 * verb (`cluster-admin`, `system:masters`), so the rule never stops them.** A policy may have two such checks.
 */
export function permitted(verb: string): Override {
  return {
    name: "permitted",
    when: ({ oldObject: { metadata }, request: { resource }, authorizer }) =>
      authorizer
        .group(resource.group)
        .resource(resource.resource)
        .namespace(metadata.namespace ?? "")
        .name(metadata.name)
        .check(verb)
        .allowed(),
    how: ({ request: { resource } }) =>
      `ask somebody whom RBAC gives the verb ${verb} on ${resource.group === "" ? resource.resource : `${resource.resource}.${resource.group}`}`,
    warning: ({ oldObject }) => `${objectName(oldObject)} is protected, and RBAC allows this delete by the verb ${verb}`,
  };
}

export interface Approvals {
  /** Key of the annotation. Default: `holdfast.dev/approved-by`. */
  readonly annotation?: string;
  /**
   * ServiceAccounts that count as a person, as `namespace/name`: controllers that act for people, such as a GitOps
   * controller. **Anyone who may create a token of such an account, run a Pod as it or impersonate it can then approve
   * their own delete.**
   */
  readonly serviceAccounts?: readonly `${string}/${string}`[];
}

/**
 * Open if another person has approved: the annotation is `<uid>/<user>`, with the object's UID and the approver's user
 * name. Users can only write their own name, and cannot approve their own delete.
 *
 * Both must be people. Deletes by ServiceAccounts and by Kubernetes controllers (garbage collector, TTL, Namespaces)
 * are still denied, because the approver could trigger them. `approvedByAnother()` does not stop anyone with the
 * `impersonate` verb, who can act as both. Do not give it to people who may delete.
 */
export function approvedByAnother({ annotation = "holdfast.dev/approved-by", serviceAccounts = [] }: Approvals = {}): Override {
  const named = serviceAccounts.map((account) => `system:serviceaccount:${account.split("/").join(":")}`);
  // `system:admin` is what some distributions call the person with the first certificate.
  const countsAsPerson = (user: string): boolean =>
    !user.startsWith("system:") || user === "system:admin" || named.includes(user);
  return {
    name: "approvedByAnother",
    when: ({ oldObject: { metadata }, request: { userInfo } }) => {
      const approval = metadata.annotations?.[annotation] ?? "";
      return (
        approval.startsWith(`${metadata.uid}/`) &&
        approval !== `${metadata.uid}/` &&
        approval !== `${metadata.uid}/${userInfo.username}` &&
        (!approval.startsWith(`${metadata.uid}/system:`) ||
          ["system:admin", ...named].some((user) => approval === `${metadata.uid}/${user}`)) &&
        countsAsPerson(userInfo.username)
      );
    },
    how: (input) =>
      `have somebody else run: kubectl annotate ${kubectlTarget(input)} ${annotation}=${input.oldObject.metadata.uid}/<their user name>`,
    warning: ({ oldObject }) => `${objectName(oldObject)} is protected, and is deleted because somebody else has approved it`,
    deniesUpdate: {
      when: ({ object, oldObject, request }) => {
        const { userInfo } = request;
        const [before, after] = [oldObject.metadata.annotations?.[annotation], object.metadata.annotations?.[annotation]];
        const isOwn = after === `${oldObject.metadata.uid}/${userInfo.username}` && countsAsPerson(userInfo.username);
        if (after === undefined || after === before || (isOwn && request.subResource === undefined)) return false;
        // The owner's controller may copy the owner's approval. It has the owner's UID, so it approves nothing here.
        return oldObject.metadata.ownerReferences?.some(({ uid }) => after.startsWith(`${uid}/`)) !== true;
      },
      message: ({ oldObject }) =>
        `${annotation} on ${objectName(oldObject)} can only be given, on the object itself, its UID and the name of the person who writes it: ` +
        `${oldObject.metadata.uid}/<your own user name, as in kubectl auth whoami>`,
    },
  };
}
