import { type ExpectedDenial, denial, warningText } from "./answer.ts";

/** Where a mark is written. */
export type Target = {
  /** As the rules call it: `Bucket app/data`, `Namespace app`. */
  readonly described: string;
  /** As the server calls it: `buckets.s3.services.k8s.aws "data"`. */
  readonly subject: string;
};

const denying = "ack-values-create-or-update";
const warning = "ack-values-create-or-update-warn";

export function deniedPreventDelete({ described, subject }: Target, keys: string): ExpectedDenial {
  const message =
    `preventDeleteValue: ${described} has another value than "true" or "false" in ${keys}. ` +
    `Allowed are "true", which protects, and "false", which removes a protection from further away`;
  return denial(subject, denying, message);
}

export function deniedDeletionPolicy({ described, subject }: Target, keys: string): ExpectedDenial {
  const message =
    `deletionPolicyValue: ${described} has another value than "delete" or "retain" in ${keys}. ` +
    `Allowed are "delete" and "retain", in lower case: ACK takes every other value, "Delete" too, for retain`;
  return denial(subject, denying, message);
}

export function warnedOfIgnored({ described }: Target, keys: string): string {
  const message =
    `ignoredMark: ACK does not read ${keys} on ${described}. For deletion-policy it reads services.k8s.aws/deletion-policy on an object, ` +
    `and <service>.services.k8s.aws/deletion-policy on a Namespace`;
  return warningText(warning, message);
}

/** `what` is kind and name, without the namespace. */
export function deniedForLimit(rule: string, { subject }: Target, what: string): ExpectedDenial {
  return denial(subject, denying, limitText(rule, what));
}

export function warnedOfLimit(rule: string, what: string): string {
  return warningText(warning, limitText(rule, what));
}

export function limitText(rule: string, what: string, keys = ", or 10 keys to name"): string {
  return `${rule}: ${what} cannot be judged: more than 2000 entries in a list or map${keys}; remove some`;
}

/** `user` as it is shown: in quotes, if it is short enough. */
export function deniedController({ described, subject }: Target, user: string): ExpectedDenial {
  const message =
    `keepMarks: the ACK controller ${user} may not add, change or remove prevent-delete and deletion-policy marks of ${described}: ` +
    `these are for people. If this is no controller, its namespace does not belong in CONTROLLER_NAMESPACES of the policy`;
  return denial(subject, "ack-controllers-update", message);
}

/** Somebody writes the status of ACK resources who is not in a namespace of the controllers. */
export function warnedOfControllerElsewhere({ described }: Pick<Target, "described">, user: string): string {
  const message =
    `elsewhere: "${user}" writes the status of ${described}, as ACK's controllers do, and its namespace is not in CONTROLLER_NAMESPACES ` +
    `of the policy: nothing keeps it from changing prevent-delete and deletion-policy marks`;
  return warningText("ack-controllers-update-warn", message);
}

/** `unmarked` is what the command has to set, as in `services.k8s.aws/prevent-delete=false`. */
export function deniedNamespace(name: string, unmarked: string): ExpectedDenial {
  const message =
    `markedNamespace: Namespace ${name} is marked with prevent-delete, and deleting it deletes what it holds. ` +
    `To delete it anyway, first run: kubectl annotate namespaces/${name} ${unmarked} --overwrite`;
  return denial(`namespaces "${name}"`, "ack-namespace", message);
}

export function warnedOfConsequence(described: string, said: string): string {
  return warningText("ack-deletion-policy-warn", `consequence: when ${described} is gone, ${said}`);
}
