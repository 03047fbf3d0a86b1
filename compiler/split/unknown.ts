import type { Expression } from "../ir/expression.ts";
import { children } from "../ir/visit.ts";

export const isQuery = (node: Expression): boolean => node.kind === "query";

const isRoot = (node: Expression, name: string): boolean => node.kind === "identifier" && node.name === name;

/**
 * What a match condition cannot say: it is not told about the Namespace, and `request.resource` is to it what the client asked for, in
 * whatever version (apiserver: pkg/admission/plugin/webhook/matchconditions/matcher.go).
 */
export const isUnknownToWebhook = (node: Expression): boolean =>
  isQuery(node) || isRoot(node, "namespaceObject") || readsMatchedResource(node);

/** Whatever else is done with `request` as a whole may read it, too. */
function readsMatchedResource(node: Expression): boolean {
  if (node.kind === "select" && isRoot(node.operand, "request")) return node.field === "resource";
  return children(node).some((part) => isRoot(part, "request"));
}
