import { documentsIn } from "../fixtures/yaml-documents.ts";

interface AdmissionPolicy {
  readonly spec: {
    readonly variables?: readonly NamedCel[];
    readonly validations: readonly { readonly expression: string }[];
  };
}

interface NamedCel {
  readonly name: string;
  readonly expression: string;
}

/** The expression of the rule itself: the last validation of deletes, after those about limits and versions. */
export function expressionOf(yaml: string): string {
  const [policy] = documentsIn(yaml) as readonly AdmissionPolicy[];
  const expressions = policy?.spec.validations.map(({ expression }) => expression) ?? [];
  const ofDeletes = expressions.findLast((expression) => !expression.startsWith("request.operation != 'UPDATE'")) ?? "";
  return ownText(ofDeletes, policy?.spec.variables);
}

/** What a rule becomes by itself, on one line: without its operation and the name that it shares with its guards. */
export function ownText(cel: string, variables: readonly NamedCel[] = []): string {
  const text = cel.replace(/^request\.operation != '[A-Z]+' \|\|\s/, "").trim();
  const own = onOneLine(text.startsWith("(\n") && text.endsWith("\n)") ? text.slice(1, -1).trim() : text);
  const isProtected = onOneLine(variables.find(({ name }) => name === "isProtected")?.expression.trim() ?? "");
  const operand = isProtected.includes(" ") ? `(${isProtected})` : isProtected;
  return own.replaceAll("!variables.isProtected", () => `!${operand}`).replaceAll("variables.isProtected", () => isProtected);
}

/** As it is written where it is short enough. */
export function onOneLine(cel: string): string {
  return cel.replaceAll(/\s+/g, " ").replaceAll("( ", "(").replaceAll(" )", ")");
}
