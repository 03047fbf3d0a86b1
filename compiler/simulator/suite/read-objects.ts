import { isTestedObject, objectProblem } from "../testing/object-problem.ts";
import type { TestedObject } from "../testing/request-description.ts";
import type { PlacedValue } from "./place.ts";

/** Reads the objects of a file that a case names. */
export type ReadFile = (place: PlacedValue) => readonly TestedObject[];

/** An object as it stands, the path of a file with objects, or a list of these. */
export function readPlacedObjects(place: PlacedValue, readFile: ReadFile): readonly TestedObject[] {
  if (place.isText) return readFile(place);
  if (!place.isList) return [readPlacedObject(place)];
  const objects = place.items().flatMap((item) => readPlacedObjects(item, readFile));
  return objects.length > 0 ? objects : place.reject("the list is empty", "write at least one object");
}

export function readPlacedObject(place: PlacedValue): TestedObject {
  const { value } = place;
  if (isTestedObject(value)) return value;
  const { problem, help, path } = objectProblem(value) ?? { problem: "this is no object", help: "", path: [] };
  return place.reject(problem, help, path);
}

export function readOne(place: PlacedValue, readFile: ReadFile): TestedObject {
  const [object, ...others] = readPlacedObjects(place, readFile);
  return object !== undefined && others.length === 0
    ? object
    : place.reject("one object is expected here", "name a file with one");
}
