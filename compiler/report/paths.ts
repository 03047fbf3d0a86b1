/**
 * The ways on which a protected object, or what it stands for, is lost. `row`: the threat whose rows in
 * docs/security/bypass-matrix.md show on a real API server that the way is closed where the report says so; ways that nothing
 * here closes have none.
 */
export const deletionPaths = [
  { name: "delete", title: "a delete of the object", row: "T0" },
  { name: "force", title: "a delete without grace (`--force`)", row: "T0" },
  { name: "collection", title: "a delete of its collection", row: "T7" },
  { name: "version", title: "a delete through another API version", row: "T8" },
  { name: "impersonation", title: "a delete in the name of a controller", row: "T14" },
  { name: "unmark", title: "its mark taken off, then a delete", row: "T3" },
  { name: "unmark-subresource", title: "its mark taken off, or an override opened, through a subresource", row: "T4" },
  { name: "unmark-namespace", title: "the mark of its Namespace taken off", row: "T3" },
  { name: "field", title: "a field that its rules read, and that is no mark, changed", row: undefined },
  { name: "confirm", title: "what lets its delete through put on it", row: undefined },
  { name: "owner", title: "an owner put on it that goes: the garbage collector", row: "T5" },
  { name: "finalizer", title: "its finalizers taken off while it terminates", row: "T13" },
  { name: "eviction", title: "an eviction", row: "T6" },
  { name: "namespace", title: "a delete of its Namespace", row: "T10" },
  { name: "namespace-finalize", title: "its Namespace let go by `namespaces/finalize`", row: "T12" },
  { name: "namespace-label", title: "the label of its Namespace that decides", row: "T19" },
  { name: "definition", title: "its definition deleted, out of service, or without what protects it", row: "T9" },
  { name: "emptied", title: "its data emptied, or scaled to nothing", row: "T21" },
  { name: "weakened", title: "a webhook configuration weakened", row: "T16" },
  { name: "policy", title: "the policy or its binding deleted or edited", row: undefined },
  { name: "storage", title: "a write past the API server (etcd, a backup, deletes that ignore read errors)", row: undefined },
  { name: "outside", title: "a delete of what it stands for, outside Kubernetes", row: undefined },
] as const;

export type PathName = (typeof deletionPaths)[number]["name"];

/**
 * `closed`: denied by the API server itself, or by the webhook that it asks. `closable`: the webhook would, where the
 * fallback is declared with what the text names. `told`: the same, as long as the policy only warns or records.
 * `meant`: open, because the policy says so. `off`: its guard is switched off. `open`: what could close it does not.
 * `out of reach`: nothing in admission can.
 */
export type PathState = "closed" | "closable" | "told" | "meant" | "off" | "open" | "not applicable" | "out of reach";

/** What became of one way for one policy. */
export interface JudgedPath {
  readonly path: PathName;
  readonly state: PathState;
  /** What closes it, or why it is not closed. */
  readonly text: string;
  /** Where it is closed: the threat whose rows of docs/security/bypass-matrix.md show it. */
  readonly row?: string;
}
