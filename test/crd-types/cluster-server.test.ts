import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { runCommand } from "../cli/fake-run.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { root } from "../house/source-files.ts";
import { temporaryDirectory, contents } from "../fixtures/temporary-directory.ts";

const name = "gadget.example.com.v1.d.ts";
const fromFile = readFileSync(join(root, "test/rules/types", name), "utf8");

describeWithServer("holdfast types with the definitions of a real API server", {}, (server) => {
  const ofCluster = (...words: readonly string[]): readonly string[] => [
    "types",
    "--cluster",
    "--kubeconfig",
    server().kubeconfig,
    ...words,
  ];

  beforeAll(async () => {
    expect(await server().kubectl(["apply", "-f", join(root, "test/rules/definitions")])).toMatchObject({ code: 0 });
  });

  test.each([
    ["all", []],
    ["one by its name", ["gadgets.example.com"]],
  ])("%s: the same text as from the file", async (_, names) => {
    const directory = temporaryDirectory();
    expect(await runCommand(ofCluster(...names), directory)).toMatchObject({ code: 0, error: "" });
    expect(contents(join(directory, "types"))).toEqual({ [name]: fromFile });
  });

  test.each(["yaml", "json"])("piped as %s: the same text", async (format) => {
    const directory = temporaryDirectory();
    const { stdout } = await server().kubectl(["get", "crds", "-o", format]);
    expect(await runCommand(["types", "-"], directory, undefined, stdout)).toMatchObject({ code: 0, error: "" });
    expect(contents(join(directory, "types"))).toEqual({ [name]: fromFile });
  });

  test("a name that the cluster does not know: exit code 3", async () => {
    const { code, error } = await runCommand(ofCluster("nothing.example.com"), temporaryDirectory());
    expect([code, error.split("\n")[0]]).toEqual([
      3,
      expect.stringContaining("there is no CustomResourceDefinition nothing.example.com in "),
    ]);
  });

  test("a context that the kubeconfig does not have: exit code 3", async () => {
    const { code, error } = await runCommand(ofCluster("--context", "nowhere"), temporaryDirectory());
    expect([code, error.split("\n")[0]]).toEqual([3, expect.stringContaining("there is no context nowhere in ")]);
  });
});
