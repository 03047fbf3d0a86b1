import { expect, test } from "vitest";
import { compileFiles } from "../../fixtures/compile-files.ts";
import { fileOf } from "../../diagnostics/example.ts";

const annotation = 'oldObject.metadata.annotations?.["a"] ?? ""';
const field = 'oldObject.spec?.owner ?? ""';

const codesFor = (pattern: string, text: string): readonly string[] =>
  compileFiles({ "a.ts": fileOf({ rule: `({ oldObject }) => ${pattern}.test(${text})` }, "a") }).diagnostics.map(
    ({ code }) => code,
  );

/**
 * `[a-z]{1,500}x` is short, so the API server charges little for it, and it takes Go a minute on the largest text: the
 * text gets a limit (ADR 65).
 */
test.each([
  ["/[a-z]{1,20}x/u", annotation, []],
  ["/[a-z]{1,500}x/u", annotation, []],
  ["/[a-z]{1,500}x/u", "oldObject.metadata.name", []],
  ["/^[a-z]{1,500}x$/u", annotation, []],
  ["/-[a-z]+[0-9]$/u", field, []],
  ["/(dev|stage|prod)-[a-z]+-[0-9]+$/u", field, []],
  ["/^(dev|stage|prod)-[a-z]{1,20}-[0-9]{1,5}$/u", field, []],
] as const)("%s on %s", (pattern, text, codes) => expect(codesFor(pattern, text)).toEqual(codes));
