import { expect, test } from "vitest";
import type { Outcome } from "./conformance-answer.ts";
import { rows, rowsWith } from "./conformance-rows.ts";

/**
 * Where Kubernetes' cel-go, and so the engine, answers otherwise than cel-spec asks; the oracle says the same in
 * conformance-oracle.test.ts.
 */
const others = [
  "fields: map_value_repeat_key",
  "optionals: map_null_entry_no_such_key",
  "optionals: map_present_key_invalid_field",
  "string_ext: list support for string",
  "string_ext: map support for string",
  "string_ext: map support (all key types)",
  "string_ext: positive infinity support for fixed-point",
  "string_ext: negative infinity support for fixed-point",
  "string_ext: dyntype NaN/infinity support",
  "string_ext: dyntype support for lists",
  "string_ext: dyntype support for maps",
  "string_ext: indexof_out_of_range",
  "string_ext: lastindexof_out_of_range",
];

test("cel-spec's tests are answered as they say, or not at all", () => {
  console.info(table());
  expect(
    rowsWith("other")
      .map(({ test: { file, name } }) => `${file}: ${name}`)
      .toSorted(),
  ).toEqual(others.toSorted());
  const counts = Object.fromEntries(
    (["right", "other", "uncompiled", "rejected"] as const).map((one) => [one, rowsWith(one).length]),
  );
  expect(counts).toEqual({ right: 1309, other: others.length, uncompiled: 361, rejected: 661 });
});

/** `string_ext  188 right, 12 other, ...` */
function table(): string {
  const files = [...new Set(rows.map(({ test: { file } }) => file))];
  const lines = files.map((file) => {
    const own = rows.filter((row) => row.test.file === file);
    const count = (outcome: Outcome): string => String(own.filter((row) => row.outcome === outcome).length).padStart(5);
    return `${file.padEnd(16)}${count("right")} right${count("other")} other${count("uncompiled")} uncompiled${count("rejected")} rejected`;
  });
  return lines.join("\n");
}
