import { expect, test } from "vitest";
import { readsMoreThanMetadata } from "../../compiler/cluster/deletion/matched-kinds.ts";

const reads = (expression: string, what: "oldObject" | "params" = "oldObject"): boolean =>
  readsMoreThanMetadata({ spec: { validations: [{ expression }] } }, what);

test.each([
  "oldObject.metadata.labels['keep'] == 'yes'",
  "oldObject.?metadata.?labels[?'keep'].orValue('') == 'yes' && oldObject.kind == 'Secret'",
  "params.spec.size > 1",
])("%s reads no more of the object than its metadata", (expression) => expect(reads(expression)).toBe(false));

test.each([
  "oldObject.spec.size > 1",
  "oldObject.?spec.hasValue()",
  "oldObject['spec'].size > 1",
  "dyn(oldObject).data.size() > 0",
  "[oldObject].all(o, has(o.data))",
  "oldObject.metadata.name == 'a' && oldObject.data['a'] == 'b'",
])("%s may read more", (expression) => expect(reads(expression)).toBe(true));

test("what is looked up is told apart from the object", () => {
  expect([reads("params.data.a == 'b'", "params"), reads("params.metadata.name == 'b'", "params")]).toEqual([true, false]);
});
