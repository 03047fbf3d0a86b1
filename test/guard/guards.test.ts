import { beforeAll, describe, expect, test } from "vitest";
import { type PolicyRequest, create, del, update } from "../../compiler/simulator/testing/index.ts";
import { type Asked, askedPolicy } from "./asked.ts";

const policyWith = (match: string, guards = ""): string => `
import { deletionPolicy, released } from "holdfast";

export default deletionPolicy({
  name: "keep",
  match: [${match}],
  overrides: [released()],
  ${guards}
  rules: {
    keep: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes",
      message: "kept",
    },
  },
});
`;

const uid = "3f0e7b1c-0000-4000-8000-000000000001";
const kept = { labels: { keep: "yes" } };

const object = (kind: string, metadata: object, more: object = {}) => ({
  kind,
  metadata: { name: "one", uid, ...metadata },
  ...more,
});
const configMap = (metadata: object = {}, more: object = {}) => ({
  apiVersion: "v1",
  ...object("ConfigMap", { namespace: "shop", ...metadata }, more),
});
const pod = (metadata: object = {}) => ({ apiVersion: "v1", ...object("Pod", { namespace: "shop", ...metadata }) });
const namespace = (metadata: object = {}) => ({ apiVersion: "v1", ...object("Namespace", metadata) });

/** The rule that denies, or nothing. */
const deniedBy = (asked: Asked, request: PolicyRequest): readonly string[] => asked.ask(request).map(({ rule }) => rule);

describe("the release guard", () => {
  let asked: Asked;
  beforeAll(async () => {
    asked = await askedPolicy(policyWith(`{ group: "", resource: "configmaps" }`));
  });

  test.each([
    ["takes the label away", {}],
    ["changes its value", { labels: { keep: "no" } }],
    ["takes it away through another field's patch", { labels: {}, annotations: { a: "b" } }],
  ])("denies an update that %s", (_, after) => {
    expect(deniedBy(asked, update(configMap(kept), configMap(after)))).toEqual(["releaseGuard"]);
    expect(deniedBy(asked, update(configMap(kept), configMap(after)).subresource("status"))).toEqual(["releaseGuard"]);
  });

  test("minds nothing else", () => {
    const data = { data: { a: "1" } };
    expect(deniedBy(asked, update(configMap(kept), configMap(kept, data)))).toEqual([]);
    expect(deniedBy(asked, update(configMap(kept), configMap({ labels: { keep: "yes", other: "x" } })))).toEqual([]);
    expect(deniedBy(asked, update(configMap(), configMap(kept)))).toEqual([]);
    expect(deniedBy(asked, update(configMap({ labels: { keep: "no" } }), configMap()))).toEqual([]);
  });

  test("says what to do", () => {
    expect(asked.ask(update(configMap(kept), configMap())).map(({ message }) => message)).toEqual([
      "releaseGuard: ConfigMap shop/one is protected against deletion, and this update would remove the protection; to do it all the same, " +
        `first run: kubectl annotate configmaps/one -n shop holdfast.dev/release=${uid} (or commit that annotation)`,
    ]);
  });

  test("looks at parts of the object alone where the mark is meant to be cleared", async () => {
    const clear = await askedPolicy(policyWith(`{ group: "", resource: "configmaps" }`, `guards: { release: "clear-mark" },`));
    expect(deniedBy(clear, update(configMap(kept), configMap()))).toEqual([]);
    expect(deniedBy(clear, update(configMap(kept), configMap()).subresource("status"))).toEqual(["subresourceGuard"]);
  });
});

describe("what lets a delete through by being there", () => {
  const policyOf = (rule: string, more = ""): string =>
    policyWith(`{ group: "", resource: "configmaps" }`, more).replace(
      /denyWhen: .*,/,
      () => `denyWhen: ({ oldObject }) => ${rule},`,
    );
  const annotated = (annotations: object, labels = {}) => configMap({ annotations, labels });
  const confirmed = `oldObject.metadata.labels?.["keep"] === "yes" && oldObject.metadata.annotations?.["allow"] !== "true"`;

  test("may be put on, and be changed, on the object itself alone", async () => {
    const asked = await askedPolicy(policyOf(confirmed));
    const [before, after] = [configMap(kept), configMap({ ...kept, annotations: { allow: "true" } })];
    expect(deniedBy(asked, update(before, after))).toEqual([]);
    expect(deniedBy(asked, update(configMap({ ...kept, annotations: { allow: "no" } }), after))).toEqual([]);
    expect(deniedBy(asked, update(before, after).subresource("status"))).toEqual(["releaseGuard"]);
  });

  test("takes nothing else along", async () => {
    const asked = await askedPolicy(policyOf(confirmed));
    expect(deniedBy(asked, update(configMap(kept), annotated({ allow: "true" })))).toEqual(["releaseGuard"]);
    expect(deniedBy(asked, update(configMap({ ...kept, annotations: { allow: "true" } }), annotated({ allow: "true" })))).toEqual(
      [],
    );
  });

  test.each([
    ["a mark that also protects", `(oldObject.metadata.annotations?.["keep"] ?? "no") !== "no"`, { keep: "yes" }, { keep: "no" }],
    [
      "a mark that two tests read",
      `oldObject.metadata.annotations?.["keep"] !== undefined && oldObject.metadata.annotations["keep"] !== "allow"`,
      { keep: "yes" },
      { keep: "allow" },
    ],
    [
      "one mark instead of another",
      `(oldObject.metadata.annotations?.["own"] ?? oldObject.metadata.annotations?.["other"]) === "true"`,
      { other: "true" },
      { other: "true", own: "false" },
    ],
  ])("is not %s", async (_, rule, before, after) => {
    const asked = await askedPolicy(policyOf(rule));
    expect(deniedBy(asked, update(annotated(before), annotated(after)))).toEqual(["releaseGuard"]);
  });

  test.each([
    ["for all that do not say otherwise", `oldObject.metadata.annotations?.["keep"] !== "no"`, { keep: "no" }],
    ["its own name", `oldObject.metadata.annotations?.["confirm"] !== oldObject.metadata.name`, { confirm: "one" }],
    [
      "any of several keys",
      `!Object.keys(oldObject.metadata.annotations ?? {}).some((key) => key.endsWith("/allow"))`,
      { "a/allow": "" },
    ],
  ])("may be %s", async (_, rule, after) => {
    const asked = await askedPolicy(policyOf(rule));
    expect(deniedBy(asked, update(annotated({}), annotated(after)))).toEqual([]);
    expect(deniedBy(asked, update(annotated({}), annotated(after)).subresource("status"))).toEqual(["releaseGuard"]);
  });

  test("is kept where the policy calls it a mark", async () => {
    const asked = await askedPolicy(policyOf(confirmed, `marks: ["metadata.annotations"],`));
    const after = configMap({ ...kept, annotations: { allow: "true" } });
    expect(deniedBy(asked, update(configMap(kept), after))).toEqual(["releaseGuard"]);
  });
});

describe("finalizers and owners that a rule reads", () => {
  const policyOf = (rule: string): string =>
    policyWith(`{ group: "", resource: "configmaps" }`, `guards: { owners: { off: "not asked" } },`).replace(
      /denyWhen: .*,/,
      () => `denyWhen: ({ oldObject }) => ${rule},`,
    );
  const owner = { apiVersion: "v1", kind: "Node", name: "n", uid: "u" };

  test("stay on the object until its deletion has begun", async () => {
    const asked = await askedPolicy(policyOf(`oldObject.metadata.finalizers?.includes("a/hold") === true`));
    const held = (more = {}) => configMap({ finalizers: ["a/hold", "b/c"], ...more });
    const gone = (more = {}) => configMap({ finalizers: ["b/c"], ...more });
    expect(deniedBy(asked, update(held(), gone()))).toEqual(["releaseGuard"]);
    expect(deniedBy(asked, update(held(), configMap({ finalizers: ["a/hold"] })))).toEqual([]);
    const ending = { deletionTimestamp: "2026-01-01T00:00:00Z" };
    expect(deniedBy(asked, update(held(ending), gone(ending)))).toEqual([]);
  });

  test("are not taken off, and may be marks by name", async () => {
    const text = policyOf(`oldObject.metadata.ownerReferences?.some(({ kind }) => kind === "Node") === true`);
    for (const policy of [text, text.replace("rules:", `marks: ["metadata.ownerReferences"],\n  rules:`)]) {
      const asked = await askedPolicy(policy);
      expect(deniedBy(asked, update(configMap({ ownerReferences: [owner] }), configMap()))).toEqual(["releaseGuard"]);
      const other = { ...owner, blockOwnerDeletion: true };
      expect(deniedBy(asked, update(configMap({ ownerReferences: [owner] }), configMap({ ownerReferences: [other] })))).toEqual(
        [],
      );
    }
  });
});

describe("the owner guard", () => {
  const owner = { apiVersion: "v1", kind: "Node", name: "n", uid: "u" };
  const owned = (...ownerReferences: readonly object[]) => configMap({ ...kept, ownerReferences });
  let asked: Asked;
  beforeAll(async () => {
    asked = await askedPolicy(policyWith(`{ group: "", resource: "configmaps" }`));
  });

  test("denies a new owner, and one that is no longer the same", () => {
    expect(deniedBy(asked, update(configMap(kept), owned(owner)))).toEqual(["ownerGuard"]);
    for (const other of [{ uid: "v" }, { name: "m" }, { kind: "Pod" }, { apiVersion: "v2" }])
      expect(deniedBy(asked, update(owned(owner), owned({ ...owner, ...other })))).toEqual(["ownerGuard"]);
    expect(deniedBy(asked, update(owned(owner), owned(owner, { ...owner, uid: "v" })))).toEqual(["ownerGuard"]);
  });

  test("lets owners go, change how they own, and be added to what is not protected", () => {
    expect(deniedBy(asked, update(owned(owner), configMap(kept)))).toEqual([]);
    expect(deniedBy(asked, update(owned(owner), owned({ ...owner, blockOwnerDeletion: false })))).toEqual([]);
    expect(deniedBy(asked, update(configMap(), configMap({ ownerReferences: [owner] })))).toEqual([]);
  });
});

test("the finalizer guard keeps what the policy names on what is terminating", async () => {
  const asked = await askedPolicy(
    policyWith(`{ group: "", resource: "configmaps" }`, `guards: { finalizers: { keep: ["a/hold"] } },`),
  );
  const ending = (...finalizers: readonly string[]) =>
    configMap({ ...kept, deletionTimestamp: "2026-01-01T00:00:00Z", finalizers });
  expect(deniedBy(asked, update(ending("a/hold", "b/c"), ending("b/c")))).toEqual(["finalizerGuard"]);
  expect(deniedBy(asked, update(ending("a/hold", "b/c"), ending("a/hold")))).toEqual([]);
  expect(deniedBy(asked, update(configMap({ ...kept, finalizers: ["a/hold"] }), configMap(kept)))).toEqual([]);
});

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
    expect(deniedBy(asked, finalize.holding(configMap(kept)))).toEqual(["finalizeGuard"]);
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

test("the eviction guard denies evicting a protected Pod, and no other", async () => {
  const asked = await askedPolicy(policyWith(`{ group: "", resource: "pods" }`));
  const eviction = (name: string) =>
    create({ apiVersion: "policy/v1", kind: "Eviction", metadata: { name, namespace: "shop" } })
      .resource("pods.v1.")
      .subresource("eviction");
  expect(deniedBy(asked, eviction("one").holding(pod(kept), pod({ name: "two" })))).toEqual(["evictionGuard"]);
  expect(deniedBy(asked, eviction("two").holding(pod(kept), pod({ name: "two" })))).toEqual([]);
});

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

test("a key or value that no label can have selects every object, and none is meant", async () => {
  const asked = await askedPolicy(policyWith(`{ group: "", resource: "configmaps" }`).replace(`=== "yes"`, `=== "no label!"`));
  const holder = del(namespace({ name: "shop" }));
  expect(deniedBy(asked, holder.holding(configMap(kept), configMap()))).toEqual([]);
  expect(asked.yaml).toContain("selector: {}");
});

describe("a label that every denial needs", () => {
  const selectorIn = (asked: Asked): readonly string[] =>
    [...asked.yaml.matchAll(/objectSelector:(.*(?:\n {6}.*)*)/g)].map(([, text = ""]) => text.trim());

  test("spares all other objects the evaluation, in the rules and in their guard", async () => {
    const asked = await askedPolicy(policyWith(`{ group: "", resource: "configmaps" }`));
    const selector = 'matchExpressions:\n        - key: keep\n          operator: In\n          values: ["yes"]';
    expect(selectorIn(asked).filter((text) => text === selector)).toHaveLength(3);
    expect(deniedBy(asked, del(configMap(kept)))).toEqual(["keep"]);
    expect(deniedBy(asked, del(configMap()))).toEqual([]);
    expect(deniedBy(asked, update(configMap(kept), configMap()))).toEqual(["releaseGuard"]);
  });

  test.each([`release: { off: "everybody may unmark" }`, `release: "clear-mark"`])("is no selector under %s", async (choice) => {
    const asked = await askedPolicy(policyWith(`{ group: "", resource: "configmaps" }`, `guards: { ${choice} },`));
    expect(selectorIn(asked).every((text) => text === "{}")).toBe(true);
  });
});

describe("Bindings of Pods", () => {
  const bind = (metadata: object): PolicyRequest =>
    create({
      apiVersion: "v1",
      kind: "Binding",
      metadata: { name: "one", namespace: "shop", ...metadata },
      target: { name: "node" },
    })
      .resource("pods")
      .subresource("binding");
  const zone = { "topology.kubernetes.io/zone": "a", "topology.kubernetes.io/region": "b" };
  const policyOver = (resource: string, reads: string, guards = ""): string =>
    policyWith(`{ group: "", resource: "${resource}" }`, guards).replace(`oldObject.metadata.labels?.["keep"] === "yes"`, reads);

  test("bring no key that the rules or overrides read", async () => {
    const asked = await askedPolicy(policyWith(`{ group: "", resource: "pods" }`));
    expect(deniedBy(asked, bind({}))).toEqual([]);
    expect(deniedBy(asked, bind({ labels: zone, annotations: { other: "x" } }))).toEqual([]);
    expect(deniedBy(asked, bind({ labels: { keep: "no" } }))).toEqual(["bindingGuard"]);
    expect(deniedBy(asked, bind({ annotations: { "holdfast.dev/release": uid } }))).toEqual(["bindingGuard"]);
  });

  test("bring nothing but what the API server adds where the rules may read any key", async () => {
    const anyLabel = `Object.keys(oldObject.metadata.labels ?? {}).some((key) => key.startsWith("keep"))`;
    const anyAnnotation = anyLabel.replace("labels", "annotations");
    const [labels, annotations] = [
      await askedPolicy(policyOver("pods", anyLabel)),
      await askedPolicy(policyOver("pods", anyAnnotation)),
    ];
    expect(deniedBy(labels, bind({ labels: zone }))).toEqual([]);
    expect(deniedBy(labels, bind({ labels: { other: "x" } }))).toEqual(["bindingGuard"]);
    expect(deniedBy(labels, bind({ labels: { ...zone, other: "x" } }))).toEqual(["bindingGuard"]);
    expect(deniedBy(annotations, bind({ labels: zone }))).toEqual([]);
    expect(deniedBy(annotations, bind({ annotations: { other: "x" } }))).toEqual(["bindingGuard"]);
  });

  test("are nobody's business where no Pods are matched, or everybody may unmark them", async () => {
    const marked = bind({ labels: { keep: "no" } });
    const off = `guards: { release: { off: "everybody may unmark" } },`;
    for (const text of [policyWith(`{ group: "", resource: "services" }`), policyWith(`{ group: "", resource: "pods" }`, off)])
      expect(deniedBy(await askedPolicy(text), marked)).toEqual([]);
  });
});
