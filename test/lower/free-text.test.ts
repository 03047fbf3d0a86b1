import { describe, expect, test } from "vitest";
import { compileFiles } from "../fixtures/compile-files.ts";

interface Asked {
  readonly group: string;
  readonly resource: string;
  readonly operation?: string;
}

/** What is said of a rule that cuts the name of the object, and a label. */
function codesOf({ group, resource, operation = "delete" }: Asked): readonly string[] {
  const root = operation === "delete" ? "oldObject" : "object";
  const text = `import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "names",
  match: [{ group: "apps", resource: "deployments" }, { group: "${group}", resource: "${resource}" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    cuts: { operation: "${operation}", denyWhen: ({ ${root} }) => (${root}.metadata.name ?? "").slice(1) === "x", message: "no" },
    counts: { operation: "${operation}", denyWhen: ({ ${root} }) => ${root}.metadata.labels?.["a"]?.at(-2) === "x", message: "no" },
  },
});
`;
  return compileFiles({ "names.ts": text }).diagnostics.map(({ code }) => code);
}

/** Whether a message shows the name of the object only where it is plain. */
function asksName({ group, resource, operation = "delete" }: Asked): boolean {
  const text = `import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "names",
  match: [{ group: "apps", resource: "deployments" }, { group: "${group}", resource: "${resource}" }],
  overrides: { none: "the rule alone is asked" },
  rules: { shows: { operation: "${operation}", denyWhen: () => true, message: ({ request }) => \`\${request.name ?? ""}\` } },
});
`;
  const { files, diagnostics } = compileFiles({ "names.ts": text });
  expect(diagnostics).toEqual([]);
  return files.some((file) => /'shows: ' \+\s+\(\s+size/.test(file.text));
}

const freeNames = ["counts-characters"];
const free = ["counts-characters", "counts-characters"];

describe("names and labels that nothing limits", () => {
  test.each<[Asked, readonly string[]]>([
    [{ group: "apps", resource: "statefulsets" }, []],
    [{ group: "*.services.k8s.aws", resource: "*/*" }, []],
    [{ group: "*.services.k8s.aws", resource: "*/*", operation: "create" }, []],
    [{ group: "rbac.authorization.k8s.io", resource: "roles" }, freeNames],
    [{ group: "rbac.authorization.k8s.io", resource: "clusterroles/*" }, freeNames],
    [{ group: "*.k8s.io", resource: "clusterrolebindings" }, freeNames],
    [{ group: "", resource: "*" }, freeNames],
    [{ group: "", resource: "pods" }, []],
    [{ group: "", resource: "pods/*" }, []],
    [{ group: "events.k8s.io", resource: "events" }, freeNames],
    [{ group: "policy", resource: "poddisruptionbudgets/status" }, freeNames],
    [{ group: "", resource: "pods/eviction", operation: "create" }, free],
    [{ group: "", resource: "pods/*", operation: "create" }, free],
    [{ group: "", resource: "pods", operation: "create" }, []],
    [{ group: "", resource: "*/*", operation: "create" }, free],
    [{ group: "authentication.k8s.io", resource: "tokenreviews", operation: "create" }, free],
  ])("%j", (asked, codes) => {
    expect(codesOf(asked)).toEqual(codes);
    expect(asksName(asked)).toBe(codes.length > 0);
  });
});

test("text that joins what may be shown has to be plain itself", () => {
  const text = `import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "joins",
  match: [{ group: "apps", resource: "deployments" }],
  overrides: { none: "the rule alone is asked" },
  rules: { joins: {
    denyWhen: () => true,
    message: ({ oldObject: { metadata } }) => (metadata.finalizers ?? []).slice(0, 3).join(metadata.annotations?.["between"] ?? ""),
  } },
});
`;
  const { files } = compileFiles({ "joins.ts": text });
  expect(files.some((file) => file.text.includes("size(variables.shown) <= 128"))).toBe(true);
});
