import type { SyntaxNode } from "@lezer/common";
import { parser } from "@prometheus-io/lezer-promql";

/** What an expression reads: a metric, and what its labels have to be. */
export interface Selected {
  readonly metric: string;
  readonly matchers: readonly Matcher[];
}

export interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

export interface Expression {
  /** Places where the grammar of Prometheus does not go on. */
  readonly errors: readonly string[];
  readonly selected: readonly Selected[];
  /** Labels in `by`, `without`, `on` and `ignoring`. */
  readonly grouped: readonly string[];
}

/** Reads PromQL with the grammar of Prometheus' own editor. `$__rate_interval` is Grafana's. */
export function readPromql(text: string): Expression {
  const source = text.replaceAll("$__rate_interval", "5m");
  const nodes: SyntaxNode[] = [];
  parser.parse(source).iterate({ enter: ({ node }) => void nodes.push(node) });
  const named = (name: string): readonly SyntaxNode[] => nodes.filter((node) => node.name === name);
  const textOf = ({ from, to }: { readonly from: number; readonly to: number }): string => source.slice(from, to);
  const matcherOf = (node: SyntaxNode): Matcher => {
    const [label, operator, value] = [node.getChild("LabelName"), node.getChild("MatchOp"), node.getChild("StringLiteral")];
    if (label === null || operator === null || value === null) throw new Error(`${textOf(node)} is no matcher`);
    return { label: textOf(label), operator: textOf(operator), value: JSON.parse(textOf(value)) as string };
  };
  return {
    errors: nodes.filter(({ type }) => type.isError).map(({ from }) => source.slice(from, from + 20)),
    selected: named("VectorSelector").map((node) => ({
      metric: textOf(node.getChild("Identifier") ?? { from: 0, to: 0 }),
      matchers: nodesWithin(node, named("UnquotedLabelMatcher")).map(matcherOf),
    })),
    grouped: named("GroupingLabels").flatMap((node) => node.getChildren("LabelName").map(textOf)),
  };
}

function nodesWithin(outer: SyntaxNode, nodes: readonly SyntaxNode[]): readonly SyntaxNode[] {
  return nodes.filter(({ from, to }) => from >= outer.from && to <= outer.to);
}
