import { expect, test } from "vitest";
import { AdmissionEvaluator } from "../../compiler/simulator/admission/index.ts";
import { readAskedWebhooks } from "../../compiler/simulator/admission/asked-webhooks.ts";
import { evaluate } from "../../compiler/simulator/evaluate/evaluate.ts";
import type { Input } from "../../compiler/api/admission-review.ts";
import { splitPolicy } from "../../compiler/split/split-policy.ts";
import { documentsOf } from "../simulator/admission/policy-files.ts";
import { inputOf } from "../language/requests.ts";
import { compileQuerying } from "./compile-querying.ts";

const ofThings = '{ group: "language.example.com", version: "v1", resource: "things" }';
const ofOthers = '{ group: "other.example.com", version: "v2", resource: "things" }';

const policyText = (condition: string, match: readonly string[]): string => `
import { type KubernetesObject, deletionPolicy, resource } from "holdfast";
interface Thing extends KubernetesObject { readonly spec?: { readonly on?: boolean } }
const things = resource<Thing>(${ofThings});
export default deletionPolicy<Thing>({
  name: "p",
  match: [${match.join(", ")}],
  overrides: { none: "the rule alone is asked" },
  rules: { rule: { denyWhen: ({ oldObject, namespaceObject, request, cluster }) => ${condition}, message: "no" } },
});
`;

interface Case {
  readonly condition: string;
  readonly match?: readonly string[];
  readonly stored: Readonly<Record<string, unknown>>;
  readonly namespaceLabels?: Readonly<Record<string, string>>;
  /** The version that the client asks for; the rule means v1. */
  readonly version?: string;
}

/** Whoever decides: the whole rule, CEL by itself, and whether the webhook is asked. Nothing is in the cluster. */
async function decided({ condition, match = [ofThings], stored, namespaceLabels, version = "v1" }: Case) {
  const [rule] = await compileQuerying([{ name: "p", text: policyText(condition, match), match: [] }], {
    kube: 30,
    split: splitPolicy,
  });
  if (rule === undefined || "rejected" in rule) throw new Error(rule?.rejected.join("; "));
  const { request, ...rest } = inputOf({ stored, ...(namespaceLabels && { namespace: { labels: namespaceLabels } }) }, "thing");
  const asked = { requestResource: { ...request.resource, version }, requestKind: { ...request.kind, version } };
  const input: Input = { ...rest, request: { ...request, ...asked }, cluster: () => [] };
  const evaluatorOf = (documents: ReturnType<typeof documentsOf>) => new AdmissionEvaluator(documents, { kube: "1.30" });
  const found = (documents: ReturnType<typeof documentsOf>) => evaluatorOf(documents).evaluate(input).findings.length > 0;
  return {
    whole: evaluate(rule.policy, input, rule.ir).map(({ message }) => message),
    native: rule.native !== undefined && found(documentsOf(rule.native)),
    isAsked: rule.webhooks !== undefined && found(readAskedWebhooks(rule.webhooks)),
  };
}

const finalizers = Array.from({ length: 2_001 }, (_, at) => `x/${at}`);
const iterationsByNamespace = `(namespaceObject?.metadata.labels?.["n"] === "1" && (oldObject.metadata.finalizers ?? []).some((one) => one === "x")) ||
  oldObject.metadata.labels?.["x"] === "y" || cluster.exists(things)`;

test("the webhook is asked where an iteration that only the Namespace leads to keeps CEL from judging", async () => {
  const stored = { metadata: { finalizers, labels: { x: "y" } } };
  expect(await decided({ condition: iterationsByNamespace, stored, namespaceLabels: { n: "1" } })).toEqual({
    whole: [expect.stringContaining("cannot be judged")],
    native: false,
    isAsked: true,
  });
  // Elsewhere CEL judges; the webhook cannot know that, and is asked besides.
  expect(await decided({ condition: iterationsByNamespace, stored, namespaceLabels: {} })).toMatchObject({ native: true });
});

test("the webhook is asked where another version does not show what the rule reads, whichever version each group means", async () => {
  const condition = "oldObject.spec?.on === true && cluster.exists(things)";
  const [whole] = (await decided({ condition, match: [ofThings, ofOthers], stored: {}, version: "v2" })).whole;
  expect(whole).toContain("does not show spec.on in the version of this request");
  expect(await decided({ condition, match: [ofThings, ofOthers], stored: {}, version: "v2" })).toMatchObject({ isAsked: true });
  expect(await decided({ condition, match: [ofThings, ofOthers], stored: {} })).toEqual({
    whole: [],
    native: false,
    isAsked: false,
  });
});

test("the webhook is asked where a rule goes by the version that was matched, which is not the one that was asked for", async () => {
  const condition = 'request.resource.version === "v1" && (oldObject.metadata.labels?.["x"] === "y" || !cluster.exists(things))';
  expect(await decided({ condition, stored: {}, version: "v2" })).toEqual({ whole: ["rule: no"], native: false, isAsked: true });
});
