import { describe, expect, test } from "vitest";
import { bindingsOf } from "../../compiler/ir/enforcement.ts";
import type { Enforcement } from "../../compiler/api/enforcement.ts";

const everywhere = (otherwise: Enforcement) => ({ otherwise, by: undefined });

const where = (operator: string, ...values: readonly string[]) => ({ matchExpressions: [{ key: "stage", operator, values }] });

describe("enforced alike everywhere", () => {
  test.each([
    ["deny", "deny", ["Deny"]],
    ["deny", "warn", ["Warn", "Audit"]],
    ["deny", "audit", ["Audit"]],
    ["warn", "deny", ["Warn"]],
    ["warn", "warn", ["Warn"]],
    ["warn", "audit", ["Audit"]],
  ] as const)("a rule that would %s, under %s", (action, enforcement, validationActions) => {
    expect(bindingsOf("keep", action, everywhere(enforcement))).toEqual([
      { name: "keep", validationActions, namespaces: undefined },
    ]);
  });
});

describe("enforced by a label", () => {
  const by = { label: "stage", values: { staging: "warn", production: "deny", edge: "deny", sandbox: "audit" } } as const;

  test("there is a binding for each action, and no two mean the same Namespace", () => {
    expect(bindingsOf("keep", "deny", { otherwise: "audit", by })).toEqual([
      { name: "keep-where-warn", validationActions: ["Warn", "Audit"], namespaces: where("In", "staging") },
      { name: "keep-where-deny", validationActions: ["Deny"], namespaces: where("In", "edge", "production") },
      { name: "keep", validationActions: ["Audit"], namespaces: where("NotIn", "edge", "production", "staging") },
    ]);
  });

  test("what comes to the same is one binding", () => {
    expect(bindingsOf("keep", "warn", { otherwise: "deny", by })).toEqual([
      { name: "keep-where-audit", validationActions: ["Audit"], namespaces: where("In", "sandbox") },
      { name: "keep", validationActions: ["Warn"], namespaces: where("NotIn", "sandbox") },
    ]);
    expect(bindingsOf("keep", "warn", { otherwise: "audit", by })).toEqual([
      { name: "keep-where-warn", validationActions: ["Warn"], namespaces: where("In", "edge", "production", "staging") },
      { name: "keep", validationActions: ["Audit"], namespaces: where("NotIn", "edge", "production", "staging") },
    ]);
    expect(bindingsOf("keep", "deny", { otherwise: "deny", by: { label: "stage", values: { production: "deny" } } })).toEqual([
      { name: "keep", validationActions: ["Deny"], namespaces: undefined },
    ]);
  });
});
