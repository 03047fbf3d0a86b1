import { expect, test } from "vitest";
import { SharedRecords } from "../../compiler/install/shared-records.ts";

const field = (name: string) => [name, { shape: { kind: "string" }, presence: "optional", typedByServer: true }] as const;
const fields = (length: number) => Object.fromEntries(Array.from({ length }, (_, at) => field(`field${at}`)));
const large = { kind: "record", fields: fields(20) };
const data = {
  a: large,
  b: [{ kind: "record", fields: { inner: { shape: large }, ...fields(15) } }, undefined, "c"],
  d: undefined,
};

/** What the module that is written evaluates to. */
function evaluated(shared: SharedRecords, texts: readonly string[]): unknown {
  // oxlint-disable-next-line no-implied-eval, no-new-func
  return new Function(`${shared.lines().join("\n")}\nreturn [${texts.join(", ")}];`)();
}

test("data reads as JSON would have it, and a shape of some size is written once", () => {
  const shared = new SharedRecords();
  const texts = [shared.text(data), shared.text({ kind: "record", fields: fields(1) }), shared.text(data)];
  const plain: unknown = JSON.parse(JSON.stringify([data, { kind: "record", fields: fields(1) }, data]));
  expect(evaluated(shared, texts)).toEqual(plain);
  expect(shared.lines()).toHaveLength(2);
});
