import type { Construct } from "../construct-table.ts";

/** What may stand in a message. */
export const messages: readonly Construct[] = [
  { name: "show", gives: "shown", code: "show(<text>)", weight: 3 },
  { name: "a number in a message", gives: "shown", code: "show(<whole>)" },
  { name: "kind in a message", gives: "shown", code: "oldObject.kind" },
  { name: "name in a message", gives: "shown", code: "oldObject.metadata.name" },
  { name: "namespace in a message", gives: "shown", code: '(oldObject.metadata.namespace ?? "none")' },
  { name: "the group in a message", gives: "shown", code: "request.resource.group" },
  { name: "sorted in a message", gives: "shown", code: 'sorted(Object.keys(oldObject.metadata.labels ?? {})).join(", ")' },
  { name: "? : in a message", gives: "shown", code: "(<bool> ? <shown> : s1)" },
];
