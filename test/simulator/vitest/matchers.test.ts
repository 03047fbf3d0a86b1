import { create, del } from "holdfast/testing";
import "holdfast/vitest";
import { describe, expect, test } from "vitest";
import namespaces from "../../../policies/ack-namespace.ts";
import policy from "../../../policies/ack-prevent-delete.ts";
import values from "../../../policies/ack-values.ts";

const mark = "services.k8s.aws/prevent-delete";

const bucket = (annotations: Readonly<Record<string, string>> = {}) => ({
  apiVersion: "s3.services.k8s.aws/v1alpha1",
  kind: "Bucket",
  metadata: { name: "data", namespace: "app", annotations },
});

const marked = del(bucket({ [mark]: "true" })).resource("buckets");
const unmarked = del(bucket()).resource("buckets");
const misread = create(bucket({ "s3.services.k8s.aws/deletion-policy": "retain" })).resource("buckets");

/** What a failing expectation says. */
function failureOf(expectation: () => void): string {
  try {
    expectation();
  } catch (error) {
    return String(error instanceof Error ? error.message : error);
  }
  throw new Error("the expectation holds");
}

describe("expectations that hold", () => {
  test("denied, allowed, warned", () => {
    expect(policy).toDeny(marked);
    expect(policy).toDeny(marked, {
      policy: "ack-prevent-delete",
      rule: "preventDelete",
      message: /^preventDelete: Bucket app\/data/,
    });
    expect(policy).toAllow(unmarked, { warnings: [] });
    expect(values).toWarn(misread, { rule: "ignoredMark", message: "ACK does not read" });
  });

  test("and their opposites", () => {
    expect(policy).not.toDeny(unmarked);
    expect(policy).not.toDeny(marked, { rule: "unreadableMark" });
    expect(policy).not.toAllow(marked);
    expect(values).not.toWarn(create(bucket()).resource("buckets"));
  });

  test("several policies together", () => {
    expect([policy, namespaces]).toDeny(marked, { policy: "ack-prevent-delete" });
    expect([policy, namespaces]).toAllow(del({ apiVersion: "v1", kind: "Namespace", metadata: { name: "app" } }));
  });
});

describe("expectations that do not hold say what was asked, expected and got", () => {
  test("toDeny", () => {
    expect(failureOf(() => expect(policy).toDeny(unmarked.as("bob", { groups: ["ops"] }), { rule: "preventDelete" }))).toBe(
      [
        "ack-prevent-delete: DELETE of Bucket app/data (s3.services.k8s.aws/v1alpha1) as bob (ops)",
        "  expected  denied by rule preventDelete",
        "  got       allowed",
      ].join("\n"),
    );
  });

  test("toAllow, and .not", () => {
    expect(failureOf(() => expect(policy).toAllow(marked))).toMatch(
      /expected {2}allowed\n {2}got {7}denied by rule preventDelete of ack-prevent-delete: "preventDelete: Bucket app\/data is protected/,
    );
    expect(failureOf(() => expect(policy).not.toDeny(marked))).toContain("expected  not denied\n");
  });

  test("toWarn", () => {
    expect(failureOf(() => expect(values).toWarn(misread, { message: "something else" }))).toMatch(
      /expected {2}allowed, with a warning, with a message that contains "something else"\n {2}got {7}allowed\n {12}warned by rule ignoredMark/,
    );
  });

  test("text of the object cannot steer the terminal", () => {
    const hostile = del({ ...bucket(), metadata: { ...bucket().metadata, name: "a\u001b[2J\n::error::x" } }).resource("buckets");
    expect(failureOf(() => expect(policy).toDeny(hostile))).toContain("Bucket app/a\\u{1b}[2J\\u{a}::error::x");
  });
});

describe("what cannot be asked fails, whatever is expected", () => {
  test("an unknown plural", () => {
    const said = failureOf(() => expect(policy).toDeny(del(bucket({ [mark]: "true" }))));
    expect(said).toContain("the plural of Bucket (s3.services.k8s.aws) is not known");
    expect(failureOf(() => expect(policy).not.toDeny(del(bucket())))).toContain("is not known");
  });

  test("no policy, and no request", () => {
    const nothing: unknown = undefined;
    expect(failureOf(() => expect(nothing as typeof policy).toDeny(marked))).toContain("expect() is given no policy");
    expect(failureOf(() => expect(policy).toDeny(bucket() as never))).toContain("a request is expected: del(object)");
  });

  test("a policy that was not compiled, and one that is not the compiled one", () => {
    expect(failureOf(() => expect({ ...policy, name: "other" }).toDeny(marked))).toContain(
      "the policy other is not among those compiled from policies (ack-controllers, ",
    );
    const elsewhere = { ...policy, match: [{ group: "", resource: "pods" }] };
    expect(failureOf(() => expect(elsewhere).toDeny(marked))).toContain("it matches other resources");
  });

  test("executions that disagree are a bug of Holdfast, and say so", () => {
    const { preventDelete, unreadableMark } = policy.rules;
    if (preventDelete?.denyWhen === undefined || unreadableMark === undefined) throw new Error("the policy has other rules");
    // The compiler never saw this function, so that CEL says something else.
    const changed = { ...policy, rules: { preventDelete: { denyWhen: () => false, message: "no" }, unreadableMark } };
    for (const expectation of [() => expect(changed).toDeny(marked), () => expect(changed).not.toDeny(marked)])
      expect(failureOf(expectation)).toMatch(
        /^TypeScript says: allowed\. CEL says: denied by rule preventDelete .*This is a bug of Holdfast: please report it/s,
      );
  });
});
