import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadSuite } from "../../../compiler/simulator/suite/load-suite.ts";
import { temporaryDirectory } from "../../fixtures/temporary-directory.ts";

const suite = (objects: string): string => `cases:\n  - name: a\n    delete: ${objects}\n    expect: deny\n`;

function load(files: Readonly<Record<string, string>>) {
  return loadSuite(join(temporaryDirectory(files), "a.test.yaml"), "a.test.yaml");
}

test("objects come from files beside the suite, every document of them", () => {
  const pods = "apiVersion: v1\nkind: Pod\nmetadata: { name: a }\n---\napiVersion: v1\nkind: Pod\nmetadata: { name: b }\n---\n";
  const json = '{ "apiVersion": "v1", "kind": "Pod", "metadata": { "name": "c" } }';
  const loaded = load({
    "a.test.yaml": suite("[objects/pods.yaml, objects/pod.json]"),
    "objects/pods.yaml": pods,
    "objects/pod.json": json,
  });
  expect("suite" in loaded && loaded.suite.cases.map(({ name }) => name)).toEqual(["a (Pod a)", "a (Pod b)", "a (Pod c)"]);
});

describe("a file that cannot be used is named at the place that names it", () => {
  test.each<[string, Readonly<Record<string, string>>, string]>([
    ["not there", {}, "x.yaml cannot be read: there is no such file"],
    ["no YAML", { "x.yaml": "a: [" }, "x.yaml:1:5 cannot be read"],
    ["empty", { "x.yaml": "# nothing\n" }, "x.yaml holds no object"],
    ["no object", { "x.yaml": "a: 1" }, "document 1 of x.yaml (1:1): the object has no apiVersion"],
    ["a directory", { "x.yaml/y": "" }, "x.yaml cannot be read: it is no regular file"],
    ["too large", { "x.yaml": "#".repeat(4 * 1024 * 1024 + 1) }, "it has more than 4194304 bytes"],
  ])("%s", (_, files, message) => {
    const loaded = load({ ...files, "a.test.yaml": suite("x.yaml") });
    expect("problems" in loaded && loaded.problems).toEqual([
      expect.objectContaining({
        file: "a.test.yaml",
        position: { line: 3, column: 13 },
        message: expect.stringContaining(message),
      }),
    ]);
  });
});

test("a suite that is not there", () => {
  const loaded = loadSuite(join(temporaryDirectory(), "b.test.yaml"), "b.test.yaml");
  expect("problems" in loaded && loaded.problems[0]?.message).toBe("there is no such file");
});

test("text that is not UTF-8: a suite, and the file of an object", () => {
  const directory = temporaryDirectory({ "a.test.yaml": suite("x.yaml") });
  for (const name of ["x.yaml", "b.test.yaml"]) writeFileSync(join(directory, name), Buffer.from([0x61, 0x3a, 0x20, 0xff]));
  const problemOf = (name: string) => {
    const loaded = loadSuite(join(directory, name), name);
    return "problems" in loaded ? loaded.problems[0]?.message : undefined;
  };
  expect(problemOf("a.test.yaml")).toBe("x.yaml cannot be read: it is not UTF-8 text");
  expect(problemOf("b.test.yaml")).toBe("it is not UTF-8 text");
});
