import { describe, expect, test } from "vitest";
import type { PolicyAnswer } from "../../../compiler/simulator/testing/answer.ts";
import { type Expectation, describeExpectation, isMet } from "../../../compiler/simulator/testing/expectation.ts";

const denial = { policy: "p", rule: "keep", action: "deny", message: "keep: ConfigMap a is kept" } as const;
const other = { policy: "q", rule: "hold", action: "deny", message: "hold: no" } as const;
const warning = { policy: "p", rule: "hint", action: "warn", message: "hint: mind the gap" } as const;
const told = { policy: "p", rule: "released", action: "audit", message: "released: ConfigMap a is protected" } as const;

const deny = (wanted: Expectation["denial"] = {}): Expectation => ({ decision: "deny", denial: wanted });

describe("an expectation is met", () => {
  test.each<[string, Expectation, PolicyAnswer, boolean]>([
    ["denied, whoever", deny(), [denial], true],
    ["denied, and nobody does", deny(), [warning], false],
    ["denied by the rule", deny({ rule: "keep" }), [other, denial], true],
    ["denied by another rule", deny({ rule: "hold" }), [denial], false],
    ["by the rule of that policy", deny({ policy: "q", rule: "hold" }), [denial, other], true],
    ["rule and message of different denials", deny({ rule: "keep", message: "hold: no" }), [denial, other], false],
    ["a part of the message", deny({ message: "is kept" }), [denial], true],
    ["a pattern", deny({ message: /^keep: .* kept$/ }), [denial], true],
    ["a pattern with a memory", deny({ message: /kept/g }), [denial], true],
    ["all of the message", deny({ message: { exactly: "keep: ConfigMap a is kept" } }), [denial], true],
    ["not quite all of it", deny({ message: { exactly: "ConfigMap a is kept" } }), [denial], false],
    ["allowed", { decision: "allow" }, [], true],
    ["allowed, with a warning that does not matter", { decision: "allow" }, [warning], true],
    ["allowed, but denied", { decision: "allow" }, [denial], false],
    ["allowed without a warning", { decision: "allow", warnings: [] }, [warning], false],
    ["a warning", { decision: "allow", warnings: [{ rule: "hint", message: "gap" }] }, [warning], true],
    ["a warning that nobody gives", { decision: "allow", warnings: [{ rule: "keep" }] }, [warning], false],
    ["a denial is no warning", { decision: "deny", warnings: [{ rule: "keep" }] }, [denial], false],
    ["what the audit log tells of", { decision: "allow", audited: [{ rule: "released" }] }, [told], true],
    ["another in the audit log", { decision: "allow", audited: [{ rule: "confirmed" }] }, [told], false],
    ["nothing in the audit log", { decision: "allow", audited: [] }, [told], false],
    ["the audit log is no warning", { decision: "allow", warnings: [{}] }, [told], false],
    ["both", { decision: "deny", denial: { rule: "keep" }, warnings: [{}] }, [denial, warning], true],
  ])("%s", (_, expectation, answer, isAsExpected) => {
    expect(isMet(expectation, answer)).toBe(isAsExpected);
  });
});

test("is said in words", () => {
  expect(describeExpectation(deny({ policy: "p", rule: "keep", message: "is kept" }))).toBe(
    'denied by rule keep of policy p, with a message that contains "is kept"',
  );
  expect(describeExpectation({ decision: "allow", warnings: [{ message: /gap/ }] })).toBe(
    "allowed, with a warning, with a message that matches /gap/",
  );
  expect(describeExpectation({ decision: "allow", warnings: [] })).toBe("allowed, without a warning");
  expect(describeExpectation({ decision: "allow", warnings: [], audited: [{ rule: "released" }] })).toBe(
    "allowed, without a warning, with a line in the audit log by rule released",
  );
});
