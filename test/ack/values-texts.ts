import { refusal, warningText } from "./answer.ts";

/** Where a mark is written. */
export type Target = {
  /** As the rules call it: `Bucket app/data`, `Namespace app`. */
  readonly described: string;
  /** As the server calls it: `buckets.s3.services.k8s.aws "data"`. */
  readonly subject: string;
};

const denying = "ack-values-create-or-update";
const warning = "ack-values-create-or-update-warn";

export function refusedPreventDelete({ described, subject }: Target, keys: string): ReturnType<typeof refusal> {
  const message =
    `preventDeleteValue: ${described} has another value than "true" or "false" in ${keys}. ` +
    `Allowed are "true", which protects, and "false", which lifts a protection from further away`;
  return refusal(subject, denying, message);
}

export function refusedDeletionPolicy({ described, subject }: Target, keys: string): ReturnType<typeof refusal> {
  const message =
    `deletionPolicyValue: ${described} has another value than "delete" or "retain" in ${keys}. ` +
    `Allowed are "delete" and "retain", in lower case: ACK takes every other value, "Delete" too, for retain`;
  return refusal(subject, denying, message);
}

export function warnedOfIgnored({ described }: Target, keys: string): string {
  const message =
    `ignoredMark: ACK does not read ${keys} on ${described}. For deletion-policy it reads services.k8s.aws/deletion-policy on an object, ` +
    `and <service>.services.k8s.aws/deletion-policy on a Namespace`;
  return warningText(warning, message);
}

/** `what` is kind and name, without the namespace. */
export function refusedForLimit(rule: string, { subject }: Target, what: string): ReturnType<typeof refusal> {
  return refusal(subject, denying, limitText(rule, what));
}

export function warnedOfLimit(rule: string, what: string): string {
  return warningText(warning, limitText(rule, what));
}

export function limitText(rule: string, what: string): string {
  return (
    `${rule}: ${what} cannot be judged: this rule would have to walk more than 10000 entries in a list or map, ` +
    `or more than 10 keys to name; remove entries and try again`
  );
}
