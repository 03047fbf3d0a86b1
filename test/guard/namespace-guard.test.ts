import { beforeAll, describe, expect, test } from "vitest";
import { del, update } from "../../compiler/simulator/testing/index.ts";
import { type Asked, askedPolicy } from "./asked.ts";
import { configMap, deniedBy, kept, namespace, object, pod, policyWith, uid } from "./kept-objects.ts";

describe("the Namespace guard", () => {
  let asked: Asked;
  beforeAll(async () => {
    asked = await askedPolicy(
      policyWith(`{ group: "", resource: "configmaps" }, { group: "", resource: "pods" }, { group: "", resource: "nodes" }`),
    );
  });

  test("denies deleting a Namespace that holds something protected, of any kind", () => {
    expect(deniedBy(asked, del(namespace()).holding(configMap(kept)))).toEqual(["namespaceGuard"]);
    expect(deniedBy(asked, del(namespace()).holding(configMap(), pod(kept)))).toEqual(["namespaceGuard"]);
    expect(deniedBy(asked, del(namespace()).holding(configMap(), pod()))).toEqual([]);
    expect(deniedBy(asked, del(namespace()))).toEqual([]);
  });

  test("denies letting it go by its finalizers, and lets the namespace controller finish one that holds nothing protected", () => {
    const finalizers = (...all: readonly string[]) => ({ ...namespace(), spec: { finalizers: all } });
    const finalize = update(finalizers("kubernetes"), finalizers()).subresource("finalize");
    expect(deniedBy(asked, finalize.holding(configMap(kept)))).toEqual(["namespaceGuard"]);
    expect(deniedBy(asked, finalize.holding(configMap({ ...kept, annotations: { "holdfast.dev/release": uid } })))).toEqual([]);
    expect(deniedBy(asked, finalize.holding(configMap()))).toEqual([]);
    const same = update(finalizers("kubernetes"), finalizers("kubernetes")).subresource("finalize");
    expect(deniedBy(asked, same.holding(configMap(kept)))).toEqual([]);
  });

  test("names what is protected", () => {
    expect(asked.ask(del(namespace()).holding(configMap(kept)))).toMatchObject([
      {
        message: expect.stringContaining(
          "namespaceGuard: Namespace one holds ConfigMap one, which is protected against deletion",
        ) as string,
      },
    ]);
  });
});

test("a key or value that no label can have selects every object, and none is meant", async () => {
  const asked = await askedPolicy(policyWith(`{ group: "", resource: "configmaps" }`).replace(`=== "yes"`, `=== "no label!"`));
  const holder = del(namespace({ name: "shop" }));
  expect(deniedBy(asked, holder.holding(configMap(kept), configMap()))).toEqual([]);
  expect(asked.yaml).toContain("selector: {}");
});

test("kinds of one plural, in two groups, are each looked up by a policy of their own", async () => {
  const serving = `{ group: "serving.knative.dev", version: "v1", resource: "services" }`;
  const kinds = serving.replace(" }", `, kind: "Service" }`);
  const asked = await askedPolicy(
    policyWith(`{ group: "", resource: "services" }, ${serving}`, `guards: { namespaces: { kinds: [${kinds}] } },`),
  );
  const service = (apiVersion: string, metadata: object) => ({
    apiVersion,
    ...object("Service", { namespace: "shop", ...metadata }),
  });
  const holder = del(namespace({ name: "shop" }));
  const [core, knative] = ["v1", "serving.knative.dev/v1"];
  expect(deniedBy(asked, holder.holding(service(core, kept), service(knative, {})))).toEqual(["namespaceGuard"]);
  expect(deniedBy(asked, holder.holding(service(core, {}), service(knative, kept)))).toEqual(["namespaceGuard"]);
  expect(deniedBy(asked, holder.holding(service(core, {}), service(knative, {})))).toEqual([]);
  expect(asked.yaml).toContain("name: keep-guard-namespaces-with-services.serving.knative.dev\n");
});
