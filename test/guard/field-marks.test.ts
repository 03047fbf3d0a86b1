import { beforeAll, describe, expect, test } from "vitest";
import { type PolicyRequest, update } from "../../compiler/simulator/testing/index.ts";
import { type Asked, askedPolicy } from "./asked.ts";
import { database, markedPolicy } from "./field-marks-policy.ts";

const deniedBy = (asked: Asked, request: PolicyRequest): readonly string[] => asked.ask(request).map(({ rule }) => rule);

describe("fields that are marks", () => {
  let asked: Asked;
  beforeAll(async () => {
    asked = await askedPolicy(markedPolicy);
  });

  test.each([
    ["set to false", { deletionProtection: false }],
    ["set to text", { deletionProtection: "no" }],
    ["taken out", {}],
    ["taken out with everything around it", undefined],
  ])("are not %s", (_, spec) => {
    const request = update(database({ deletionProtection: true }), database(spec));
    expect(asked.ask(request)).toMatchObject([
      {
        rule: "releaseGuard",
        message: expect.stringContaining(
          "Database shop/main is protected against deletion, and this update would remove",
        ) as string,
      },
    ]);
  });

  test("may be set, and whatever else is changed is no business of theirs", () => {
    expect(deniedBy(asked, update(database({}), database({ deletionProtection: true })))).toEqual([]);
    const [before, after] = [
      database({ deletionProtection: true, replicas: 3 }),
      database({ deletionProtection: true, replicas: 0 }),
    ];
    expect(deniedBy(asked, update(before, after))).toEqual([]);
    expect(deniedBy(asked, update(database({ deletionProtection: false }), database({})))).toEqual([]);
  });

  test("a field that the rules read and that is no mark may change, also where that removes the protection", () => {
    expect(deniedBy(asked, update(database({ mode: "hard" }), database({ mode: "soft" })))).toEqual([]);
  });

  test("through a version that does not show them nothing is updated", () => {
    const request = update(database({ mode: "hard" }), database({ mode: "hard" })).through("v1beta1");
    expect(asked.ask(request)).toMatchObject([
      {
        rule: "markVersionGuard",
        message: expect.stringContaining(
          "Database main does not show spec.deletionProtection in the version of this request",
        ) as string,
      },
    ]);
    const shown = database({ deletionProtection: true });
    expect(deniedBy(asked, update(shown, shown).through("v1beta1"))).toEqual([]);
  });
});
