import { expect, test } from "vitest";
import { conditionNames } from "../../compiler/simulator/admission/admission-names.ts";
import { admissionExpressions, askedDelete } from "./admission-expressions.ts";
import { bindRoots } from "../../compiler/simulator/admission/admission-roots.ts";
import { celEnvironment } from "../../compiler/cel/index.ts";

const activation = bindRoots(askedDelete);
const { compile } = celEnvironment({ kube: "1.30", names: conditionNames() });

test.each(admissionExpressions)("%s", (cel, gives) => {
  expect(compile(cel).evaluate(activation)).toEqual(gives);
});

test("how many admission expressions are answered as the API server answers them", () => {
  const passed = admissionExpressions.filter(([cel, gives]) => {
    try {
      expect(compile(cel).evaluate(activation)).toEqual(gives);
      return true;
    } catch {
      return false;
    }
  });
  console.info(`admission expressions: ${passed.length} of ${admissionExpressions.length}`);
  expect(passed.length).toBe(admissionExpressions.length);
});
