/**
 * The ways on which a protected object, or what it stands for, is lost. `row`: the threat whose rows in
 * docs/security/bypass-matrix.md show on a real API server that the way is closed where the report says so; ways that nothing
 * here closes have none.
 */
export const deletionPaths = [
  { name: "delete", title: "deleting the object", row: "T0" },
  { name: "force", title: "deleting it without grace (`--force`)", row: "T0" },
  { name: "collection", title: "deleting its collection", row: "T7" },
  { name: "version", title: "deleting it through another API version", row: "T8" },
  { name: "impersonation", title: "deleting it in the name of a controller", row: "T14" },
  { name: "unmark", title: "removing its mark, then deleting it", row: "T3" },
  { name: "unmark-subresource", title: "removing its mark, or opening an override, through a subresource", row: "T4" },
  { name: "unmark-namespace", title: "removing the mark of its Namespace", row: "T3" },
  { name: "field", title: "changing a field that its rules read and that is not a mark", row: undefined },
  { name: "confirm", title: "adding a mark that allows its delete", row: undefined },
  { name: "owner", title: "adding an owner, then deleting that (garbage collector)", row: "T5" },
  { name: "finalizer", title: "removing its finalizers while it terminates", row: "T13" },
  { name: "eviction", title: "evicting it", row: "T6" },
  { name: "namespace", title: "deleting its Namespace", row: "T10" },
  { name: "namespace-finalize", title: "ending its Namespace through `namespaces/finalize`", row: "T12" },
  { name: "namespace-label", title: "changing the label of its Namespace that decides", row: "T19" },
  { name: "definition", title: "deleting its definition, taking it out of service, or removing what protects there", row: "T9" },
  { name: "emptied", title: "emptying its data, or scaling it to zero", row: "T21" },
  { name: "weakened", title: "weakening a webhook configuration", row: "T16" },
  { name: "policy", title: "deleting or editing the policy or its binding", row: undefined },
  { name: "storage", title: "writing past the API server (etcd, a backup, deletes that ignore read errors)", row: undefined },
  { name: "outside", title: "deleting what it stands for, outside Kubernetes", row: undefined },
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
