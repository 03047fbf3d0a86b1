import { beforeAll, describe, expect, test } from "vitest";
import type { AuthorizerRequest, Input } from "../../compiler/simulator/evaluate/index.ts";
import { NoAuthorizer } from "../../compiler/simulator/evaluate/index.ts";
import { NotEvaluatedHere } from "../../compiler/cel/index.ts";
import { type CompiledCase, compileFamily } from "./case-files.ts";
import { checks } from "./cases/authorizer-checks.ts";
import type { LanguageCase } from "./language-case.ts";
import { sayInCel } from "./local-cel.ts";
import { inputOf } from "./requests.ts";
import { sayInTypeScript } from "./typescript.ts";

/** The same request by somebody of whom more is known, through another version. */
function elaborate({ request, ...input }: Input): Input {
  const { userInfo, requestResource } = request;
  const through = { requestResource: { ...requestResource, version: "v2" } };
  return { ...input, request: { ...request, ...through, userInfo: { ...userInfo, uid: "1f", extra: { team: ["a"] } } } };
}

/** What is asked, whatever the answer is. */
function asked(input: Input, isAllowed: boolean, say: (input: Input) => unknown): readonly AuthorizerRequest[] {
  const heard: AuthorizerRequest[] = [];
  const authorizer: NonNullable<Input["authorizer"]> = (check) => {
    heard.push(check);
    return { allowed: isAllowed };
  };
  say({ ...input, authorizer });
  return heard;
}

describe("TypeScript and CEL put the same authorizer checks", () => {
  let compiled: ReadonlyMap<LanguageCase, CompiledCase>;
  beforeAll(async () => {
    compiled = await compileFamily(checks, "checks");
  });

  test.each(checks.cases.map((one) => [one.title, one] as const))("%s", (_, one) => {
    const found = compiled.get(one);
    if (found === undefined) throw new Error("not compiled");
    let many = 0;
    for (const [title, request] of Object.entries(checks.requests)) {
      for (const isAllowed of [true, false]) {
        const input = elaborate(inputOf(request, title));
        const typescript = asked(input, isAllowed, (seen) => sayInTypeScript(found, seen));
        const cel = asked(input, isAllowed, (seen) => sayInCel(found.yaml, seen));
        many += cel.length;
        // What TypeScript asks for a `const`, CEL asks when it needs it, perhaps never.
        for (const check of cel) expect(typescript, title).toContainEqual(check);
        if (!one.rule.includes("const ")) expect(cel, title).toEqual(typescript);
      }
    }
    expect(many > 0).toBe(`${one.rule} ${one.before}`.includes(".check("));
  });

  test("without an authorizer, neither answers", () => {
    const [one] = compiled.values();
    if (one === undefined) throw new Error("not compiled");
    const { authorizer: _, ...input } = inputOf({ stored: {} }, "a");
    expect(() => sayInTypeScript(one, input)).toThrow(NoAuthorizer);
    expect(() => sayInCel(one.yaml, input)).toThrow(NotEvaluatedHere);
  });
});
