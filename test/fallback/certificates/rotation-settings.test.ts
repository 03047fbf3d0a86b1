import { expect, test } from "vitest";
import { checkRotation, defaultRotation } from "../../../runtime-fallback/certificates/rotation-settings.ts";

test("the default times fit together", () => {
  expect(checkRotation(defaultRotation)).toBe(defaultRotation);
});

test.each([
  [{ authorityLifeMs: 2.9 * defaultRotation.servingLifeMs }, "the life of the authority has to be at least three times"],
  [{ settleMs: defaultRotation.servingLifeMs / 3 }, "has to be longer than the time to settle"],
  [{ lookMs: Number.NaN }, "has to be a number of milliseconds"],
  [{ overlapMs: -1 }, "has to be a number of milliseconds"],
])("%j are not", (change, why) => {
  expect(() => checkRotation({ ...defaultRotation, ...change })).toThrow(why);
});
