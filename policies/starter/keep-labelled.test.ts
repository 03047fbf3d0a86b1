import { del } from "holdfast/testing";
import "holdfast/vitest";
import { expect, test } from "vitest";
import policy from "./keep-labelled.ts";

const settings = (labels: Record<string, string> = {}) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "settings", namespace: "shop", labels },
});

test("a labelled ConfigMap is kept", () => {
  expect(policy).toDeny(del(settings({ "example.com/keep": "yes" })), { rule: "keep", message: "is protected by its label" });
});

test("without the label it can be deleted", () => {
  expect(policy).toAllow(del(settings()));
});
