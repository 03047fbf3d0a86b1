import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { claimed } from "../../scan/scanned.ts";
import { holdfastHere, keepLabelled, userProject } from "../user-project.ts";

const claims = claimed("data", "Delete")
  .map((one) => JSON.stringify(one))
  .join("\n---\n");
const keptClaim = JSON.stringify({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", namespace: "shop", uid: "a", labels: { "example.com/keep": "true" } },
});

async function project(): Promise<string> {
  const directory = userProject({
    "policies/keep-labelled.ts": keepLabelled,
    "objects.yaml": claims,
    "kept.yaml": keptClaim,
    "namespace.yaml": JSON.stringify({ apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } }),
  });
  await holdfastHere(directory, ["compile"]);
  mkdirSync(join(directory, "none"));
  return directory;
}

const remove = ["plan", "delete", "pvc/data", "-n", "shop"];

/** Each `-` may be a file of that name: both have to say the same. */
test.each<[string, readonly string[]]>([
  ["objects.yaml", ["scan", "--objects", "-", "--generated", "generated"]],
  ["objects.yaml", [...remove, "--objects", "-", "--generated", "generated"]],
  ["generated/keep-labelled.yaml", ["scan", "--objects", "objects.yaml", "--generated", "-"]],
  ["generated/keep-labelled.yaml", ["plan", "delete", "cm/a", "-n", "shop", "--objects", "kept.yaml", "--generated", "-"]],
  ["objects.yaml", ["plan", "delete", "-f", "-", "--objects", "objects.yaml", "--generated", "generated"]],
  ["kept.yaml", ["plan", "--from", "objects.yaml", "--to", "-", "--objects", "objects.yaml", "--generated", "generated"]],
  ["objects.yaml", ["plan", "--from", "-", "--to", "kept.yaml", "--objects", "objects.yaml", "--generated", "generated"]],
  ["generated/keep-labelled.yaml", ["diff", "-", "none"]],
  ["generated/keep-labelled.yaml", ["diff", "none", "-"]],
  ["kept.yaml", ["unprotect", "cm/a", "-n", "shop", "--reason", "x", "--objects", "-", "--generated", "generated"]],
  ["kept.yaml", ["explain", "keep-labelled", "--object", "-"]],
  ["kept.yaml", ["explain", "keep-labelled", "--object", "kept.yaml", "--old-object", "-"]],
  ["namespace.yaml", ["explain", "keep-labelled", "--object", "kept.yaml", "--namespace-object", "-"]],
])("%s as standard input of %j", async (file, words) => {
  const directory = await project();
  const piped = await holdfastHere(directory, words, readFileSync(join(directory, file), "utf8"));
  const named = await holdfastHere(
    directory,
    words.map((word) => (word === "-" ? file : word)),
  );
  expect(piped).toEqual(named);
  expect(piped.out.length).toBeGreaterThan(10);
});

test("what is piped decides", async () => {
  const directory = await project();
  const words = ["plan", "delete", "cm/a", "-n", "shop", "--objects", "-", "--generated", "generated"];
  expect((await holdfastHere(directory, words, keptClaim)).code).toBe(1);
  expect((await holdfastHere(directory, words, keptClaim.replace("example.com/keep", "other"))).code).toBe(0);
});

test.each<[readonly string[]]>([
  [["diff", "-", "-"]],
  [["scan", "--objects", "-", "--generated", "-"]],
  [["plan", "--from", "-", "--to", "-"]],
  [["explain", "keep-labelled", "--object", "-", "--old-object", "-"]],
])("%j: standard input is read once", async (words) => {
  const { code, error } = await holdfastHere(await project(), words, keptClaim);
  expect([code, error]).toEqual([2, expect.stringContaining("standard input is read once") as string]);
});

test.each<[readonly string[], string]>([
  [["scan", "--objects", "-"], "standard input:1:"],
  [["diff", "-", "none"], "standard input:1:"],
  [["verify", "-"], "standard input:1:"],
])("%j: what cannot be read is said to be standard input", async (words, said) => {
  const { code, error } = await holdfastHere(await project(), words, "a: [");
  expect([code, error]).toEqual([2, expect.stringContaining(said) as string]);
});
