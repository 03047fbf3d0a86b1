import { lstatSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";
import { describe, expect, test } from "vitest";
import { type CompileOptions, compileNext } from "../../compiler/compile.ts";
import { fixable } from "../../compiler/cli/compile/fixes.ts";
import { type Fixed, fixFiles } from "../../compiler/cli/compile/fix.ts";
import { type Example, fileOf } from "../diagnostics/example.ts";
import { policyText } from "../diagnostics/examples/files.ts";
import { families } from "../diagnostics/examples/index.ts";
import { withoutMarks } from "../diagnostics/marked-text.ts";
import { openDirectory, removeDirectory } from "../fixtures/open-directory.ts";
import { type Tree, writeTree } from "../fixtures/tree.ts";

interface Outcome {
  readonly fixed: readonly string[];
  readonly text: string;
  /** What is still reported. */
  readonly left: readonly string[];
}

/** Repairs `keep.ts` of the tree, and shows it to `look` before it is removed. */
async function repair(
  tree: Tree,
  look: (directory: string) => void = () => {},
  options: Partial<CompileOptions> = {},
): Promise<Outcome> {
  const directory = openDirectory({});
  try {
    writeTree(directory, tree);
    const run = () => compileNext({ paths: ["keep.ts"], workingDirectory: directory, ...options });
    const fixed = await fixFiles({ compile: run, workingDirectory: directory });
    look(directory);
    const { diagnostics, warnings } = run();
    const left = [...diagnostics, ...warnings].map(({ code }) => code);
    return { fixed: fixed.map(placeOf), left, text: readFileSync(join(directory, "keep.ts"), "utf8") };
  } finally {
    removeDirectory(directory);
  }
}

const placeOf = ({ diagnostic, line }: Fixed): string => `${diagnostic.span.file}:${line} ${diagnostic.code}`;

const examples = families.flatMap((family) => family.examples).filter(({ code }) => fixable.has(code));
const badText = (example: Example): string => withoutMarks(fileOf(example.bad, "example"));
const treeOf = (example: Example, text: string): Tree => ({ "keep.ts": text, ...example.modules });

/** What the comment hides is an error, so that it stays. */
const staysWrong = new Set(["suppressed-check"]);

describe("what compile --fix writes", () => {
  test.each(examples.map((example) => [example.code, example] as const))(
    "%s: compiles, and needs no more",
    async (code, example) => {
      const before = badText(example);
      const { fixed, text, left } = await repair(treeOf(example, before), undefined, example.options);
      if (staysWrong.has(code)) return expect({ fixed, text, left }).toEqual({ fixed: [], text: before, left: [code] });
      expect(fixed).toHaveLength(1);
      expect(left).toEqual([]);
      expect(await repair(treeOf(example, text), undefined, example.options)).toEqual({ fixed: [], text, left: [] });
    },
  );

  test("has an example for every code, but for that of files", () => {
    expect(new Set(examples.map(({ code }) => code))).toEqual(
      new Set([...fixable].filter((code) => code !== "no-default-export")),
    );
  });

  test.each(["type-predicate"])("%s: the JavaScript is the same", async (code) => {
    const example = examples.find((one) => one.code === code);
    if (example === undefined) throw new Error(`no example of ${code}`);
    const before = badText(example);
    const { text } = await repair(treeOf(example, before));
    expect(text).not.toBe(before);
    expect(ts.transpile(text)).toBe(ts.transpile(before));
  });

  const typesOnly = {
    "node_modules/paths/package.json": `{ "name": "paths", "types": "./index.d.ts" }`,
    "node_modules/paths/index.d.ts": "export type Path = string;\n",
  };

  test.each([
    {
      title: "a comment that hides nothing, with its line",
      text: policyText("keep").replace("  rules", "  // @ts-ignore it was needed once\n  rules"),
      becomes: policyText("keep"),
    },
    {
      title: "types of a package",
      text: `import { Path } from "paths";\nexport type Own = Path;\n${policyText("keep")}`,
      becomes: `import type { Path } from "paths";\nexport type Own = Path;\n${policyText("keep")}`,
    },
    {
      title: "a policy under another name",
      text: policyText("keep").replace("export default", "export const policy ="),
      becomes: policyText("keep"),
    },
    {
      title: "several sorts of fixes, and several of a sort",
      text: policyText("Keep it").replace('"keep it"', '"keep\\nit"').replace("rules", "// @ts-ignore\n  rules"),
      becomes: policyText("keep-it"),
    },
    {
      title: "a message that is put together",
      text: policyText("keep").replace(
        'message: "keep it"',
        'message: ({ oldObject }) => "keep " + oldObject.metadata.namespace',
      ),
      becomes: policyText("keep").replace(
        'message: "keep it"',
        'message: ({ oldObject }) => "keep " + (oldObject.metadata.namespace ?? "none")',
      ),
    },
    {
      title: "a variable in a function",
      text: policyText("keep")
        .replace("=> oldObject.metadata.name", "=> { var name = oldObject.metadata.name; return name")
        .replace('"main",', '"main"; },'),
      becomes: policyText("keep")
        .replace("=> oldObject.metadata.name", "=> { let name = oldObject.metadata.name; return name")
        .replace('"main",', '"main"; },'),
    },
  ])("$title", async ({ text, becomes }) => {
    const outcome = await repair({ "keep.ts": text, ...typesOnly });
    expect(outcome.text).toBe(becomes);
    expect(outcome.left).toEqual([]);
  });
});

describe("what compile --fix leaves alone", () => {
  test("a policy under another name that is used", async () => {
    const text = `${policyText("keep").replace("export default", "export const policy =")}export const same = policy;\n`;
    expect(await repair({ "keep.ts": text })).toMatchObject({ fixed: [], text, left: ["no-default-export"] });
  });

  test("what would be reported otherwise", async () => {
    const text = policyText("keep").replace("rules", "// @ts-ignore\n  marks: 5, rules");
    expect(await repair({ "keep.ts": text })).toMatchObject({ fixed: [], text, left: ["suppressed-check"] });
  });

  test("files of packages", async () => {
    const rules = `export const isMain = (name: unknown): name is "main" => name === "main";\n`;
    const tree = {
      "keep.ts": `import { isMain } from "rules";\nexport const main = isMain;\n${policyText("keep")}`,
      "node_modules/rules/package.json": `{ "name": "rules", "main": "./index.ts" }`,
      "node_modules/rules/index.ts": rules,
    };
    const look = (directory: string) => expect(readFileSync(join(directory, "node_modules/rules/index.ts"), "utf8")).toBe(rules);
    expect(await repair(tree, look)).toMatchObject({ fixed: [], left: ["type-predicate"] });
  });

  test("a file that somebody has changed since", async () => {
    const directory = openDirectory({ "keep.ts": policyText("Keep") });
    try {
      const changed = policyText("Other");
      let runs = 0;
      const run = () => {
        const compilation = compileNext({ paths: ["keep.ts"], workingDirectory: directory });
        if (runs++ === 0) writeFileSync(join(directory, "keep.ts"), changed);
        return compilation;
      };
      expect(await fixFiles({ compile: run, workingDirectory: directory })).toEqual([]);
      expect(readFileSync(join(directory, "keep.ts"), "utf8")).toBe(changed);
    } finally {
      removeDirectory(directory);
    }
  });

  test("the byte order mark, the ends of lines, the mode, and where a link leads", async () => {
    const dos = (name: string): string => `\uFEFF${policyText(name).replaceAll("\n", "\r\n")}`;
    const tree = { "real/keep.ts": dos("Keep"), "keep.ts": { linkTo: "real/keep.ts" } };
    const look = (directory: string) => {
      expect(lstatSync(join(directory, "keep.ts")).isSymbolicLink()).toBe(true);
      expect(readFileSync(join(directory, "real/keep.ts"), "utf8")).toBe(dos("keep"));
      expect(statSync(join(directory, "real/keep.ts")).mode & 0o777).toBe(0o644);
    };
    expect((await repair(tree, look)).left).toEqual([]);
  });
});
