import { describe, expect, test } from "vitest";
import { compileText, problemsOf, ruleInCel } from "../fixtures/compile-files.ts";
import { onOneLine } from "../language/yaml-text.ts";
import { pairsOf } from "./fences.ts";

/**
 * The pages of the language show the function of a `denyWhen` beside the CEL of its validation: "valid when", so negated.
 */
const pages = [
  "language",
  "conditions",
  "constants",
  "text",
  "regular-expressions",
  "numbers-and-dates",
  "lists-and-maps",
  "messages",
  "asking-the-cluster",
];

const policyWith = (rule: string): string => `
import { type KubernetesObject, ascii, deletionPolicy, duration, matchesLabels, number, quantity, record, same, show, sorted, timestamp } from "holdfast";
interface Database extends KubernetesObject {
  readonly spec: { readonly deletionProtection: boolean; readonly replicas: number; readonly owners: readonly string[]; readonly storage: string; readonly port: number | string };
  readonly status: { readonly conditions: readonly { readonly type: string; readonly status: string }[] };
}
const KEYS = ["example.com/keep", "example.com/hold"];
const HOSTS = [/^(www\\.)?example\\.com$/u, /\\.example\\.net$/u];
enum Tier { Gold = "gold", Silver = "silver" }
function whyNot(object: KubernetesObject): string | null {
  if (object.metadata.labels?.["tier"] === "gold") return "it is gold";
  if (object.metadata.finalizers === undefined) return "nothing holds it";
  return null;
}
const ROWS: Record<string, { deny: boolean }> = { prod: { deny: true }, dev: { deny: false } };
const TIERS: Record<string, number> = { gold: 3, silver: 1 };
const DEFAULTS = record({ s3: "retain" });
const isKept = (key: string): boolean => KEYS.includes(key);
export default deletionPolicy<Database>({
  name: "example",
  match: [
    { group: "db.example.com", version: "v1", resource: "databases" },
    { group: "cache.example.com", version: "v1", resource: "databases" },
  ],
  overrides: { none: "the rule alone is asked" },
  rules: { example: ${partsOf(rule.trim())} },
});
export const unused = [DEFAULTS, ROWS, TIERS, Tier, whyNot, ascii, HOSTS, duration, isKept, matchesLabels, number, quantity, same, show, sorted, timestamp];
`;

/** What is shown is the function of `denyWhen`, or a message: `message: ...`. */
const isMessage = (shown: string): boolean => shown.startsWith("message: ");
const partsOf = (shown: string): string =>
  isMessage(shown) ? `{ denyWhen: () => true, ${shown} }` : `{ denyWhen: ${shown}, message: "no" }`;

describe.each(pages)("docs/rules/%s.md", (page) => {
  const pairs = pairsOf(`docs/rules/${page}.md`, "ts", "cel");

  test("has examples", () => expect(pairs.length).toBeGreaterThan(0));

  test.each(pairs.map(([rule, cel]) => ({ line: rule.line, rule: rule.text, cel: cel.text })))("line $line", ({ rule, cel }) => {
    const compilation = compileText("example.ts", policyWith(rule));
    expect(problemsOf(compilation)).toEqual([]);
    expect(ruleInCel(compilation, isMessage(rule) ? "message" : "expression")).toBe(onOneLine(cel.trim()));
  });
});
