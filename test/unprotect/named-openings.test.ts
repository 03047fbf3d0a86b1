import { expect, test } from "vitest";
import { openingsIn } from "../../compiler/cluster/unprotect/named-openings.ts";

const release = { field: "annotations", key: "holdfast.dev/release", value: "3f0e7b1c-0000" };

test.each([
  ["to delete it anyway: kubectl annotate configmaps/a -n shop holdfast.dev/release=3f0e7b1c-0000 (or commit it)", [release]],
  ["first run: kubectl annotate nodes/n1 holdfast.dev/release=3f0e7b1c-0000", [release]],
  [
    "kubectl label configmaps/a -n shop keep- example.com/keep=no --overwrite; then",
    [
      { field: "labels", key: "keep", value: undefined },
      { field: "labels", key: "example.com/keep", value: "no" },
    ],
  ],
])("%s", (message, changes) => {
  expect(openingsIn(message).map((one) => one.changes)).toEqual([changes]);
});

test.each([
  ["a shell fills it in", "kubectl annotate configmaps/a -n shop holdfast.dev/released-until=x/$(date -u +%FT%TZ)"],
  ["somebody else's name", "kubectl annotate configmaps/a -n shop holdfast.dev/approved-by=x/<their user name>"],
  ["a flag for a key", "kubectl annotate configmaps/a -n shop --server=https://example.com"],
  ["a key that is none", "kubectl annotate configmaps/a -n shop a/b/c=1"],
  ["another command", "kubectl delete configmaps/a -n shop"],
])("%s: no change that is made here", (_, message) => {
  expect(openingsIn(message)).toEqual([]);
});
