import { describe, expect, test } from "vitest";
import { findFirst } from "../../../runtime-fallback/kubernetes/list.ts";
import { servedContentKinds } from "../../../runtime-fallback/namespaces/namespace-guard.ts";
import { servedVersions, findServed } from "../../../runtime-fallback/kubernetes/discovery/served-now.ts";
import type { MatchEntry } from "../../../compiler/api/coverage.ts";
import { type Answer, answering, isOfRegistered, json, registered } from "./answered-requests.ts";

const open = (answerTo: (path: string, at: number) => Answer | undefined) => answering(({ url }, at) => answerTo(url ?? "", at));

describe("the first object that is wanted", () => {
  const resource = { group: "test.holdfast.dev", version: "v1", resource: "widgets" };
  const wanted = ({ metadata }: { metadata: { name: string } }) => metadata.name === "wanted";
  const page = (resourceVersion: string, names: readonly string[], token?: string) => {
    const items = names.map((name) => ({ metadata: { name, uid: `u-${name}`, resourceVersion: "7" } }));
    return json(200, { kind: "WidgetList", apiVersion: "test/v1", metadata: { resourceVersion, continue: token }, items });
  };
  const gone = json(410, { kind: "Status", reason: "Expired" });

  test.each<[string, readonly Answer[], string | undefined, number]>([
    ["on the first page: no other is read", [page("9", ["a", "wanted"], "next")], "wanted", 1],
    ["on a later page", [page("9", ["a"], "next"), page("9", ["wanted"], "more")], "wanted", 2],
    ["nowhere", [page("9", ["a"], "next"), page("9", ["b"])], undefined, 2],
    [
      "before the version expired, it is looked for once more",
      [page("9", ["a"], "next"), gone, page("12", ["wanted"])],
      "wanted",
      3,
    ],
  ])("%s", async (_, answers, name, requests) => {
    const { server, asked } = await open((__, at) => answers[at]);
    expect((await findFirst(server, { resource }, { wanted }))?.metadata.name).toBe(name);
    expect(asked).toHaveLength(requests);
  });

  test.each<[string, readonly Answer[]]>([
    ["a page that is denied", [page("9", ["a"], "next"), json(403, { kind: "Status", message: "no" })]],
    ["pages of two versions", [page("9", ["a"], "next"), page("10", ["b"])]],
  ])("is an error with %s: nothing is known of the rest", async (_, answers) => {
    const { server } = await open((__, at) => answers[at]);
    await expect(findFirst(server, { resource }, { wanted })).rejects.toThrow();
  });
});

describe("what is served", () => {
  const group = "test.holdfast.dev";
  const versions = [{ version: "v1" }, { version: "v2" }];
  const groups = { kind: "APIGroupList", groups: [{ name: group, versions, preferredVersion: { version: "v2" } }] };
  const widgets = [
    { name: "widgets", kind: "Widget", namespaced: true, verbs: ["list"] },
    { name: "widgets/status", kind: "Status", namespaced: true, verbs: ["get"] },
  ];
  const list = (resources: readonly object[]) => json(200, { kind: "APIResourceList", resources });
  const served =
    (v1: Answer, v2: Answer) =>
    (path: string): Answer | undefined =>
      isOfRegistered(path)
        ? registered(`v1.${group}`, `v2.${group}`)
        : { "/apis": json(200, groups), [`/apis/${group}/v1`]: v1, [`/apis/${group}/v2`]: v2 }[path];

  test.each([
    ["by its plural, in the preferred version", "widgets", "v2"],
    ["by its kind", "Widget", "v2"],
    ["and not by the kind of a subresource", "Status", undefined],
    ["and not at all", "gadgets", undefined],
  ])("is found %s", async (_, resource, version) => {
    const { server } = await open(served(list(widgets), list(widgets)));
    expect((await findServed(server, { group, resource }))?.version).toBe(version);
  });

  test("is found in the version that has it", async () => {
    const { server } = await open(served(list(widgets), list([])));
    expect((await findServed(server, { group, resource: "widgets" }))?.version).toBe("v1");
  });

  test("of a group that is not there is nothing", async () => {
    const { server } = await open(served(list([]), list([])));
    expect(await findServed(server, { group: "other.holdfast.dev", resource: "widgets" })).toBeUndefined();
  });

  test.each([
    ["one version cannot be asked", served(list(widgets), json(503, { kind: "Status", message: "no endpoints" }))],
    ["nothing can be asked", () => undefined],
    ["something else answers", () => json(200, { hello: "world" })],
  ])("is not known where %s", async (_, answerTo) => {
    const { server } = await open(answerTo);
    await expect(findServed(server, { group, resource: "widgets" })).rejects.toThrow();
  });

  const noGroups = json(200, { kind: "APIGroupList", groups: [] });
  const one = json(200, { kind: "APIGroupList", groups: [{ name: group, versions: [{ version: "v1" }] }] });

  test.each([
    ["the group", noGroups, `v1.${group}`],
    ["a version", one, `v2.${group}`],
  ])("is not known while %s is registered and not named, as after the start of an API server", async (_, groupsNow, name) => {
    const { server } = await open((path) => {
      if (isOfRegistered(path)) return registered(`v1.${group}`, name);
      return path === "/apis" ? groupsNow : list([]);
    });
    const query = { group, resource: "widgets" };
    await expect(findServed(server, query)).rejects.toThrow(`has the APIService ${name} and does not say yet`);
    await expect(servedVersions(server, query)).rejects.toThrow(`has the APIService ${name} and does not say yet`);
    const match = { group, version: "*", resource: "*" } as MatchEntry;
    const kinds = servedContentKinds(server, [match], new AbortController().signal);
    await expect(kinds).rejects.toThrow(`has the APIService ${name} and does not say yet`);
  });

  test.each([
    ["is denied", json(403, { kind: "Status", message: "may not" })],
    ["is empty", json(200, { kind: "APIServiceList", metadata: { resourceVersion: "1" }, items: [] })],
  ])("is not known where the list of what is registered %s", async (_, answer) => {
    const { server } = await open((path) => (isOfRegistered(path) ? answer : noGroups));
    await expect(findServed(server, { group, resource: "widgets" })).rejects.toThrow();
  });
});
