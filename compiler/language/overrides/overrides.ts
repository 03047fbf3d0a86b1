import type { KubernetesObject } from "../objects.ts";
import type { OnDelete, OnUpdate } from "../policy.ts";
import { plainName, show } from "../values.ts";

/**
 * When a delete is let through although a rule denies it. Overrides belong to a policy, so that no rule is ever a dead
 * end, and stay out of its guards: they are no marks. Rules that the API server answers alone have them, too, so that
 * none of their functions may ask the `cluster`.
 */
export interface Override {
  /** Begins the warning, and names it in the audit log. */
  readonly name: string;
  readonly when: (input: OnDelete<KubernetesObject>) => boolean;
  /**
   * The webhook answers what CEL cannot say of `when`: what time it is. What CEL can say of it stays native, and where
   * that lets the way be open the webhook is asked about each rule; while it is down, such an object is not deleted. It
   * disables no guards: nobody could tell them what the webhook says.
   */
  readonly answeredBy?: "webhook";
  /** Of one that the webhook answers: why it is closed where CEL alone would take it for open, as denials say it. */
  readonly whyClosed?: (input: OnDelete<KubernetesObject>) => string | undefined;
  /** What a person does to take this way, as the messages of the policy say it: a command, and what to commit. */
  readonly how?: string | ((input: OnDelete<KubernetesObject>) => string);
  /** What whoever took it is told, and the audit log with them; without it the way is taken in silence. */
  readonly warning?: string | ((input: OnDelete<KubernetesObject>) => string);
  /**
   * An object for which it is open is no longer guarded: its marks may go, and it may get owners. Only for what the
   * object itself carries, and nobody else can make use of.
   */
  readonly disablesGuards?: true;
  /** Who may open it: updates of a protected object that are denied. */
  readonly deniesUpdate?: {
    readonly when: (input: OnUpdate<KubernetesObject>) => boolean;
    readonly message: (input: OnUpdate<KubernetesObject>) => string;
  };
}

/** Why the object is protected, in the words of whoever protected it: ` (reason: "billing runs on it")`, or nothing. */
export function reasonGiven(annotation: string): (input: OnDelete<KubernetesObject>) => string {
  return ({ oldObject }) => {
    const reason = oldObject.metadata.annotations?.[annotation];
    return reason === undefined ? "" : ` (reason: ${show(reason)})`;
  };
}

/** `buckets.s3.services.k8s.aws/data -n app`, as kubectl takes it. */
export function kubectlTarget({ oldObject: { metadata }, request }: OnDelete<KubernetesObject>): string {
  const { group, resource } = request.resource;
  const target = `${group === "" ? resource : `${resource}.${group}`}/${plainName(metadata.name)}`;
  return metadata.namespace === undefined ? target : `${target} -n ${metadata.namespace}`;
}

/** `Bucket app/data`; cluster-scoped kinds have no namespace. */
export function objectName({ kind, metadata: { name, namespace } }: KubernetesObject): string {
  const subject = namespace === undefined ? `${kind} ${plainName(name)}` : `${kind} ${namespace}/${plainName(name)}`;
  return subject;
}

/** Its deletion has begun: to ask for it again changes nothing. An update of such an object is guarded anyway. */
export function terminating(): Override {
  return { name: "terminating", when: ({ oldObject }) => oldObject.metadata.deletionTimestamp !== undefined };
}

/**
 * Its Namespace is being deleted. **Deleting the Namespace is then a way around the rule**: guard it, or mean it.
 */
export function namespaceTerminating(): Override {
  return {
    name: "namespaceTerminating",
    when: ({ namespaceObject }) => namespaceObject?.metadata.deletionTimestamp !== undefined,
  };
}

/** What `released()` is called where nobody has named it and a rule has its name. */
export const releasedOtherwise = "releasedByAnnotation";

/**
 * The object carries its own UID as this annotation. A mark that somebody copies fits no other object, and it does not
 * outlive the object: one that is made anew has another UID.
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
 * The object carries its own name as this annotation: whoever deletes has typed the name once before. A copy in another
 * Namespace is confirmed, too.
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
 * RBAC gives whoever deletes this verb on the object: `delete-protected`. **Who may do everything (`cluster-admin`,
 * `system:masters`) has every verb, and passes without noticing.** The API server pays for two such queries.
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
  /** Where the approval is written; `holdfast.dev/approved-by` unless told. */
  readonly annotation?: string;
  /**
   * ServiceAccounts that count as a person, as `namespace/name`: whoever acts for people who were asked (a GitOps
   * controller). **Whoever may create a token of one, run a Pod as it or impersonate it is then two people.**
   */
  readonly serviceAccounts?: readonly `${string}/${string}`[];
}

/**
 * Somebody else has approved: the annotation holds the object's UID and the approver's user name, `<uid>/<user>`.
 * Nobody can write it in another's name, and nobody's own approval counts for their own delete. Both are people: an
 * approval counts for no controller of Kubernetes (the garbage collector, TTL, Namespaces) and for no ServiceAccount,
 * for whoever approves may set them to work. Whoever may impersonate users can be both; grant that to nobody who may
 * delete.
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
        // A copy of what stands on the owner, made by the owner's controller, approves nothing here.
        return oldObject.metadata.ownerReferences?.some(({ uid }) => after.startsWith(`${uid}/`)) !== true;
      },
      message: ({ oldObject }) =>
        `${annotation} on ${objectName(oldObject)} can only be given, on the object itself, its UID and the name of the person who writes it: ` +
        `${oldObject.metadata.uid}/<your own user name, as in kubectl auth whoami>`,
    },
  };
}
