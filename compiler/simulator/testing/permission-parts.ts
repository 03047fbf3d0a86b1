/** `deployments.apps/scale` in its parts; `*` is every resource of every group, with its subresources. */
export interface ResourceParts {
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
}

export function resourceParts(text: string): ResourceParts {
  const [named = "", subresource = ""] = text.split("/");
  const dot = named.indexOf(".");
  if (dot !== -1) return { resource: named.slice(0, dot), group: named.slice(dot + 1), subresource };
  return { resource: named, group: named === "*" ? "*" : "", subresource };
}
