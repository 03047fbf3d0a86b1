import type { DescribedOperation, RequestDescription } from "../testing/request-description.ts";
import type { PlacedValue } from "./place.ts";
import { circumstanceKeys, readCircumstances } from "./read-circumstances.ts";
import { readExpectation } from "./read-expectation.ts";
import { type ReadFile, readPlacedObjects, readOne } from "./read-objects.ts";
import type { SuiteCase } from "./suite.ts";

const operations = ["delete", "deleteCollection", "create", "update"] as const;

const keys = ["name", "policy", "policies", "expect", ...operations, ...circumstanceKeys] as const;

type CaseFields = Partial<Readonly<Record<(typeof keys)[number], PlacedValue>>>;

/** One entry of `cases`; it is as many cases as it has objects. */
export function readCase(place: PlacedValue, readFile: ReadFile): readonly SuiteCase[] {
  const fields = place.fields(keys);
  const { name, expect } = fields;
  if (name === undefined) return place.reject("the case has no name", "write name: what it shows");
  if (expect === undefined) return place.reject("the case expects nothing", "write expect: allow, or deny, or warn");
  const [operation, objects] = operationOf(place, fields);
  const expectation = readExpectation(expect);
  const targets = targetsOf(operation, objects, readFile);
  return targets.map((target) => {
    const { kind, metadata } = target.object;
    const suffix = targets.length === 1 ? "" : ` (${kind} ${metadata?.name ?? ""})`;
    return {
      name: `${name.text()}${suffix}`,
      position: place.position,
      policies: readPolicies(fields),
      request: { operation, ...target, ...readCircumstances(fields, readFile) },
      expectation,
    };
  });
}

function operationOf(place: PlacedValue, fields: CaseFields): readonly [DescribedOperation, PlacedValue] {
  const given = operations.flatMap((operation) => {
    const objects = fields[operation];
    return objects === undefined ? [] : [[operation, objects] as const];
  });
  const [only] = given;
  if (only !== undefined && given.length === 1) return only;
  const count = given.length === 0 ? "no request" : "more than one request";
  return place.reject(`the case makes ${count}`, `write one of ${operations.join(", ")}, with the object`);
}

type Target = Pick<RequestDescription, "object" | "oldObject">;

function targetsOf(operation: DescribedOperation, place: PlacedValue, readFile: ReadFile): readonly Target[] {
  if (operation !== "update") return readPlacedObjects(place, readFile).map((object) => ({ object }));
  const { oldObject, object } = place.fields(["oldObject", "object"]);
  if (oldObject === undefined || object === undefined)
    return place.reject("an update takes two objects", "write update: { oldObject: ..., object: ... }");
  return [{ oldObject: readOne(oldObject, readFile), object: readOne(object, readFile) }];
}

export function readPolicies({ policy, policies }: Pick<CaseFields, "policy" | "policies">): readonly string[] | undefined {
  if (policy !== undefined && policies !== undefined) policies.reject("`policy` is given, too", "write one of them");
  const names = policies?.items().map((item) => item.text());
  if (names?.length === 0) policies?.reject("no policy is named", "leave `policies` out to ask all of them");
  return policy === undefined ? names : [policy.text()];
}
