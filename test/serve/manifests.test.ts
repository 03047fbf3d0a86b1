import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clusterReader } from "../../compiler/serve/cluster-objects.ts";
import { ManifestProblem } from "../../compiler/serve/written-objects.ts";
import { temporaryDirectory } from "../fixtures/temporary-directory.ts";

function problemOf(directory: string, paths: readonly string[] = ["objects"]): readonly string[] {
  try {
    clusterReader({ paths, workingDirectory: directory, defined: [], asked: [], matched: [] })();
    return [];
  } catch (error) {
    if (error instanceof ManifestProblem) return [error.message, error.help];
    throw error;
  }
}

const pod = "{ apiVersion: v1, kind: Pod, metadata: { name: a } }\n";

test.each([
  ["no YAML", "a: [\n", "objects/a.yaml:2:1: "],
  ["no object", `${pod}---\n- 1\n`, "objects/a.yaml:3:1: this is no Kubernetes object"],
  ["no kind", "apiVersion: v1\nmetadata: { name: a }\n", "objects/a.yaml:1:1: the object has no kind"],
  ["values of Helm", "replicas: 1\n", "objects/a.yaml:1:1: the object has no apiVersion"],
  ["a label that is no text", `${pod}---\n${pod.replace("name: a", "name: b, labels: { x: 1 }")}`, "objects/a.yaml:3:"],
  ["no name", `apiVersion: v1\nkind: Pod\n`, "objects/a.yaml:1:1: the Pod has no name"],
  [
    "an item of a list",
    `apiVersion: v1\nkind: List\nitems:\n  - kind: Pod\n`,
    "objects/a.yaml:4:5: the object has no apiVersion",
  ],
  ["one object twice", `${pod}---\n${pod}`, "objects/a.yaml:3:1: Pod a is written in objects/a.yaml:1:1, too"],
  [
    "an unknown kind",
    "{ apiVersion: example.com/v1, kind: Gadget, metadata: { name: a } }",
    "objects/a.yaml:1:1: the plural of Gadget (example.com) is not known",
  ],
  [
    "a cluster-scoped object in a namespace",
    "{ apiVersion: v1, kind: Namespace, metadata: { name: a, namespace: b } }",
    "objects/a.yaml:1:1: Namespace is cluster-scoped",
  ],
])("%s: says where, and what to do", (_, text, problem) => {
  const [message = "", help = ""] = problemOf(temporaryDirectory({ "objects/a.yaml": text }));
  expect(message).toContain(problem);
  expect(help).not.toBe("");
});

test("what is not there, what links to nothing and what is no text is said", () => {
  const directory = temporaryDirectory({ "objects/a.yaml": pod });
  expect(problemOf(directory, ["nowhere"])[0]).toBe("nowhere: there is no such file or directory");
  symlinkSync(join(directory, "gone.yaml"), join(directory, "objects/link.yaml"));
  expect(problemOf(directory)[0]).toBe("objects/link.yaml: there is no such file or directory");
  writeFileSync(join(directory, "b.yaml"), Buffer.from([0xff, 0xfe]));
  expect(problemOf(directory, ["b.yaml"])[0]).toBe("b.yaml: this is not UTF-8 text");
});

test("an empty directory, an empty file and no directory are a cluster that holds nothing", () => {
  const directory = temporaryDirectory({ "objects/a.yaml": "# nothing yet\n", "objects/b.yaml": "" });
  expect(problemOf(directory)).toEqual([]);
  expect(problemOf(directory, [])).toEqual([]);
});
