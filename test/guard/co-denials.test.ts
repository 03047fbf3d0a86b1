import { describe, expect, test } from "vitest";
import { del } from "../../compiler/simulator/testing/index.ts";
import { askedPolicy } from "./asked.ts";

const rule = (name: string, label: string, message = `"${label} is set"`): string => `
    ${name}: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["${label}"] === "yes", message: ${message} },`;

const policyWith = (...rules: readonly string[]): string => `
import { confirmedByName, deletionPolicy, released } from "holdfast";

export default deletionPolicy({
  name: "keep",
  match: [{ group: "", resource: "configmaps" }],
  overrides: [confirmedByName("sure")],
  rules: {${rules.join("")}
  },
});
`;

const settings = (...labels: readonly string[]) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "settings", namespace: "shop", labels: Object.fromEntries(labels.map((label) => [label, "yes"])) },
});

const how = "; to delete it anyway: kubectl annotate configmaps/settings -n shop sure=settings (or commit that annotation)";

/** What a client sees: the message of the first rule that denies. */
async function shown(policy: string, ...labels: readonly string[]): Promise<string | undefined> {
  return (await askedPolicy(policy)).ask(del(settings(...labels)))[0]?.message;
}

describe("a denial", () => {
  const policy = policyWith(rule("first", "a"), rule("second", "b"), rule("third", "c"));

  test("names every rule that denies, and the overrides once", async () => {
    expect(await shown(policy, "a", "b", "c")).toBe(`first: a is set; second: b is set; third: c is set${how}`);
    expect(await shown(policy, "a", "c")).toBe(`first: a is set; third: c is set${how}`);
    expect(await shown(policy, "b", "c")).toBe(`second: b is set; third: c is set${how}`);
    expect(await shown(policy, "c")).toBe(`third: c is set${how}`);
    expect(await shown(policy)).toBeUndefined();
  });

  test("leaves out what cannot deny together with it", async () => {
    const other = `
    other: {
      denyWhen: ({ oldObject }) => !["yes", "no", undefined].includes(oldObject.metadata.labels?.["a"]),
      message: "a has another value",
    },`;
    expect((await askedPolicy(policyWith(rule("first", "a"), other))).yaml).not.toContain("also");
    expect((await askedPolicy(policyWith(rule("first", "a"), rule("second", "b")))).yaml).toContain("name: alsoSecond");
  });

  test("keeps the white space at the end of a message that goes on", async () => {
    const trailing = policyWith(rule("first", "a", `"a is set "`), rule("second", "b"));
    expect(await shown(trailing, "a", "b")).toBe(`first: a is set ; second: b is set${how}`);
    const alone = trailing.replace(/overrides: .*,/, `overrides: { none: "for the test" },`);
    expect(await shown(alone, "a")).toBe("first: a is set");
  });

  test("shows the reason that somebody gave, once", async () => {
    const policyWithReason = policy.replace("rules:", `reason: "example.com/why",\n  rules:`);
    const asked = await askedPolicy(policyWithReason);
    const given = (why: string) => {
      const { metadata, ...object } = settings("a", "b");
      return { ...object, metadata: { ...metadata, annotations: { "example.com/why": why } } };
    };
    expect(asked.ask(del(given("billing runs on it")))[0]?.message).toBe(
      `first: a is set; second: b is set (reason: "billing runs on it")${how}`,
    );
    expect(asked.ask(del(given("two\nlines")))[0]?.message).toBe(
      `first: a is set; second: b is set (reason: (cannot be shown))${how}`,
    );
    expect(asked.ask(del(settings("a")))[0]?.message).toBe(`first: a is set${how}`);
  });

  test("says the names alone where all messages would be too long", async () => {
    const long = JSON.stringify("x".repeat(3000));
    const text = "x".repeat(3000);
    const policyOfTwo = policyWith(rule("first", "a", long), rule("second", "b", long));
    expect(await shown(policyOfTwo, "a", "b")).toBe(`first: ${text}; denied by second, too${how}`);
    expect(await shown(policyOfTwo, "b")).toBe(`second: ${text}${how}`);
  });
});
