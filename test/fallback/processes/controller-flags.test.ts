import { expect, test } from "vitest";
import { readControllerFlags } from "../../../runtime-fallback/processes/controller-flags.ts";
import { at, everyFeature, find, objectsOf } from "../../install/manifests/compile-fallback.ts";

const unprotectedOf = (...flags: readonly string[]) => readControllerFlags(["--namespace=holdfast-system", ...flags]).unprotected;

test("the controller reads what was compiled of kinds and marks that it takes back", () => {
  const deployment = find(objectsOf(everyFeature, {}), "Deployment", "holdfast-controller");
  const args = at(deployment, "spec.template.spec.containers.0.args") as readonly string[];
  expect(unprotectedOf(...args)).toEqual({
    of: [
      { group: "", resource: "persistentvolumeclaims" },
      { group: "apps", resource: "deployments" },
    ],
    marks: [
      { field: "labels", key: "example.com/keep", value: "true" },
      { field: "annotations", key: "example.com/may-go", value: undefined },
    ],
  });
});

test("nothing is taken back unless it is told", () => {
  expect(unprotectedOf()).toEqual({ of: [], marks: [] });
});

test("a value may be empty, and may hold what divides key and value", () => {
  expect(unprotectedOf("--unprotected-marks=labels/keep=,annotations/a.b/c=d=e").marks.map(({ value }) => value)).toEqual([
    "",
    "d=e",
  ]);
});

test.each(["finalizers/a=b", "labels/=b", "labels/--server", "keep=true", "labels/a b"])("%s is no mark", (word) => {
  expect(() => unprotectedOf(`--unprotected-marks=${word}`)).toThrow(`--unprotected-marks has ${word}, which is no mark`);
});
