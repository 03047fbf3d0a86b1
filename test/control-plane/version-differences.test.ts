import { expect, test } from "vitest";

import { isBefore } from "./version-differences.ts";

test.each([
  ["v1.30.14", true],
  ["v1.35.9", true],
  ["v1.36.0", false],
  ["v1.37.1", false],
  ["v1.100.0-alpha.1+abcdef", false],
])("%s is before 1.36: %s", (gitVersion, expected) => {
  expect(isBefore({ gitVersion }, "statusKeepsOwners")).toBe(expected);
});

test("what is no version is not taken for an old one", () => {
  expect(() => isBefore({ gitVersion: "v0.0.0-master+$Format:%H$" }, "statusKeepsOwners")).toThrow(
    "is no version of Kubernetes 1",
  );
});
