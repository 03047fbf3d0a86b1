import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../../runtime-fallback/clock.ts";
import type { ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { connect } from "../../../runtime-fallback/kubernetes/connect.ts";
import { findServed } from "../../../runtime-fallback/kubernetes/discovery/served-now.ts";
import type { ServedResource } from "../../../runtime-fallback/kubernetes/discovery/served-resource.ts";
import type { StoredObject } from "../../../runtime-fallback/kubernetes/stored-object.ts";
import { ownOpenings } from "../../../compiler/api/unprotection.ts";
import { runExpiries } from "../../../runtime-fallback/unprotected/run-expiries.ts";
import { holdfastHere } from "../../cli/user-project.ts";
import { changed, created } from "../../control-plane/requests.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { type Installation, install, quickController } from "../../install/installed/installation.ts";
import { declaration } from "../../install/installed/policy-file.ts";

const shop = "/api/v1/namespaces/shop";
const hour = 3_600_000;
const quiet = (): void => undefined;

const policy = (name: string, resources: readonly string[], overrides: string, message: string): string =>
  `import { deletionPolicy, plainName, released } from "holdfast";
export default deletionPolicy({
  name: "${name}",
  match: ${JSON.stringify(resources)}.map((resource) => ({ group: "", resource })),
  guards: { release: { off: "a message says what to change" } },
  overrides: ${overrides},
  rules: { keep: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["example.com/keep"] === "true", message: ${message} } },
});
`;
const keepSettings = policy("keep-settings", ["configmaps", "serviceaccounts"], "[released()]", '"it is kept"');
/** What opens it is a label; nothing else does. */
const keepSecrets = policy(
  "keep-secrets",
  ["secrets"],
  '{ none: "the label is" }',
  "({ oldObject }) => `first run: kubectl label secrets/${plainName(oldObject.metadata.name)} -n shop example.com/keep-`",
);

describeWithServer("what was unprotected is taken back", {}, (server) => {
  let api: ApiServer;
  let installation: Installation;
  let now = Date.now();
  let running: { readonly stop: AbortController; readonly done: Promise<unknown> } | undefined;
  /** `left mine`: what became of which object. */
  const ended: string[] = [];
  const settings = (name: string): string => `${shop}/configmaps/${name}`;
  const unprotect = async (...words: readonly string[]) => {
    const { code, out, error } = await holdfastHere(".", [
      "unprotect",
      ...words,
      "-n",
      "shop",
      "--kubeconfig",
      server().kubeconfig,
    ]);
    expect({ code, error }, out).toEqual({ code: 0, error: "" });
  };
  const read = async (path: string): Promise<StoredObject> =>
    (await server().request({ method: "GET", path })).body as StoredObject;
  const marksOf = async (path: string) => {
    const { labels, annotations } = (await read(path)).metadata;
    return { labels, annotations } as { labels?: Record<string, string>; annotations?: Record<string, string> };
  };
  const tryDelete = async (path: string) => {
    const { status, body } = await server().request({ method: "DELETE", path: `${path}?dryRun=All` });
    return `${status} ${String(body["message"])}`;
  };
  const make = async (name: string): Promise<string> => {
    const metadata = { name, labels: { "example.com/keep": "true" } };
    await created(server(), `${shop}/configmaps`, { metadata });
    return settings(name);
  };
  const follow = async (resource: string, through: (request: ApiServer["request"]) => ApiServer["request"] = (one) => one) => {
    const stop = new AbortController();
    // The clocks of the controller and of the API server are those of the test.
    const dated: ApiServer["request"] = async (one) => ({ ...(await api.request(one)), date: now });
    const between = { ...api, request: through(dated) };
    const telemetry = {
      log: { info: quiet, warn: quiet },
      metrics: { onListed: quiet, onListFailed: quiet, onWatchEnded: quiet, onListenerFailed: quiet },
    };
    const done = runExpiries(
      {
        server: between,
        writer: between,
        resource: (await findServed(api, { group: "", resource })) as ServedResource,
        ofProtected: [...ownOpenings, { field: "labels", key: "example.com/keep", value: "true" }],
        clock: { ...systemClock, now: () => now },
        random: Math.random,
        log: quiet,
        metrics: { depth: quiet, retried: quiet, worked: quiet },
        telemetry,
        lookMs: 20,
        reports: { ended: (outcome, { object }) => void ended.push(`${outcome} ${object.metadata.name}`) },
      },
      stop.signal,
    );
    running = { stop, done };
  };
  const becomes = (outcome: string) => waitUntil(`it is ${outcome}`, () => Promise.resolve(ended.includes(outcome)));

  beforeAll(async () => {
    api = await connect({ kubeconfig: server().kubeconfig });
    const unprotected = 'unprotected: { of: [{ group: "", resource: "serviceaccounts" }] },';
    const sources = { "keep-settings.ts": keepSettings, "keep-secrets.ts": keepSecrets, ...declaration(unprotected) };
    installation = await install(server(), sources, { controllerProgram: quickController });
  });

  afterEach(async () => {
    running?.stop.abort();
    await running?.done;
    ended.length = 0;
    now = Date.now();
  });

  afterAll(() => Promise.all([api.close(), installation.end()]));

  test("a release is gone when its time is over, not before, and the delete is denied as it was", async () => {
    const path = await make("released");
    const before = await tryDelete(path);
    expect(before).toContain("keep-settings' denied request: keep: it is kept");
    await unprotect("cm/released", "--reason", "moved", "--for", "2h", "--apply");
    expect(await tryDelete(path)).toMatch(/^200/);
    await follow("configmaps");
    now = Date.now() + 2 * hour - 60_000;
    await new Promise((resolve) => void setTimeout(resolve, 200));
    expect([ended, await tryDelete(path)]).toEqual([[], expect.stringMatching(/^200/)]);
    now += 180_000;
    await becomes("taken-back released");
    expect(await marksOf(path)).toEqual({ labels: { "example.com/keep": "true" } });
    expect(await tryDelete(path)).toBe(before);
  });

  test("a record that somebody planted before does not keep open what it is opened for", async () => {
    const path = await make("planted");
    const before = await tryDelete(path);
    const { uid } = (await read(path)).metadata;
    const junk = Array.from({ length: 18 }, (_, at) => ({ field: "labels", key: `junk-${at}` }));
    const planted = [{ field: "annotations", key: "holdfast.dev/release", value: uid }, ...junk];
    await changed(server(), path, {
      metadata: { annotations: { "holdfast.dev/unprotected": JSON.stringify({ uid, reason: "", before: planted }) } },
    });
    await unprotect("cm/planted", "--reason", "repair", "--for", "1h", "--apply");
    expect(await tryDelete(path)).toMatch(/^200/);
    await follow("configmaps");
    now += 2 * hour;
    await becomes("taken-back planted");
    expect([await tryDelete(path), (await marksOf(path)).annotations]).toEqual([before, undefined]);
  });

  test("a label that protects is back, of an object whose data nobody asked for", async () => {
    const path = `${shop}/secrets/labelled`;
    const metadata = { name: "labelled", labels: { "example.com/keep": "true" } };
    await created(server(), `${shop}/secrets`, { metadata, stringData: { password: "hunter2" } });
    const before = await tryDelete(path);
    expect(before).toContain("keep: first run: kubectl label secrets/labelled -n shop example.com/keep-");
    await unprotect("secret/labelled", "--reason", "moved", "--for", "1h", "--apply");
    expect([await tryDelete(path), await marksOf(path)]).toEqual([
      expect.stringMatching(/^200/),
      { annotations: { "holdfast.dev/unprotected": expect.stringContaining('"key":"example.com/keep","value":"true"') } },
    ]);
    const answers: string[] = [];
    await follow("secrets", (request) => async (one) => {
      const answer = await request(one);
      answers.push(JSON.stringify(answer.body));
      return answer;
    });
    now += 2 * hour;
    await becomes("taken-back labelled");
    expect(await marksOf(path)).toEqual({ labels: { "example.com/keep": "true" } });
    expect(await tryDelete(path)).toBe(before);
    expect(answers.join()).toContain("labelled");
    expect(answers.join()).not.toContain(Buffer.from("hunter2").toString("base64"));
  });

  test("a record that somebody has written opens nothing, changes no other object, and does not spread by copies", async () => {
    const [victim, mine, copy] = await Promise.all(["victim", "mine", "copy"].map(make));
    const uids = new Map(
      await Promise.all([victim, mine, copy].map(async (path) => [path, (await read(path ?? "")).metadata.uid] as const)),
    );
    const write = (path = "", uid: string | undefined, before: readonly object[], more = {}) =>
      changed(server(), path, {
        metadata: {
          annotations: {
            "holdfast.dev/unprotected": JSON.stringify({
              uid,
              reason: "routine",
              until: "2020-01-01T00:00:00Z",
              before,
              ...more,
            }),
          },
        },
      });
    const release = { field: "annotations", key: "holdfast.dev/release" };
    const elsewhere = { kind: "configmaps", name: "victim", namespace: "shop", object: victim };
    await write(
      mine,
      uids.get(mine),
      [
        { ...release, value: uids.get(mine) },
        { field: "labels", key: "example.com/keep", ...elsewhere },
        { field: "labels", key: "team", value: "mallory", ...elsewhere },
      ],
      elsewhere,
    );
    await changed(server(), copy ?? "", { metadata: { annotations: { "holdfast.dev/release": uids.get(copy) } } });
    await write(copy, uids.get(mine), [release]);
    const before = await Promise.all([victim, mine, copy].map((path) => read(path ?? "")));
    await follow("configmaps");
    await becomes("left mine");
    await new Promise((resolve) => void setTimeout(resolve, 200));
    expect(ended).toEqual(["left mine"]);
    expect(await Promise.all([victim, mine, copy].map((path) => read(path ?? "")))).toEqual(before);
    for (const path of [victim, mine]) expect(await tryDelete(path ?? "")).toMatch(/^403|^422/);
  });

  test("whoever gives more time while it is taken back has it", async () => {
    const path = await make("extended");
    await unprotect("cm/extended", "--reason", "moved", "--for", "1h", "--apply");
    let isExtended = false;
    await follow("configmaps", (request) => async (one) => {
      if (one.method === "PATCH" && !isExtended) {
        isExtended = true;
        const text = (await marksOf(path)).annotations?.["holdfast.dev/unprotected"] ?? "";
        const more = text.replace("moved", "more").replace(/"until":"[^"]*"/, '"until":"2099-01-01T00:00:00Z"');
        await changed(server(), path, { metadata: { annotations: { "holdfast.dev/unprotected": more } } });
      }
      return request(one);
    });
    now += 2 * hour;
    await waitUntil("more time was given", () => Promise.resolve(isExtended));
    await waitUntil("it is seen", async () => JSON.stringify(await marksOf(path)).includes("more"));
    await new Promise((resolve) => void setTimeout(resolve, 200));
    expect([ended.filter((one) => one.includes("extended")), await tryDelete(path)]).toEqual([[], expect.stringMatching(/^200/)]);
  });

  test("by the controller as it is installed, with the rights that were generated, and an Event", async () => {
    const path = `${shop}/serviceaccounts/installed`;
    await created(server(), `${shop}/serviceaccounts`, {
      metadata: { name: "installed", labels: { "example.com/keep": "true" } },
    });
    await unprotect("sa/installed", "--reason", "moved", "--for", "1h", "--apply");
    const text = (await marksOf(path)).annotations?.["holdfast.dev/unprotected"] ?? "";
    const over = text.replace(/"until":"[^"]*"/, '"until":"2026-01-01T00:00:00Z"');
    await changed(server(), path, { metadata: { annotations: { "holdfast.dev/unprotected": over } } });
    await waitUntil("it is protected again", async () => (await marksOf(path)).annotations === undefined);
    expect(await tryDelete(path)).toContain("keep: it is kept");
    const events = async (): Promise<string> =>
      JSON.stringify((await server().request({ method: "GET", path: "/apis/events.k8s.io/v1/namespaces/shop/events" })).body);
    await waitUntil("there is an Event", async () => (await events()).includes('"reason":"TakenBack"'));
    expect(await events()).toContain("protected again (annotation holdfast.dev/release removed");
    expect(installation.log().filter(({ level }) => level !== "info")).toEqual([]);
    const controller = "system:serviceaccount:holdfast-system:holdfast-controller";
    const patched = readFileSync(server().auditLog, "utf8")
      .split("\n")
      .filter((line) => line.includes(controller) && line.includes('"verb":"patch"') && line.includes("/namespaces/shop/"))
      .map((line) => (JSON.parse(line) as { readonly requestURI: string }).requestURI);
    expect(new Set(patched)).toEqual(new Set([path]));
  });
});
