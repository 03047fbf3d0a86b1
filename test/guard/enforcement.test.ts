import { beforeAll, describe, expect, test } from "vitest";
import { type PolicyRequest, del, update } from "../../compiler/simulator/testing/index.ts";
import { type Asked, askedPolicy } from "./asked.ts";
import { byStage, enforcedBy, stageLabel } from "./enforcement-policy.ts";

const uid = "3f0e7b1c-0000-4000-8000-000000000001";

type Annotations = Readonly<Record<string, string>>;

const settings = (keep = "yes") => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "settings", namespace: "shop", labels: { keep } },
});

const labelled = (stage: string | undefined, annotations: Annotations = {}) => ({
  name: "shop",
  uid,
  labels: stage === undefined ? {} : { [stageLabel]: stage },
  annotations,
});

const namespace = (stage: string | undefined, annotations: Annotations = {}) => ({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: labelled(stage, annotations),
});

/** `deny keep`, as both executions say. */
const said = (asked: Asked, request: PolicyRequest): readonly string[] =>
  asked.ask(request).map(({ action, rule }) => `${action} ${rule}`);

describe("a policy that is enforced everywhere", () => {
  test.each([
    ["deny", ["deny keep"], ["warn watched"]],
    ["warn", ["warn keep"], ["warn watched"]],
    ["audit", [], []],
  ])("as %s", async (enforcement, kept, watched) => {
    const asked = await askedPolicy(enforcedBy(`"${enforcement}"`));
    expect(said(asked, del(settings()))).toEqual(kept);
    expect(said(asked, del(settings("watched")))).toEqual(watched);
    expect(said(asked, update(settings(), settings("no")))).toEqual(
      kept.map((finding) => finding.replace("keep", "releaseGuard")),
    );
  });
});

describe("a policy that is enforced by a label of the Namespace", () => {
  let asked: Asked;
  beforeAll(async () => {
    asked = await askedPolicy(enforcedBy(byStage));
  });

  test.each([
    ["production", ["deny keep"], ["warn watched"]],
    ["staging", ["warn keep"], ["warn watched"]],
    ["other", [], []],
    [undefined, [], []],
  ])("in a Namespace of %s", (stage, kept, watched) => {
    const inside = { metadata: labelled(stage) };
    expect(said(asked, del(settings()).in(inside))).toEqual(kept);
    expect(said(asked, del(settings("watched")).in(inside))).toEqual(watched);
    expect(said(asked, update(settings(), settings("no")).in(inside))).toEqual(
      kept.map((finding) => finding.replace("keep", "releaseGuard")),
    );
    expect(said(asked, del(namespace(stage)).holding(settings()))).toEqual(
      kept.map((finding) => finding.replace("keep", "namespaceGuard")),
    );
  });

  test.each([
    ["production", "staging"],
    ["production", "other"],
    ["production", undefined],
    ["staging", undefined],
  ])("no update takes a Namespace from %s to %s", (before, after) => {
    expect(asked.ask(update(namespace(before), namespace(after)))).toEqual([
      {
        policy: "keep",
        rule: "namespaceLabelGuard",
        action: "deny",
        isGuard: true,
        message: expect.stringContaining(
          `Namespace shop says by its label ${stageLabel} how objects in it are protected against deletion, and this update would lower that; ` +
            `to do it anyway, first run: kubectl annotate namespaces/shop holdfast.dev/release=${uid}`,
        ) as string,
      },
    ]);
  });

  test.each([
    [undefined, "staging"],
    ["staging", "production"],
    ["other", undefined],
    ["production", "production"],
  ])("an update may take a Namespace from %s to %s", (before, after) => {
    expect(said(asked, update(namespace(before), namespace(after)))).toEqual([]);
  });

  test("a released Namespace may be taken anywhere", () => {
    const mark = { "holdfast.dev/release": uid };
    expect(said(asked, update(namespace("production", mark), namespace(undefined, mark)))).toEqual([]);
  });
});

test("the guard of the label can be switched off, and the name of a Namespace needs none", async () => {
  const change = update(namespace("production"), namespace(undefined));
  const off = `guards: { namespaceLabels: { off: "only the platform team may label Namespaces" } },`;
  expect(said(await askedPolicy(enforcedBy(byStage, off)), change)).toEqual([]);
  const byName = await askedPolicy(
    enforcedBy(`{ label: "kubernetes.io/metadata.name", values: { shop: "deny" }, otherwise: "audit" }`),
  );
  expect(byName.yaml).not.toContain("guard-namespace-labels");
  const named = { metadata: { ...labelled(undefined), labels: { "kubernetes.io/metadata.name": "shop" } } };
  expect(said(byName, del(settings()).in(named))).toEqual(["deny keep"]);
});

test("a policy about Namespaces goes by their own labels", async () => {
  const asked = await askedPolicy(enforcedBy(byStage).replace("configmaps", "namespaces"));
  const kept = (stage: string) => {
    const { metadata, ...rest } = namespace(stage);
    return { ...rest, metadata: { ...metadata, labels: { ...metadata.labels, keep: "yes" } } };
  };
  expect(said(asked, del(kept("production")))).toEqual(["deny keep"]);
  expect(said(asked, del(kept("staging")))).toEqual(["warn keep"]);
  expect(said(asked, del(kept("other")))).toEqual([]);
});

test("the longest name of a policy leaves room for every ending", async () => {
  const resource = "r".repeat(63);
  const kinds = `[{ group: "example.com", version: "v1", resource: "${resource}", kind: "Thing" }]`;
  const text = enforcedBy(byStage, `guards: { freeze: true, namespaces: { kinds: ${kinds} } },`)
    .replace(`group: "", resource: "configmaps"`, `group: "example.com", resource: "${resource}"`)
    .replace(`name: "keep"`, `name: "${"k".repeat(150)}"`);
  const names = [...(await askedPolicy(text)).yaml.matchAll(/^ {2}name: (\S+)$/gm)].map(([, name = ""]) => name.length);
  expect(Math.max(...names)).toBeGreaterThan(240);
  expect(Math.max(...names)).toBeLessThanOrEqual(253);
});
