import { expect, test } from "vitest";
import { builtInKinds } from "../../../compiler/language/served/built-in-kinds.ts";
import { exportedKinds } from "./kind-types.ts";

test("every kind of the table has a type, and every type a kind", () => {
  expect(builtInKinds.map(({ kind }) => kind)).toEqual([...exportedKinds().keys()].toSorted());
});
