import { describe, expect, test } from "vitest";
import { compileText } from "../fixtures/compile-files.ts";

const policyWith = (rule: string): string => `
import { type AccountAuthorizer, type KubernetesObject, deletionPolicy } from "holdfast";
interface Thing extends KubernetesObject { readonly spec: { readonly account: "deployer" | "builder"; readonly path: string } }
export const unused = (asker: AccountAuthorizer) => asker;
export default deletionPolicy<Thing>({
  name: "example",
  match: [{ group: "example.com", version: "v1", resource: "things" }],
  overrides: { none: "the rule alone is asked" },
  rules: { example: { denyWhen: ${rule}, message: "no" } },
});
`;

/** The codes of what is reported, with the message of each. */
function rejectionsOf(rule: string): readonly string[] {
  const { diagnostics } = compileText("example.ts", policyWith(rule));
  return diagnostics.map(({ code, message }) => `${code}: ${message}`);
}

describe("checks that the API server may fail to answer are rejected", () => {
  test.each([
    [
      "a blank resource",
      `({ authorizer }) => authorizer.group("").resource(" ").check("get").allowed()`,
      "not-an-authorizer-check",
    ],
    ["an empty path", `({ authorizer }) => authorizer.path("").check("get").allowed()`, "not-an-authorizer-check"],
    [
      "a path of the object alone",
      `({ authorizer, oldObject }) => authorizer.path(oldObject.spec?.path ?? "/x").check("get").allowed()`,
      "not-an-authorizer-check",
    ],
    [
      "a resource that is another field of the request",
      `({ authorizer, request }) => authorizer.group("").resource(request.kind.group).check("get").allowed()`,
      "not-an-authorizer-check",
    ],
    [
      "no name of a Namespace",
      `({ authorizer }) => authorizer.serviceAccount("my.shop", "deployer").path("/x").check("get").allowed()`,
      "not-an-authorizer-check",
    ],
    [
      "no name of a service account",
      `({ authorizer }) => authorizer.serviceAccount("shop", "Deployer").path("/x").check("get").allowed()`,
      "not-an-authorizer-check",
    ],
    [
      "a name whose type lists texts",
      `({ authorizer, oldObject: { spec } }) => spec?.account !== undefined && authorizer.serviceAccount("shop", spec.account).path("/x").check("get").allowed()`,
      "type-lists-texts",
    ],
    [
      "a service account that may not be there",
      `({ authorizer, oldObject: { spec } }) => authorizer.serviceAccount("shop", spec?.path).path("/x").check("get").allowed()`,
      "type-error",
    ],
    [
      "what the request is about, by a service account, which makes none",
      `({ authorizer }) => authorizer.serviceAccount("shop", "deployer").requestResource.check("get").allowed()`,
      "type-error",
    ],
    ["why the authorizer says so", `({ authorizer }) => authorizer.path("/x").check("get").reason() === ""`, "type-error"],
    [
      "a check for each entry of a list",
      `({ authorizer, oldObject }) => (oldObject.metadata.finalizers ?? []).some((name) => authorizer.requestResource.name(name).check("get").allowed())`,
      "too-many-authorizer-checks",
    ],
    [
      "three in the branches of a choice",
      `({ authorizer, request }) => {
        const may = (verb: string) => authorizer.requestResource.check(verb).allowed();
        return may("a") ? may("b") || may("c") : request.dryRun;
      }`,
      "too-many-authorizer-checks",
    ],
  ])("%s", (_, rule, code) => {
    expect(rejectionsOf(rule)).toEqual([expect.stringMatching(new RegExp(`^${code}: `))]);
  });
});

test("two checks on the way through either branch are taken", () => {
  const rule = `({ authorizer, request }) => {
    const may = (verb: string) => authorizer.requestResource.check(verb).allowed();
    return request.dryRun ? may("a") && may("b") : may("c") || may("d");
  }`;
  expect(rejectionsOf(rule)).toEqual([]);
});

test("text in front makes any path certain", () => {
  expect(
    rejectionsOf('({ authorizer, oldObject }) => authorizer.path(`/x/${oldObject.spec?.path ?? ""}`).check("get").allowed()'),
  ).toEqual([]);
});

test("what cannot be read behind a check is said without asking again: messages know no authorizer", () => {
  const rule = `({ authorizer, oldObject, request }) => {
    const size = Number(oldObject.spec.path);
    if (authorizer.path("/keep").check("get").allowed()) return request.dryRun === true;
    return size < 3;
  }`;
  const { diagnostics, files } = compileText("example.ts", policyWith(rule));
  expect(diagnostics).toEqual([]);
  const yaml = files.find(({ name }) => name === "example.yaml")?.text ?? "";
  const messages = yaml
    .split("messageExpression:")
    .slice(1)
    .map((text) => text.split("message:")[0] ?? "");
  expect(messages.filter((text) => text.includes("authorizer"))).toEqual([]);
  expect(yaml).toContain("has more than 200 characters");
});
