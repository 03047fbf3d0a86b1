import { Node } from "ts-morph";

/** First paragraph of the comment above the default export (or above the constant it names), as one line. */
export function describePolicy(node: Node): string {
  const statement = node.getFirstAncestor((ancestor) => Node.isExportAssignment(ancestor) || Node.isVariableStatement(ancestor));
  const own = node.getLeadingCommentRanges().at(-1)?.getText();
  const above = statement?.getLeadingCommentRanges().at(-1)?.getText();
  return firstParagraph(own ?? above ?? "");
}

function firstParagraph(comment: string): string {
  const lines = comment
    .replace(/^\/\*\*?/, "")
    .replace(/\*\/$/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*(\*|\/\/)?\s?/, "").trim());
  const start = lines.findIndex((line) => line !== "");
  if (start === -1) return "";
  const end = lines.findIndex((line, at) => at > start && line === "");
  return lines.slice(start, end === -1 ? undefined : end).join(" ");
}
