import { expect, test } from "vitest";
import { AdmissionActivation } from "./admission-activation.ts";
import { admissionExpressions, askedDelete } from "./admission-expressions.ts";
import { bindRoots } from "./admission-roots.ts";
import { compileCel } from "./cel-engine.ts";

const activation = new AdmissionActivation(bindRoots(askedDelete), new Map());

test.each(admissionExpressions)("%s", (cel, gives) => {
  expect(compileCel(cel).evaluate(activation)).toEqual(gives);
});

test("how many admission expressions are answered as the API server answers them", () => {
  const passed = admissionExpressions.filter(([cel, gives]) => {
    try {
      expect(compileCel(cel).evaluate(activation)).toEqual(gives);
      return true;
    } catch {
      return false;
    }
  });
  console.info(`admission expressions: ${passed.length} of ${admissionExpressions.length}`);
  expect(passed.length).toBe(admissionExpressions.length);
});
