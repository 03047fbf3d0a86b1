import { describe, expect, test } from "vitest";
import { compileFiles, placesOf } from "../fixtures/compile-files.ts";
import { type Tree, directory, namedPipe, usingHoldfast } from "../fixtures/tree.ts";
import { policyText } from "./examples/files.ts";

const bytes = (text: string, ...more: readonly number[]): Uint8Array => Uint8Array.from([...more, ...Buffer.from(text)]);
const broken = policyText("keep").replace(' === "main"', ".length & 1");
const megabytes = `// ${"x".repeat(76)}\n`.repeat(65_536);

interface Situation {
  readonly title: string;
  readonly tree: Tree;
  readonly paths: readonly string[];
  /** What is reported; nothing where the files compile. */
  readonly places: readonly string[];
}

const situations: readonly Situation[] = [
  {
    title: "a byte order mark",
    tree: { "keep.ts": bytes(policyText("keep"), 0xef, 0xbb, 0xbf) },
    paths: ["keep.ts"],
    places: [],
  },
  {
    title: "a mistake behind a byte order mark",
    tree: { "keep.ts": bytes(broken.replace("\n", " "), 0xef, 0xbb, 0xbf) },
    paths: ["keep.ts"],
    places: ["keep.ts:4:80 unsupported-operator"],
  },
  { title: "carriage returns", tree: { "keep.ts": policyText("keep").replaceAll("\n", "\r\n") }, paths: ["keep.ts"], places: [] },
  {
    title: "a mistake behind carriage returns",
    tree: { "keep.ts": broken.replaceAll("\n", "\r\n") },
    paths: ["keep.ts"],
    places: ["keep.ts:5:80 unsupported-operator"],
  },
  {
    title: "NUL bytes",
    tree: { "keep.ts": `\0\0${policyText("keep")}` },
    paths: ["keep.ts"],
    places: ["keep.ts:1:1 syntax-error", "keep.ts:1:2 syntax-error"],
  },
  {
    title: "a NUL in a name",
    tree: { "keep.ts": policyText("keep").replace(`"keep"`, `"keep\0"`) },
    paths: ["keep.ts"],
    places: ["keep.ts:3:9 policy-name"],
  },
  { title: "five megabytes", tree: { "keep.ts": `${megabytes}${policyText("keep")}` }, paths: ["keep.ts"], places: [] },
  {
    title: "a mistake behind five megabytes",
    tree: { "keep.ts": `${megabytes}${broken}` },
    paths: ["keep.ts"],
    places: ["keep.ts:65541:80 unsupported-operator"],
  },
  {
    title: "Latin-1",
    tree: { "keep.ts": Uint8Array.from(Buffer.from(policyText("keep").replace("keep it", "gehört"), "latin1")) },
    paths: ["keep.ts"],
    places: ["keep.ts:5:98 not-utf8"],
  },
  {
    title: "UTF-16",
    tree: { "keep.ts": Uint8Array.from(Buffer.from(`\uFEFF${policyText("keep")}`, "utf16le")) },
    paths: ["keep.ts"],
    places: ["keep.ts:1:1 not-utf8"],
  },
  {
    title: "half of a character at the end",
    tree: { "keep.ts": Uint8Array.from([...bytes(`${policyText("keep")}// `), 0xf0, 0x9f]) },
    paths: ["keep.ts"],
    places: ["keep.ts:7:4 not-utf8"],
  },
  {
    title: "Latin-1 in a module",
    tree: {
      "keep.ts": `import { a } from "./a.ts";\nexport const b = a;\n${policyText("keep")}`,
      "a.ts": Uint8Array.from(Buffer.from(`export const a = "ä";`, "latin1")),
    },
    paths: ["keep.ts"],
    places: ["a.ts:1:19 not-utf8"],
  },
  {
    title: "a module that nobody imports, beside a policy",
    tree: { "keep.ts": policyText("keep"), "marks.ts": "export const mark = 1;\n" },
    paths: ["."],
    places: [],
  },
  {
    title: "a policy that nobody imports, beside another",
    tree: {
      "keep.ts": policyText("keep"),
      "other.ts": policyText("other").replace("export default", "export const other ="),
    },
    paths: ["."],
    places: ["other.ts:1:1 no-default-export"],
  },
  {
    title: "modules alone",
    tree: { "a.ts": "export const a = 1;\n", "b.ts": 'export { a } from "./a.ts";\n' },
    paths: ["."],
    places: ["b.ts:1:1 no-default-export"],
  },
  {
    title: "a package of declarations",
    tree: {
      "keep.ts": `import { type Path, basename } from "paths";\nimport { type Path as Own } from "paths";\nexport type Both = Path | Own;\nexport const b = basename;\n${policyText("keep")}`,
      "node_modules/paths/package.json": `{ "name": "paths", "types": "./index.d.ts", "main": "./index.js" }`,
      "node_modules/paths/index.d.ts": "export type Path = string;\nexport declare function basename(path: string): string;\n",
      "node_modules/paths/index.js": "export const basename = (path) => path;\n",
    },
    paths: ["keep.ts"],
    places: ["keep.ts:1:1 unsupported-import"],
  },
  {
    title: "a package with a mistake",
    tree: {
      "keep.ts": `import { isMain } from "rules";\nexport const main = isMain;\n${policyText("keep")}`,
      "node_modules/rules/package.json": `{ "name": "rules", "main": "./index.ts" }`,
      "node_modules/rules/index.ts": `export const isMain = (name: string): boolean => name.toUpper() === "MAIN";\n`,
    },
    paths: ["keep.ts"],
    places: ["node_modules/rules/index.ts:1:55 type-error"],
  },
  {
    title: "another part of this package",
    tree: {
      ...usingHoldfast,
      "keep.ts": `import { compile } from "holdfast/compiler";\nexport const c = compile;\n${policyText("keep")}`,
    },
    paths: ["keep.ts"],
    places: ["keep.ts:1:1 unsupported-import"],
  },
  {
    title: "data with a key that no object has",
    tree: {
      "keep.ts": `import data from "./data.json";\nexport const { names } = data;\n${policyText("keep")}`,
      "data.json": '{ "names": ["main"], "__proto__": {} }',
    },
    paths: ["keep.ts"],
    places: ["data.json:1:22 unknown-key"],
  },
  { title: "an empty file", tree: { "keep.ts": "" }, paths: ["keep.ts"], places: ["keep.ts:1:1 no-default-export"] },
  {
    title: "a picture",
    tree: { "keep.ts": Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0xff, 0xfe]) },
    paths: ["keep.ts"],
    places: ["keep.ts:1:1 not-utf8"],
  },
  { title: "an empty directory", tree: { policies: directory }, paths: ["policies"], places: ["policies:1:1 no-policy-files"] },
  {
    title: "a directory of directories",
    tree: { "policies/a/b": directory },
    paths: ["policies"],
    places: ["policies:1:1 no-policy-files"],
  },
  {
    title: "a directory named like a file",
    tree: { "policies/keep.ts": directory, "policies/keep.ts/other.ts": policyText("other") },
    paths: ["policies"],
    places: [],
  },
  { title: "a named pipe", tree: { "keep.ts": namedPipe }, paths: ["keep.ts"], places: ["keep.ts:1:1 unreadable-path"] },
  {
    title: "a named pipe in a directory",
    tree: { "policies/keep.ts": policyText("keep"), "policies/pipe.ts": namedPipe },
    paths: ["policies"],
    places: ["policies/pipe.ts:1:1 unreadable-path"],
  },
  {
    title: "a named pipe as a module",
    tree: { "keep.ts": `import { a } from "./pipe.ts";\nexport const b = a;\n${policyText("keep")}`, "pipe.ts": namedPipe },
    paths: ["keep.ts"],
    places: ["keep.ts:1:19 type-error"],
  },
  {
    title: "a link that leads nowhere",
    tree: { "keep.ts": { linkTo: "none.ts" } },
    paths: ["keep.ts"],
    places: ["keep.ts:1:1 unreadable-path"],
  },
  {
    title: "a link to itself",
    tree: { "keep.ts": { linkTo: "keep.ts" } },
    paths: ["keep.ts"],
    places: ["keep.ts:1:1 unreadable-path"],
  },
  {
    title: "a link to itself in a directory",
    tree: { "policies/keep.ts": { linkTo: "keep.ts" } },
    paths: ["policies"],
    places: ["policies:1:1 no-policy-files", "policies/keep.ts:1:1 unreadable-path"],
  },
  {
    title: "a link to a policy",
    tree: { "shared/keep.ts": policyText("keep"), "policies/keep.ts": { linkTo: "../shared/keep.ts" } },
    paths: ["policies"],
    places: [],
  },
  {
    title: "a link to a directory of policies",
    tree: { "shared/keep.ts": policyText("keep"), "policies/shared": { linkTo: "../shared" } },
    paths: ["policies"],
    places: [],
  },
  {
    title: "a directory that contains itself",
    tree: { "policies/keep.ts": policyText("keep"), "policies/again": { linkTo: "." } },
    paths: ["policies"],
    places: [],
  },
  {
    title: "a path through a file",
    tree: { "keep.ts": policyText("keep") },
    paths: ["keep.ts/other.ts"],
    places: ["keep.ts/other.ts:1:1 unreadable-path"],
  },
  { title: "a path that is too long", tree: {}, paths: ["x".repeat(5000)], places: [`${"x".repeat(5000)}:1:1 unreadable-path`] },
  { title: "a path with a NUL", tree: {}, paths: ["a\0b.ts"], places: ["a\0b.ts:1:1 unreadable-path"] },
  { title: "one path twice", tree: { "keep.ts": policyText("keep") }, paths: ["keep.ts", "./keep.ts", "."], places: [] },
  {
    title: "three files in a circle",
    tree: {
      "a.ts": `import "./b.ts";\n${policyText("a")}`,
      "b.ts": `import "./c.ts";\nexport {};\n`,
      "c.ts": `import "./a.ts";\nexport {};\n`,
    },
    paths: ["."],
    places: ["a.ts:1:8 cyclic-import"],
  },
  {
    title: "a file that imports itself",
    tree: { "a.ts": `import { a as b } from "./a.ts";\nexport const a = "a";\nexport const c = b;\n${policyText("a")}` },
    paths: ["."],
    places: ["a.ts:1:24 cyclic-import"],
  },
];

describe("whatever stands under a path", () => {
  test.each(situations)("$title", ({ tree, paths, places }) => {
    const compilation = compileFiles(tree, paths);
    expect(placesOf(compilation)).toEqual(places);
    expect(compilation.files.length > 0).toBe(places.length === 0);
  });
});
