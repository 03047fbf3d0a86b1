import { beforeAll, describe, expect, test } from "vitest";
import { del, update } from "../../compiler/simulator/testing/index.ts";
import { type Asked, askedPolicy } from "./asked.ts";
import { deniedBy, object, policyWith, uid } from "./kept-objects.ts";

describe("the definition guard", () => {
  const definition = (
    more: { readonly group?: string; readonly plural?: string; readonly metadata?: object; readonly spec?: object } = {},
  ) => {
    const { group = "db.example.com", plural = "databases", metadata = {}, spec = {} } = more;
    const versions = [
      { name: "v1", served: true, storage: true },
      { name: "v1beta1", served: true, storage: false },
    ];
    const names = { plural, kind: "Database" };
    return {
      apiVersion: "apiextensions.k8s.io/v1",
      // The API server takes no other name.
      ...object("CustomResourceDefinition", { name: `${plural}.${group}`, ...metadata }),
      spec: { group, names, scope: "Namespaced", versions, ...spec },
    };
  };
  let asked: Asked;
  beforeAll(async () => {
    asked = await askedPolicy(
      policyWith(`{ group: "db.example.com", resource: "databases" }, { group: "*.aws.example.com", resource: "*" }`),
    );
  });

  test("denies deleting the definition of a protected kind, and no other", () => {
    expect(deniedBy(asked, del(definition()))).toEqual(["definitionGuard"]);
    expect(deniedBy(asked, del(definition({ group: "s3.aws.example.com", plural: "buckets" })))).toEqual(["definitionGuard"]);
    expect(deniedBy(asked, del(definition({ plural: "users" })))).toEqual([]);
    expect(deniedBy(asked, del(definition({ group: "other.example.com" })))).toEqual([]);
  });

  test("denies stopping serving a version, and another converter", () => {
    const served = [{ name: "v1", served: true, storage: true }];
    expect(deniedBy(asked, update(definition(), definition({ spec: { versions: served } })))).toEqual(["servedVersionGuard"]);
    const converted = definition({ spec: { conversion: { strategy: "Webhook" } } });
    const unconverted = definition({ spec: { conversion: { strategy: "None" } } });
    expect(deniedBy(asked, update(unconverted, converted))).toEqual(["conversionGuard"]);
    // Labels and annotations are the same in every version, so that nothing is lost on the way back.
    expect(deniedBy(asked, update(converted, unconverted))).toEqual([]);
    expect(deniedBy(asked, update(definition({ spec: { versions: served } }), definition()))).toEqual([]);
    expect(deniedBy(asked, update(definition(), definition({ metadata: { labels: { a: "b" } } })))).toEqual([]);
  });

  test("gives way to the definition's own release mark", () => {
    const released = definition({ metadata: { annotations: { "holdfast.dev/release": uid } } });
    expect(deniedBy(asked, del(released))).toEqual([]);
    expect(asked.ask(del(definition()))).toMatchObject([
      {
        message: expect.stringContaining(
          `first run: kubectl annotate customresourcedefinitions/databases.db.example.com holdfast.dev/release=${uid}`,
        ) as string,
      },
    ]);
  });
});
