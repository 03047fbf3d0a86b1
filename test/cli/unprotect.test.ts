import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { keepSettings } from "../deletion/keep-settings.ts";
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

test("of a Namespace only what it is kept for is opened", async () => {
  const { out } = await unprotect("ns/shop", "--reason", "moved");
  expect(out.match(/kubectl annotate/g)).toHaveLength(2);
});

test("nothing can be applied to manifests", async () => {
  const { code, error } = await unprotect("cm/a", "--reason", "moved", "--apply");
  expect(error).toContain("`--apply` changes a cluster, by the policies of that cluster");
  expect(code).toBe(2);
});
