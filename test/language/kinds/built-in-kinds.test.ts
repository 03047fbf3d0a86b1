import { describe, expect, test } from "vitest";
import { type BuiltInKind, builtInKinds } from "../../../compiler/language/served/built-in-kinds.ts";
import { compareKind } from "./compare-with-schema.ts";
import { exportedKinds } from "./kind-types.ts";
import { committedSchemas as schemas, schemaOfKind } from "./openapi.ts";

const types = exportedKinds();
const names = builtInKinds.map(({ type }) => type);
const compared: string[] = [];

test("every kind that Kubernetes stores in a stable version has a type", () => {
  expect(names.filter((name) => !types.has(name))).toEqual([]);
  expect(names).toHaveLength(64);
});

test("what else is exported is a part of a kind, and no kind", () => {
  const others = [...types].filter(([name]) => !names.includes(name));
  expect(others.filter(([, type]) => type.getProperty("metadata")?.isOptional() === false).map(([name]) => name)).toEqual([]);
});

describe("every field of the API is in the type, and no other", () => {
  test.each(builtInKinds.map((kind) => [kind.type, kind] as const))("%s", (name, kind) => {
    expect(differencesOf(name, kind)).toEqual([]);
  });

  test("two thousand are compared", () => {
    expect(new Set(compared).size).toBeGreaterThan(2000);
  });
});

function differencesOf(name: string, kind: BuiltInKind): readonly string[] {
  const [type, schema] = [types.get(name), schemaOfKind(schemas, kind)];
  if (type === undefined || schema === undefined) throw new Error(`no type or no schema of ${name}`);
  return compareKind(type, schema, { path: kind.kind, schemas, compared });
}
