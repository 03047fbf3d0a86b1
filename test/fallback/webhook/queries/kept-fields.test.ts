import { describe, expect, test } from "vitest";
import { keptFields } from "../../../../runtime-fallback/webhook/memory/kept-fields.ts";
import { compileFiles } from "../../../fixtures/compile-files.ts";
import { fallbackText } from "../../../install/manifests/compile-fallback.ts";

const metadata = {
  name: "a",
  namespace: "shop",
  uid: "u1",
  labels: { app: "shop" },
  generateName: "a-",
  annotations: { "kubectl.kubernetes.io/last-applied-configuration": "{}" },
};
const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { ...metadata, managedFields: [{ manager: "kubectl" }] },
  spec: { serviceAccountName: "builder", containers: [{ name: "main", image: "registry.example.com/main" }] },
  status: { phase: "Running" },
};

/** What the webhook keeps of the Pod for a rule that only asks whether there is one. */
function keptOf(type: string, imports = ""): unknown {
  const policy = `import { type KubernetesObject, deletionPolicy, resource } from "holdfast";
${imports}
export interface Client extends KubernetesObject { readonly spec?: { readonly serviceAccountName?: string } }
const pods = resource${type}({ group: "", version: "v1", resource: "pods" });
export default deletionPolicy({
  name: "used",
  match: [{ group: "", resource: "configmaps" }],
  overrides: { none: "the rule alone is asked" },
  rules: { used: { denyWhen: ({ cluster }) => cluster.exists(pods), message: "used" } },
});
`;
  const { diagnostics, webhookRules } = compileFiles({ "policies/used.ts": policy, "policies/fallback.ts": fallbackText() }, [
    "policies",
  ]);
  expect(diagnostics).toEqual([]);
  const [asked] = webhookRules.flatMap(({ asks }) => asks);
  if (asked === undefined) throw new Error("nothing is asked");
  return JSON.parse(JSON.stringify(keptFields(pod, asked.shape)));
}

describe("what is kept of an object is what its declared type describes (docs/operate/fallback.md)", () => {
  test("without a type: what every object has, labels and annotations in full", () => {
    expect(keptOf("")).toEqual({ apiVersion: "v1", kind: "Pod", metadata });
  });

  test("of a narrow type its fields, too", () => {
    expect(keptOf("<Client>")).toEqual({ apiVersion: "v1", kind: "Pod", metadata, spec: { serviceAccountName: "builder" } });
  });

  test("of a type of `holdfast/kinds` all that it describes, whether a rule reads it or not", () => {
    const kept = keptOf("<Pod>", 'import type { Pod } from "holdfast/kinds";');
    expect(kept).toMatchObject({ metadata, spec: { serviceAccountName: "builder" }, status: { phase: "Running" } });
  });
});

test("a key that JavaScript knows otherwise is a key, and nothing else", () => {
  const labels = JSON.parse('{"__proto__":{"polluted":"yes"},"constructor":"c"}') as object;
  const kept = keptFields(labels, { kind: "map", value: { kind: "unknown" } });
  expect(JSON.stringify(kept)).toBe('{"__proto__":{"polluted":"yes"},"constructor":"c"}');
  expect((kept as { readonly polluted?: unknown }).polluted).toBeUndefined();
});
