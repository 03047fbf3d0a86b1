/** Diagnostics about files and modules. */
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
    help: "save it as UTF-8; otherwise this character becomes a different one",
  },
  "outside-of-checkout": {
    message: "`{path}` is outside of this repository",
    help: "copy it into the repository; otherwise a pull request could make `compile` read and print any file on the machine",
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
    help: "rename one of the two files; each YAML file is named after its source",
  },
  "syntax-error": {
    message: "{text}",
    help: "fix the syntax; the rest of this file was not checked",
  },
  "nested-too-deeply": {
    message: "this is nested more than {limit} levels deep",
    help: "split it with `const`; use `includes`, `some` or `every` on a list instead of a long chain",
  },
  "too-large": {
    message: "`{text}` becomes too large to compile",
    help: "make it smaller; the cluster stores a policy as one object, of about 1 MiB at most",
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
    help: "move the shared code into a file that imports neither",
  },
  "unsupported-import": {
    message: "policies cannot import `{name}`",
    help: 'import values from "holdfast", your own files, JSON, and packages that ship TypeScript; types from anywhere, with `import type`',
  },
  "json-import": {
    message: "`{name}` is a JSON file, which has no exports",
    help: 'import all of it under a name of your choice: `import data from "{name}"`',
  },
  "not-json": {
    message: "`{path}` is not JSON ({reason})",
    help: "remove comments and trailing commas; `JSON.parse` must accept the rest",
  },
  "unsupported-statement": {
    message: "a policy cannot contain this {kind}",
    help: "{help}",
  },
  "not-const": {
    message: "`{text}` is not supported here, because its value is not fixed by the declaration",
    help: "write `const`; inside a function, `let` is allowed too",
  },
  "used-before-defined": {
    message: "`{name}` is used before it has a value",
    help: "define it earlier, and without a reference to itself",
  },
} as const;
