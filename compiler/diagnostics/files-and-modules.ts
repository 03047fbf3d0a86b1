/** Diagnostics about files and modules: a part of the catalogue. */
export const filesAndModules = {
  "no-such-path": {
    message: "there is no file or directory `{path}`",
    help: "name a policy file (*.ts) or a directory that holds policy files",
  },
  "unreadable-path": {
    message: "cannot read `{path}` ({reason})",
    help: "make it readable for the user who runs holdfast, or leave it out",
  },
  "not-utf8": {
    message: "`{path}` is not UTF-8 text",
    help: "save it as UTF-8; read as such, this character is another one than its author sees",
  },
  "outside-of-checkout": {
    message: "`{path}` is outside of this repository",
    help: "copy it into the repository; a pull request could otherwise make `compile` read and print any file of the machine",
  },
  "no-policy-files": {
    message: "there is no TypeScript file below `{path}`",
    help: "write a policy there (docs/rules/language.md shows one), or name another directory",
  },
  "not-typescript": {
    message: "`{path}` is not a TypeScript file",
    help: "name a file that ends in .ts (declarations and *.test.ts hold no policies)",
  },
  "same-file-name": {
    message: "`{name}` would be written twice, once for `{other}`",
    help: "rename one of the two files; the YAML takes its name from the source",
  },
  "syntax-error": {
    message: "{text}",
    help: "fix the syntax; nothing else in this file was looked at",
  },
  "nested-too-deeply": {
    message: "this is nested more than {limit} levels deep",
    help: "divide it with `const`; ask with `includes`, `some` or `every` on a list instead of a long chain",
  },
  "too-large": {
    message: "`{text}` becomes too large to be compiled",
    help: "write less of it: a policy is an object of the cluster, which holds 1 MiB or so",
  },
  "type-error": {
    message: "{text}",
    help: "fix the type (TypeScript {number}); policies are checked with strict options, whatever tsconfig.json says",
  },
  "no-default-export": {
    message: "`{path}` exports no policy, and no policy imports it",
    help: "write `export default deletionPolicy({...})`, or import the file where its constants are used",
  },
  "not-a-policy": {
    message: "{found} is not a policy",
    help: "export `deletionPolicy({...})`, or a list of them",
  },
  "cyclic-import": {
    message: "these files import each other: `{path}`",
    help: "move what they share into a file that imports neither",
  },
  "unsupported-import": {
    message: "policies cannot import `{name}`",
    help: 'import values from "holdfast", your own files, JSON, and packages that ship TypeScript; types from anywhere, with `import type`',
  },
  "json-import": {
    message: "`{name}` is data, which has no exports",
    help: 'import all of it, by a name of your own: `import data from "{name}"`',
  },
  "not-json": {
    message: "`{path}` is not JSON ({reason})",
    help: "remove comments and commas too many; the rest is as JSON.parse wants it",
  },
  "unsupported-statement": {
    message: "a policy cannot have this {kind}",
    help: "{help}",
  },
  "not-const": {
    message: "`{text}` has no value that stands from its declaration on",
    help: "write `const`; inside of a function `let` is fine, too",
  },
  "used-before-defined": {
    message: "`{name}` is used before it has a value",
    help: "define it further up, and without referring to itself",
  },
} as const;
