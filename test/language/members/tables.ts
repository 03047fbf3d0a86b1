import { array, arrayConstructor } from "./arrays.ts";
import { date, dateConstructor } from "./dates.ts";
import type { Members } from "./member.ts";
import { math, number, numberConstructor } from "./numbers.ts";
import { map, mapConstructor, object, objectConstructor, set, setConstructor } from "./objects.ts";
import { string, stringConstructor } from "./strings.ts";

/** By the type of lib.es2024 that has them. */
export const tables: Readonly<Record<string, Members>> = {
  "Array<string>": array,
  ArrayConstructor: arrayConstructor,
  String: string,
  StringConstructor: stringConstructor,
  Object: object,
  ObjectConstructor: objectConstructor,
  Math: math,
  Number: number,
  NumberConstructor: numberConstructor,
  "Map<string, string>": map,
  MapConstructor: mapConstructor,
  "Set<string>": set,
  SetConstructor: setConstructor,
  Date: date,
  DateConstructor: dateConstructor,
};
