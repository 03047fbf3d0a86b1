import { describe, expect, test } from "vitest";
import { compileFiles, compileText, problemsOf, ruleInCel } from "../fixtures/compile-files.ts";
import { onOneLine } from "../language/yaml-text.ts";
import { type Fence, fencesOf, pairsOf } from "./fences.ts";

/** Pages that show the function of a `denyWhen` beside the CEL of its validation: "valid when", so negated. */
const pages = [
  "language",
  "conditions",
  "constants",
  "text",
  "regular-expressions",
  "numbers-and-dates",
  "lists-and-maps",
  "messages",
  "types",
  "asking-the-cluster",
].map((name) => `docs/rules/${name}.md`);

const policyWith = (rule: string): string => `
import { type KubernetesObject, ascii, deletionPolicy, duration, matchesLabels, number, quantity, record, same, show, resource, sorted, timestamp } from "holdfast";
import type { PersistentVolumeClaim } from "holdfast/kinds";
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
export const unused = [DEFAULTS, ROWS, TIERS, Tier, whyNot, ascii, HOSTS, duration, isKept, matchesLabels, number, quantity, same, show, resource, sorted, timestamp];
export type Claim = PersistentVolumeClaim;
`;

/** What is shown is the function of `denyWhen`, or a message: `message: ...`. */
const isMessage = (shown: string): boolean => shown.startsWith("message: ");
const partsOf = (shown: string): string =>
  isMessage(shown) ? `{ denyWhen: () => true, ${shown} }` : `{ denyWhen: ${shown}, message: "no" }`;

/** For rules that ask the cluster. */
const webhook = `
import { fallback } from "holdfast";
export default fallback({ image: "registry.example.com/holdfast@sha256:${"a".repeat(64)}" });
`;

interface Example {
  readonly place: string;
  readonly rule: string;
  readonly cel: string;
}

const isRule = ({ text }: Fence): boolean => text.startsWith("(") || isMessage(text);

/** A policy of its own is tested by its page's own test, and shows its CEL another way. */
const examplesOf = (page: string): readonly Example[] =>
  pairsOf(page, "ts", "cel")
    .filter(([rule]) => isRule(rule))
    .map(([rule, cel]) => ({ place: `${page}:${rule.line}`, rule: rule.text, cel: cel.text }));

const rulesWithoutCel = (page: string): readonly Fence[] => {
  const paired = new Set(pairsOf(page, "ts", "cel").map(([rule]) => rule.line));
  return fencesOf(page).filter((fence) => fence.language === "ts" && isRule(fence) && !paired.has(fence.line));
};

describe("the examples of the pages about the language", () => {
  const examples = pages.flatMap(examplesOf);

  test("are many", () => expect(examples.length).toBeGreaterThan(70));

  test.each(examples)("$place becomes the CEL beside it", ({ rule, cel }) => {
    const compilation = compileText("example.ts", policyWith(rule));
    expect(problemsOf(compilation)).toEqual([]);
    expect(ruleInCel(compilation, isMessage(rule) ? "message" : "expression")).toBe(onOneLine(cel.trim()));
  });

  const alone = pages.flatMap((page) => rulesWithoutCel(page).map((fence) => ({ page, ...fence })));

  test.each(alone)("$page:$line compiles", ({ page, text }) => {
    const [declared] = fencesOf(page).filter((fence) => fence.text.startsWith("const claims = "));
    const files = { "policies/example.ts": `${declared?.text ?? ""}${policyWith(text)}`, "policies/webhook.ts": webhook };
    expect(problemsOf(compileFiles(files, ["policies"]))).toEqual([]);
  });

  const whole = pages.flatMap((page) => fencesOf(page).filter(({ text }) => text.includes("export default")));

  test("include a policy, which compiles", () => {
    const [first] = whole;
    const compilation = compileText("example.ts", first?.text ?? "");
    expect(problemsOf(compilation)).toEqual([]);
    expect(compilation.policies).toHaveLength(1);
  });
});
