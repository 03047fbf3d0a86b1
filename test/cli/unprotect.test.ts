import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { keepSettings } from "../deletion/keep-settings.ts";
import { schemaProblems } from "../fixtures/json-schema.ts";
import { openDirectory, removeDirectory } from "../fixtures/open-directory.ts";
import { holdfastHere } from "./user-project.ts";

const directory = openDirectory();
afterAll(() => removeDirectory(directory));

const config = (name: string): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "shop", uid: `uid-${name}`, labels: { keep: "yes" } },
});
writeFileSync(
  join(directory, "objects.json"),
  JSON.stringify({ apiVersion: "v1", kind: "List", items: [config("a"), config("b")] }),
);
writeFileSync(join(directory, "keep.yaml"), keepSettings);

const unprotect = (...words: readonly string[]) =>
  holdfastHere(directory, ["unprotect", ...words, "-n", "shop", "--objects", "objects.json", "--generated", "keep.yaml"]);

test("of manifests and compiled policies it says what to commit", async () => {
  const { code, out } = await unprotect("cm/a", "cm/b", "--reason", "moved");
  expect(out).toContain("kubectl annotate configmaps/a -n shop holdfast.dev/release=uid-a ");
  expect(out).toContain("kubectl annotate configmaps/b -n shop holdfast.dev/release=uid-b ");
  expect(out).toContain("\nThe delete itself, then: Deletes 2 objects in 1 Namespace\n");
  expect(code).toBe(0);
});

const schema = "compiler/cli/unprotect/unprotect.schema.json";

test("for programs it says what keeps each object, what opens it, and whether that is all", async () => {
  const { code, out } = await unprotect("cm/a", "--reason", "moved", "--for", "2h", "--format", "json");
  const found = JSON.parse(out) as Record<string, unknown>;
  expect(schemaProblems(schema, found)).toEqual([]);
  expect({ code, found }).toMatchObject({
    code: 0,
    found: {
      kept: [{ kind: "ConfigMap", name: "a", denials: [{ message: expect.stringContaining("it is kept") as string }] }],
      steps: [
        {
          name: "a",
          changes: [{ field: "annotations", key: "holdfast.dev/release", value: "uid-a" }, { key: "holdfast.dev/unprotected" }],
          commands: [expect.stringContaining("kubectl annotate configmaps/a -n shop holdfast.dev/release=uid-a ") as string],
        },
      ],
      isWhole: true,
    },
  });
  expect(found).not.toHaveProperty("changed");
  expect(found["until"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  expect(schemaProblems(schema, { ...found, steps: [{}] })).not.toEqual([]);
});

test("in Markdown and as a page it says the same", async () => {
  const { code, out } = await unprotect("cm/a", "--reason", "moved", "--format", "markdown");
  expect(code).toBe(0);
  expect(out).toMatch(/^\*\*1 object to be changed; 1 object kept by policies\*\*\n\nConfigMap shop\/a is kept:\n\n- /);
  expect(out).toContain("\nThis opens it:\n\n```text\nkubectl annotate configmaps/a -n shop ");
  const { out: page } = await unprotect("cm/a", "--reason", "<b>moved</b>", "--format", "html");
  expect(page).toContain("<h1>1 object to be changed; 1 object kept by policies</h1>");
  expect(page).not.toContain("<b>moved");
});

test("of a Namespace only what it is kept for is opened", async () => {
  const { out } = await unprotect("ns/shop", "--reason", "moved");
  expect(out.match(/kubectl annotate/g)).toHaveLength(2);
});

test("what was opened on the way to another object, and is not needed, is not opened", async () => {
  const policy = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: { name: "a-stays" },
    spec: {
      failurePolicy: "Fail",
      matchConstraints: {
        resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"], operations: ["DELETE"] }],
      },
      validations: [
        {
          expression: "oldObject.metadata.name != 'aa' || oldObject.metadata.?annotations[?'x'].hasValue()",
          message: "first run: kubectl annotate configmaps/aa -n shop x=1",
        },
      ],
    },
  };
  const binding = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name: "a-stays" },
    spec: { policyName: "a-stays", validationActions: ["Deny"] },
  };
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" }, spec: { finalizers: ["kubernetes"] } };
  const other = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "aa", namespace: "shop" } };
  const text = [namespace, other, config("b")].map((one) => JSON.stringify(one)).join("\n---\n");
  writeFileSync(join(directory, "two.yaml"), text);
  writeFileSync(join(directory, "both.yaml"), `${keepSettings}\n---\n${JSON.stringify(policy)}\n---\n${JSON.stringify(binding)}`);
  const words = ["unprotect", "ns/shop", "--reason", "moved", "--objects", "two.yaml", "--generated", "both.yaml"];
  const { out } = await holdfastHere(directory, words);
  expect(out).toContain("kubectl annotate configmaps/b -n shop holdfast.dev/release=uid-b ");
  expect(out).not.toContain("  kubectl annotate configmaps/aa");
});

test("nothing can be applied to manifests", async () => {
  const { code, error } = await unprotect("cm/a", "--reason", "moved", "--apply");
  expect(error).toContain("`--apply` changes a cluster, by the policies of that cluster");
  expect(code).toBe(2);
});
