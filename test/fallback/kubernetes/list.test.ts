import { describe, expect, test } from "vitest";
import { ApiRejected, ApiUnreachable } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { get } from "../../../runtime-fallback/kubernetes/get.ts";
import { isServed } from "../../../runtime-fallback/kubernetes/discovery/served-now.ts";
import { listProjected } from "../../../runtime-fallback/kubernetes/list.ts";
import { answerUnknownPath } from "../http-server.ts";
import { type Answer, answering, json, registered } from "./answered-requests.ts";

const widgets = { group: "test.holdfast.dev", version: "v1", resource: "widgets" };
const project = ({ metadata: { name } }: { metadata: { name: string } }) => name;

/** Answers each request by the next of the answers. */
const open = (...answers: readonly Answer[]) => answering((_, at) => answers[at]);

function page(resourceVersion: string, names: readonly string[], token?: string) {
  const items = names.map((name) => ({ metadata: { name, namespace: "shop", uid: `u-${name}`, resourceVersion: "7" } }));
  return json(200, { kind: "WidgetList", apiVersion: "test/v1", metadata: { resourceVersion, continue: token }, items });
}

const gone = json(410, { kind: "Status", reason: "Expired", metadata: { continue: "another-version" } });

describe("a list", () => {
  test("goes on page by page, at one version", async () => {
    const { server, asked } = await open(page("9", ["a", "b"], "next/1+2="), page("9", ["c"], ""));
    expect(await listProjected(server, { resource: widgets }, { project })).toEqual({
      items: ["a", "b", "c"],
      resourceVersion: "9",
    });
    const path = "/apis/test.holdfast.dev/v1/widgets?limit=500";
    expect(asked).toEqual([path, `${path}&continue=next%2F1%2B2%3D`]);
  });

  test("begins again where its version has expired, and never goes on at another", async () => {
    const { server, asked } = await open(page("9", ["a", "b"], "next"), gone, page("12", ["b"], "next"), page("12", ["c"]));
    expect(await listProjected(server, { resource: widgets }, { project })).toEqual({ items: ["b", "c"], resourceVersion: "12" });
    expect(asked.map((path) => path.includes("another-version"))).toEqual([false, false, false, false]);
  });

  test("begins again once", async () => {
    const { server, asked } = await open(page("9", ["a"], "next"), gone, page("12", ["b"], "next"), gone);
    await expect(listProjected(server, { resource: widgets }, { project })).rejects.toMatchObject({
      name: "ApiRejected",
      answer: { status: 410 },
    });
    expect(asked).toHaveLength(4);
  });

  test("of two versions is none", async () => {
    const { server } = await open(page("9", ["a"], "next"), page("10", ["b"]));
    await expect(listProjected(server, { resource: widgets }, { project })).rejects.toThrow("pages of the versions 9 and 10");
  });

  test("says of each object what it is, as the list does", async () => {
    const { server } = await open(page("9", ["a"]));
    const { items } = await listProjected(
      server,
      { resource: widgets },
      { project: ({ kind, apiVersion }) => [kind, apiVersion] },
    );
    expect(items).toEqual([["Widget", "test/v1"]]);
  });

  test("of nothing may be null, as Go writes it", async () => {
    const { server } = await open(json(200, { kind: "WidgetList", metadata: { resourceVersion: "9" }, items: null }));
    expect(await listProjected(server, { resource: widgets }, { project })).toEqual({ items: [], resourceVersion: "9" });
  });

  test.each<readonly [string, unknown]>([
    ["items", { metadata: { resourceVersion: "9" } }],
    ["a version", { metadata: {}, items: [] }],
    ["uids", { metadata: { resourceVersion: "9" }, items: [{ metadata: { name: "a", resourceVersion: "1" } }] }],
    ["objects", { metadata: { resourceVersion: "9" }, items: [null] }],
  ])("without %s is none", async (_, body) => {
    const { server } = await open(json(200, body));
    await expect(listProjected(server, { resource: widgets }, { project })).rejects.toBeInstanceOf(ApiUnreachable);
  });
});

describe("a page that is too long", () => {
  const bulk = "x".repeat(1024 * 1024);
  /** A server of `sizes.length` widgets of so many MiB each, which takes notice of `limit`. */
  const storing = (sizes: readonly number[]) =>
    answering(({ url }) => {
      const { searchParams } = new URL(url ?? "", "http://server");
      const start = Number(searchParams.get("continue") ?? "0");
      const end = start + Number(searchParams.get("limit"));
      const items = sizes.slice(start, end).map((size, at) => ({
        metadata: { name: `w-${start + at}`, uid: `u-${start + at}`, resourceVersion: "7" },
        spec: { bulk: Array.from({ length: size }, () => bulk) },
      }));
      return json(200, { metadata: { resourceVersion: "9", continue: end < sizes.length ? String(end) : "" }, items });
    });
  const limits = (asked: readonly string[]) =>
    asked.map((path) => Number(new URL(path, "http://server").searchParams.get("limit")));

  test("is asked for with fewer objects, and so are those after it", async () => {
    const { server, asked } = await storing(Array.from({ length: 130 }, (_, at) => (at < 20 ? 1 : 0)));
    const { items } = await listProjected(server, { resource: widgets }, { project });
    expect(items).toEqual(Array.from({ length: 130 }, (_, at) => `w-${at}`));
    expect(limits(asked)).toEqual([500, 250, 125, 62, 31, ...Array.from({ length: 9 }, () => 15)]);
  });

  test("may be a later one", async () => {
    const { server, asked } = await storing(Array.from({ length: 520 }, (_, at) => (at < 500 ? 0 : 1)));
    expect((await listProjected(server, { resource: widgets }, { project })).items).toHaveLength(520);
    expect(limits(asked)).toEqual([500, 500, 250, 125, 62, 31, 15, 15]);
  });

  test("may be that of one object, or of a server that knows no limit", async () => {
    const { server, asked } = await storing([17]);
    expect((await listProjected(server, { resource: widgets }, { project })).items).toEqual(["w-0"]);
    expect(limits(asked)).toEqual([500, 250, 125, 62, 31, 15, 7, 3, 1]);
  });
});

describe("one object", () => {
  const key = { namespace: "shop", name: "a" };
  const absence = (details: unknown) => json(404, { kind: "Status", reason: "NotFound", message: "not found", details });

  test("is absent where the API server says so of it", async () => {
    const { server } = await open(absence({ name: "a", group: "test.holdfast.dev", kind: "widgets" }));
    expect(await get(server, widgets, key)).toBeUndefined();
  });

  test.each<readonly [string, Answer]>([
    ["an unknown path", answerUnknownPath],
    ["an unknown resource of a built-in group", absence({})],
    ["another name", absence({ name: "b" })],
    ["a page of something in between", (response) => (response.writeHead(404), response.end("<h1>not found</h1>"))],
    ["a denial", json(403, { kind: "Status", reason: "Forbidden", details: { name: "a" } })],
  ])("is not known to be absent by a 404 of %s", async (_, answer) => {
    const { server } = await open(answer);
    await expect(get(server, widgets, key)).rejects.toBeInstanceOf(ApiRejected);
  });

  test.each<readonly [string, object]>([
    ["name", { name: "b", namespace: "shop" }],
    ["namespace", { name: "a", namespace: "other" }],
    ["place without a namespace", { name: "a" }],
  ])("of another %s is not the one that was asked for", async (_, metadata) => {
    const { server } = await open(json(200, { metadata: { uid: "u", resourceVersion: "1", ...metadata } }));
    await expect(get(server, widgets, key)).rejects.toThrow("answers with another object than shop/a");
  });
});

describe("whether a resource is served", () => {
  const groups = json(200, { kind: "APIGroupList", groups: [{ name: "test.holdfast.dev", versions: [{ version: "v1" }] }] });
  const noGroups = json(200, { kind: "APIGroupList", groups: [] });
  const resources = (name: string) => json(200, { kind: "APIResourceList", resources: [{ name }] });

  test.each<readonly [string, readonly Answer[], boolean]>([
    ["listed", [groups, resources("widgets")], true],
    ["of a group without it", [groups, resources("gadgets"), registered("v1.test.holdfast.dev")], false],
    ["of no group", [noGroups, registered()], false],
  ])("is known where it is %s", async (_, answers, served) => {
    const { server } = await open(...answers);
    expect(await isServed(server, widgets)).toBe(served);
  });

  test.each<readonly [string, readonly Answer[]]>([
    ["there is nothing but 404", [answerUnknownPath]],
    ["the answer is of another kind", [json(200, { kind: "Status" })]],
    ["the group does not answer", [groups, json(503, { message: "service unavailable" })]],
    ["nobody says what is registered", [noGroups, json(403, { message: "may not" })]],
    ["the group is listed and not found", [groups, answerUnknownPath]],
  ])("is not known where %s", async (_, answers) => {
    const { server } = await open(...answers);
    await expect(isServed(server, widgets)).rejects.toBeInstanceOf(ApiRejected);
  });

  test.each<readonly [string, readonly Answer[]]>([
    ["the group", [noGroups, registered("v1.test.holdfast.dev")]],
    ["another version of the group", [groups, resources("gadgets"), registered("v1.test.holdfast.dev", "v2.test.holdfast.dev")]],
  ])("is not known where an API server that has just started does not name %s yet", async (_, answers) => {
    const { server } = await open(...answers);
    await expect(isServed(server, widgets)).rejects.toThrow(/has the APIService v[12]\.test\.holdfast\.dev and does not say yet/);
  });
});
