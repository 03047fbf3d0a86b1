import type { Code } from "../../../compiler/diagnostics/catalogue.ts";
import { join } from "node:path";
import { type Tree, directory } from "../../fixtures/tree.ts";
import { root } from "../../house/source-files.ts";

/** A diagnostic that takes files to show: what stands where, what is compiled, and what is said. */
export interface FileExample {
  readonly code: Code;
  readonly why: string;
  readonly bad: { readonly tree: Tree; readonly paths: readonly string[] };
  readonly good: { readonly tree: Tree; readonly paths: readonly string[] };
  /** Both as the page shows them. */
  readonly shown: readonly [bad: string, good: string];
  /** `file:line:column`, one for each diagnostic. */
  readonly places: readonly string[];
  readonly says: string;
  readonly override: string;
}

export const policyText = (name: string): string => `import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "${name}",
  match: [{ group: "apps", resource: "deployments" }],
  rules: { keep: { denyWhen: ({ oldObject }) => oldObject.metadata.name === "main", message: "keep it" } },
});
`;

const withWarning = policyText("keep").replace(
  `message: "keep it" }`,
  `message: "keep it" }, ask: { warnWhen: () => true, message: "sure?" }`,
);
const fromData = `import data from "./names.json";
${policyText("keep").replace('oldObject.metadata.name === "main"', "data.names.includes(oldObject.metadata.name)")}`;
const gitCheckout: Tree = { ".git": directory, "policies/keep.ts": fromData };
const good = { tree: { "policies/keep.ts": policyText("keep") }, paths: ["policies"] };
const latin1 = Uint8Array.from(Buffer.from(policyText("keep").replace("keep it", "gehört"), "latin1"));

export const fileExamples: readonly FileExample[] = [
  {
    code: "no-such-path",
    why: "Most likely the path is misspelt. A policy that is not compiled protects nothing.",
    bad: { tree: { "policies/keep.ts": policyText("keep") }, paths: ["policy"] },
    good,
    shown: ["$ holdfast compile policy", "$ holdfast compile policies"],
    places: ["policy:1:1"],
    says: "`policy`",
    override: "name a policy file (*.ts) or a directory that holds policy files",
  },
  {
    code: "unreadable-path",
    why: "The file exists but cannot be read: permissions are missing, a link is broken, or it is a pipe.",
    bad: {
      tree: { "policies/keep.ts": policyText("keep"), "policies/other.ts": { linkTo: "elsewhere.ts" } },
      paths: ["policies"],
    },
    good,
    shown: ["policies/keep.ts\npolicies/other.ts -> elsewhere.ts (which is not there)", "policies/keep.ts"],
    places: ["policies/other.ts:1:1"],
    says: "`policies/other.ts` (ENOENT)",
    override: "make it readable",
  },
  {
    code: "not-utf8",
    why: "Read as UTF-8, the letter would become a different one, in the rule and in the cluster.",
    bad: { tree: { "policies/keep.ts": latin1 }, paths: ["policies"] },
    good: { tree: { "policies/keep.ts": policyText("keep").replace("keep it", "gehört") }, paths: ["policies"] },
    shown: ['message: "geh\\xF6rt"   # saved as Latin-1', 'message: "gehört"'],
    places: ["policies/keep.ts:5:98"],
    says: "`policies/keep.ts`",
    override: "save it as UTF-8",
  },
  {
    code: "not-json",
    why: "TypeScript allows comments in a JSON file. The bundler that loads it for tests and for the webhook does not.",
    bad: { tree: { "policies/keep.ts": fromData, "policies/names.json": '{ "names": ["main"], }' }, paths: ["policies"] },
    good: { tree: { "policies/keep.ts": fromData, "policies/names.json": '{ "names": ["main"] }' }, paths: ["policies"] },
    shown: ['{ "names": ["main"], }', '{ "names": ["main"] }'],
    places: ["policies/names.json:1:1"],
    says: "`policies/names.json`",
    override: "remove comments and trailing commas",
  },
  {
    code: "outside-of-checkout",
    why: "Pipelines compile pull requests from strangers. A link to `~/.docker/config.json` would otherwise print a secret. The repository is the git checkout, or without `.git` the outermost directory with a `package.json`. Packages below `node_modules` may be anywhere.",
    bad: {
      tree: { ...gitCheckout, "policies/names.json": { linkTo: join(root, "package.json") } },
      paths: ["policies"],
    },
    good: { tree: { ...gitCheckout, "policies/names.json": '{ "names": ["main"] }' }, paths: ["policies"] },
    shown: ["policies/names.json -> ../../.docker/config.json", "policies/names.json"],
    places: ["policies/keep.ts:1:18"],
    says: "`names.json` is outside of this repository",
    override: "copy it into the repository",
  },
  {
    code: "no-policy-files",
    why: "An empty directory would compile to nothing, and nothing would be protected.",
    bad: { tree: { "policies/README.md": "later" }, paths: ["policies"] },
    good,
    shown: ["policies/README.md", "policies/keep.ts"],
    places: ["policies:1:1"],
    says: "`policies`",
    override: "write a policy there",
  },
  {
    code: "not-typescript",
    why: "Policies are TypeScript files. Declarations (`*.d.ts`) and tests (`*.test.ts`) contain no policies.",
    bad: { tree: { "policies/keep.js": policyText("keep") }, paths: ["policies/keep.js"] },
    good,
    shown: ["$ holdfast compile policies/keep.js", "$ holdfast compile policies/keep.ts"],
    places: ["policies/keep.js:1:1"],
    says: "`policies/keep.js`",
    override: "name a file that ends in .ts",
  },
  {
    code: "same-file-name",
    why: "The YAML file is named after the source file, and all of them go into one directory. On some disks, `Keep.yaml` and `keep.yaml` are the same file.",
    bad: {
      tree: { "policies/a/keep.ts": policyText("keep-a"), "policies/b/keep.ts": policyText("keep-b") },
      paths: ["policies"],
    },
    good: {
      tree: { "policies/a/keep-a.ts": policyText("keep-a"), "policies/b/keep-b.ts": policyText("keep-b") },
      paths: ["policies"],
    },
    shown: ["policies/a/keep.ts\npolicies/b/keep.ts", "policies/a/keep-a.ts\npolicies/b/keep-b.ts"],
    places: ["policies/b/keep.ts:1:1"],
    says: "once for `policies/a/keep.ts`",
    override: "rename one of the two files",
  },
  {
    code: "no-default-export",
    why: "The file declares a policy, but exports it under another name that nothing imports. So it would not be compiled, although it looks active. A file without a policy is just a module.",
    bad: {
      tree: { "policies/keep.ts": policyText("keep").replace("export default", "export const policy =") },
      paths: ["policies"],
    },
    good,
    shown: ["export const policy = deletionPolicy({ ... });", "export default deletionPolicy({ ... });"],
    places: ["policies/keep.ts:1:1"],
    says: "`policies/keep.ts`",
    override: "write `export default deletionPolicy({...})`",
  },
  {
    code: "cyclic-import",
    why: "In a cycle, it depends on the first file which constants already have their values.",
    bad: {
      tree: {
        "policies/keep.ts": `import { names } from "./names.ts";\nexport const first = "main";\nexport const all = names;\n${policyText("keep")}`,
        "policies/names.ts": `import { first } from "./keep.ts";\nexport const names = [first];\n`,
      },
      paths: ["policies"],
    },
    good: {
      tree: {
        "policies/keep.ts": `import { names } from "./names.ts";\nexport const all = names;\n${policyText("keep")}`,
        "policies/names.ts": `export const names = ["main"];\n`,
      },
      paths: ["policies"],
    },
    shown: [
      'policies/keep.ts:   import { names } from "./names.ts";\npolicies/names.ts:  import { first } from "./keep.ts";',
      'policies/keep.ts:   import { names } from "./names.ts";\npolicies/names.ts:  imports nothing',
    ],
    places: ["policies/keep.ts:1:23"],
    says: "`policies/keep.ts` -> `policies/names.ts` -> `policies/keep.ts`",
    override: "move the shared code into a file that imports neither",
  },
  {
    code: "same-policy-name",
    why: "The second policy would replace the first in the cluster. Rules that warn, and rules for other operations, get a suffix: `keep-warn`, `keep-update`.",
    bad: { tree: { "policies/keep.ts": withWarning, "policies/other.ts": policyText("keep-warn") }, paths: ["policies"] },
    good: { tree: { "policies/keep.ts": withWarning, "policies/other.ts": policyText("keep-other") }, paths: ["policies"] },
    shown: [
      'policies/keep.ts:   name: "keep", with a rule that has warnWhen\npolicies/other.ts:  name: "keep-warn"',
      'policies/keep.ts:   name: "keep", with a rule that has warnWhen\npolicies/other.ts:  name: "keep-other"',
    ],
    places: ["policies/other.ts:2:16"],
    says: "`keep-warn` is already used by another policy (policies/keep.ts)",
    override: "give each policy a unique name",
  },
];
