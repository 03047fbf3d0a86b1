import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Compilation, compile } from "../../compiler/compile.ts";
import { placesOf } from "../fixtures/compile-files.ts";
import { withDirectory } from "../fixtures/open-directory.ts";
import { writeTree } from "../fixtures/tree.ts";
import { policyText } from "./examples/files.ts";

/** Writes a file, ends the process and leaves a mark in it: whatever of it runs shows. */
const harm = `(process.getBuiltinModule("node:fs").writeFileSync("TRACE", "ran"), Reflect.set(globalThis, "holdfastTrace", true), process.exit(3))`;

/** `process` is declared so that types are no obstacle: what is tested is that nothing runs. */
const declared = `/// <reference path="./globals.d.ts" />\n`;
const globals = `declare const process: { getBuiltinModule(name: string): { writeFileSync(file: string, text: string): string }; exit(code: number): string };\n`;

interface Attempt {
  readonly title: string;
  readonly top?: string;
  readonly change?: (text: string) => string;
  readonly module?: string;
  readonly codes: readonly string[];
}

const attempts: readonly Attempt[] = [
  { title: "a statement", top: `${harm};`, codes: ["unsupported-statement"] },
  { title: "an exit", top: `process.exit(0);`, codes: ["unsupported-statement"] },
  { title: "a constant", top: `const answer = ${harm};`, codes: ["unsupported-operator"] },
  {
    title: "a function that is called at once",
    top: `const answer = ((): string => process.exit(3))();`,
    codes: ["unknown-call"],
  },
  {
    title: "a default parameter",
    top: `const answer = ((text: string = process.exit(3)): string => text)();`,
    codes: ["unknown-call"],
  },
  { title: "an element of a list", top: `const answers = ["a", process.exit(3)];`, codes: ["unknown-call"] },
  { title: "a property", top: `const answers = { a: process.exit(3) };`, codes: ["unknown-call"] },
  { title: "a computed key", top: `const answers = { [process.exit(3)]: "a" };`, codes: ["unknown-call"] },
  { title: "a template", top: "const answer = `a${process.exit(3)}`;", codes: ["unknown-call"] },
  { title: "a tag of a template", top: "const answer = String.raw`${process.exit(3)}`;", codes: ["unsupported-expression"] },
  {
    title: "a getter",
    top: `const answer = { get a(): string { return process.exit(3); } };`,
    codes: ["unsupported-expression"],
  },
  { title: "a static block", top: `class Answer { static { process.exit(3); } }`, codes: ["unsupported-statement"] },
  { title: "a static property", top: `class Answer { static a = process.exit(3); }`, codes: ["unsupported-statement"] },
  {
    title: "a decorator",
    top: `@((_: unknown, __: ClassDecoratorContext): void => void process.exit(3))\nclass Answer {}`,
    codes: ["unsupported-statement"],
  },
  { title: "an enum", top: `enum Answer { A = process.exit(3).length }`, codes: ["unknown-call"] },
  { title: "a namespace", top: `namespace Answer { process.exit(3); }`, codes: ["unsupported-statement"] },
  {
    title: "a constructor",
    top: `const answer = new Promise<string>(() => process.exit(3));`,
    codes: ["unsupported-expression"],
  },
  {
    title: "an import that is called",
    top: `const answer = import("./module.ts");`,
    module: `${declared}process.exit(3);\nexport {};`,
    codes: ["unsupported-expression"],
  },
  {
    title: "an imported module",
    top: `import { answer } from "./module.ts";\nexport const used = answer;`,
    module: `${declared}process.exit(3);\nexport const answer = "a";`,
    codes: ["unsupported-statement"],
  },
  {
    title: "a constant of an imported module",
    top: `import { answer } from "./module.ts";\nexport const used = answer;`,
    module: `${declared}export const answer = process.exit(3);`,
    codes: ["unknown-call"],
  },
  {
    title: "an export from elsewhere",
    top: `export { answer } from "./module.ts";`,
    module: `${declared}process.exit(3);\nexport const answer = "a";`,
    codes: ["unsupported-statement"],
  },
  { title: "the name", change: (text) => text.replace(`"keep",`, "`keep${process.exit(3)}`,"), codes: ["unknown-call"] },
  {
    title: "the match",
    change: (text) => text.replace(`resource: "deployments"`, `resource: process.exit(3)`),
    codes: ["unknown-call"],
  },
  {
    title: "a list in the match",
    change: (text) => text.replace(`match: [`, `match: [...[process.exit(3)].map((group) => ({ group, resource: "*" })), `),
    codes: ["unknown-call"],
  },
  { title: "the message", change: (text) => text.replace(`"keep it"`, "`keep ${process.exit(3)}`"), codes: ["unknown-call"] },
  {
    title: "the rule",
    change: (text) => text.replace(`=> oldObject.metadata.name`, `=> process.exit(3)`),
    codes: ["unknown-call"],
  },
  {
    title: "a function around the policy",
    change: (text) =>
      text
        .replace("export default deletionPolicy(", "export default ((policy) => (process.exit(3), policy))(deletionPolicy(")
        .replace("});\n", "}));\n"),
    codes: ["unsupported-operator"],
  },
  {
    title: "what types do not know",
    change: (text) => text.replace(declared, "").replace("export default", "process.exit(3);\nexport default"),
    codes: ["not-in-cel"],
  },
];

function attempt(directory: string, { top = "", change = (text) => text, module }: Attempt): Compilation {
  writeTree(directory, {
    "globals.d.ts": globals,
    "policy.ts": change(`${declared}${top}\n${policyText("keep")}`),
    ...(module === undefined ? {} : { "module.ts": module }),
  });
  return compile({ paths: ["policy.ts"], workingDirectory: directory });
}

describe("nothing of a policy file is run", () => {
  test.each(attempts)("$title", (one) => {
    withDirectory((directory) => {
      const compilation = attempt(directory, one);
      expect(compilation.diagnostics.map(({ code }) => code)).toEqual(one.codes);
      expect(placesOf(compilation)).not.toContainEqual(expect.stringMatching(/:1:1 /));
      expect(compilation.files).toEqual([]);
      expect([join(directory, "TRACE"), "TRACE"].filter((path) => existsSync(path))).toEqual([]);
      expect(Reflect.get(globalThis, "holdfastTrace")).toBe(undefined);
    });
  });
});
