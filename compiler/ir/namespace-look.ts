/** Whether the webhook looks into Namespaces for a policy: the fallback says so, or could; or there is nothing that it could look for. */
export interface NamespaceLook {
  readonly is: "declared" | "possible" | "none";
  /** Rules that ask the cluster or the authorizer, by name: what only they protect is not found. */
  readonly leftOut: readonly string[];
}
