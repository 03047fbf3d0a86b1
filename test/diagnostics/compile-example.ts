import type { Compilation } from "../../compiler/compile.ts";
import { compileFiles } from "../fixtures/compile-files.ts";
import { type Example, fileOf } from "./example.ts";
import { withoutMarks } from "./marked-text.ts";

const compiled = new WeakMap<Example, Compilation>();

/** What the compiler says of the wrong half: once, for the tests and for the page that is made of it. */
export function compileBad(example: Example): Compilation {
  const known = compiled.get(example);
  if (known !== undefined) return known;
  const text = withoutMarks(fileOf(example.bad, "example"));
  const compilation = compileFiles({ "example.ts": text, ...example.modules }, ["example.ts"], example.options);
  compiled.set(example, compilation);
  return compilation;
}
