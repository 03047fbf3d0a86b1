/** Of a review: what the rule of Usages goes by, as text; undefined where the bytes are no review. */
export function factsOf(body: Buffer | string): string | undefined {
  const { request } = parsed(body) as { readonly request?: unknown };
  if (typeof request !== "object" || request === null) return undefined;
  const { operation, oldObject, resource, subResource } = request as Readonly<Record<string, unknown>>;
  const { apiVersion, kind, metadata } = (oldObject ?? {}) as Readonly<Record<string, unknown>>;
  const { namespace, name, labels, annotations, deletionTimestamp } = (metadata ?? {}) as Readonly<Record<string, unknown>>;
  const entries = Object.entries(annotations ?? {}).filter(([key]) => key.startsWith("usage.holdfast.dev/"));
  return JSON.stringify([
    operation,
    resource,
    subResource,
    apiVersion,
    kind,
    namespace,
    name,
    labels,
    entries,
    deletionTimestamp,
  ]);
}

function parsed(body: Buffer | string): object {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
