import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../../house/source-files.ts";
import { Checkout, cases } from "./checkout.ts";

interface Hook {
  readonly id: string;
  readonly name: string;
  readonly entry: string;
  readonly language: string;
  readonly files: string;
  readonly pass_filenames: boolean;
}

const hooks = parse(readFileSync(join(root, ".pre-commit-hooks.yaml"), "utf8")) as readonly Hook[];
const entryOf = (id: string): string => hooks.find((hook) => hook.id === id)?.entry ?? "false";

describe(".pre-commit-hooks.yaml", () => {
  test("what pre-commit asks of a hook is there, and no hook installs anything", () => {
    expect(hooks.map(({ id }) => id)).toEqual(["holdfast-compile", "holdfast-check", "holdfast-test"]);
    for (const { name, entry, language, pass_filenames: passes } of hooks)
      expect([name === "", entry.startsWith("npx --no-install holdfast "), language, passes]).toEqual([
        false,
        true,
        "system",
        false,
      ]);
  });

  test.each([
    ["policies/x.ts", ["holdfast-compile", "holdfast-check", "holdfast-test"]],
    ["deploy/generated/x.yaml", ["holdfast-compile", "holdfast-check"]],
    ["holdfast.config.json", ["holdfast-compile", "holdfast-check"]],
    ["src/main.ts", []],
  ])("a change of %s runs %j", (path, ids) => {
    expect(hooks.filter(({ files }) => new RegExp(files).test(path)).map(({ id }) => id)).toEqual(ids);
  });

  test("each says nothing where all is well, and fails where it is not", async () => {
    const checkout = new Checkout();
    for (const { entry } of hooks) expect(await checkout.run(entry)).toEqual({ code: 0, out: "", error: "" });
    checkout.write("policies/keep-labelled.test.yaml", cases.replace("expect: deny", "expect: allow"));
    expect((await checkout.run(entryOf("holdfast-test"))).code).toBe(1);
    const generated = join(checkout.directory, "generated/keep-labelled.yaml");
    checkout.write("generated/keep-labelled.yaml", `${readFileSync(generated, "utf8")}#\n`);
    expect((await checkout.run(entryOf("holdfast-check"))).code).toBe(1);
    expect((await checkout.run(entryOf("holdfast-compile"))).code).toBe(0);
    expect(await checkout.run(entryOf("holdfast-check"))).toEqual({ code: 0, out: "", error: "" });
  });
});
