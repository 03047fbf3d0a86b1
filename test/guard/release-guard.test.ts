import { beforeAll, describe, expect, test } from "vitest";
import { update } from "../../compiler/simulator/testing/index.ts";
import { type Asked, askedPolicy } from "./asked.ts";
import { configMap, deniedBy, kept, policyWith, uid } from "./kept-objects.ts";

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
      "releaseGuard: ConfigMap shop/one is protected against deletion, and this update would remove the protection; to do it anyway, " +
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

  test("takes nothing along of what protects whatever is confirmed", async () => {
    const asked = await askedPolicy(
      policyOf(`oldObject.metadata.labels?.["keep"] === "yes" || oldObject.metadata.annotations?.["allow"] !== "true"`),
    );
    const allow = { allow: "true" };
    const [both, labelled, confirmedOnly] = [annotated(allow, { keep: "yes" }), configMap(kept), annotated(allow)];
    expect(deniedBy(asked, update(both, confirmedOnly))).toEqual(["releaseGuard"]);
    // It stays protected until somebody confirms, which anybody may.
    expect(deniedBy(asked, update(labelled, configMap()))).toEqual(["releaseGuard"]);
    expect(deniedBy(asked, update(labelled, both))).toEqual([]);
    expect(deniedBy(asked, update(configMap(), confirmedOnly))).toEqual([]);
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
