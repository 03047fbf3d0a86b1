import { beforeAll, expect, test } from "vitest";
import type { ApiResponse } from "../control-plane/api-client.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { mergePatch } from "../control-plane/requests.ts";
import { yamlOf } from "../fixtures/compile-files.ts";
import { expectDenied } from "./expect-denied.ts";

/** One rule that a label makes, and one that anybody may confirm. */
const yaml = yamlOf(`import { deletionPolicy } from "holdfast";
export default deletionPolicy({
  name: "labelled-or-unconfirmed",
  match: [{ group: "", resource: "configmaps" }],
  rules: {
    labelled: { denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes", message: "its label keeps it" },
    unconfirmed: {
      denyWhen: ({ oldObject }) => oldObject.metadata.annotations?.["allow"] !== "true",
      message: "annotate it with allow=true",
    },
  },
});`);

describeWithServer("a label that protects beside what anybody may confirm", {}, (server) => {
  const all = "/api/v1/namespaces/default/configmaps";
  const patch = (name: string, metadata: object): Promise<ApiResponse> =>
    server().request(mergePatch(`${all}/${name}`, { metadata }));
  const remove = (name: string): Promise<ApiResponse> => server().request({ method: "DELETE", path: `${all}/${name}` });
  const create = async (name: string, metadata: object): Promise<string> => {
    const body = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, ...metadata } };
    const { status, body: stored } = await server().request({ method: "POST", path: all, body });
    expect(status).toBe(201);
    return (stored["metadata"] as { readonly uid: string }).uid;
  };
  const unlabelled = { labels: { keep: null } };
  const lost = "releaseGuard: ConfigMap default/";

  beforeAll(async () => {
    const { code, stderr } = await server().kubectl(["apply", "--server-side", "-f", "-"], { input: yaml });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    // Every ConfigMap has to be confirmed, a canary, too.
    await create("first", { labels: { keep: "yes" } });
    const dryRun = { method: "DELETE", path: `${all}/first?dryRun=All` } as const;
    await waitUntil("the rules are in force", async () => (await server().request(dryRun)).status === 403);
    await waitUntil("the guard is in force", async () => (await patch("first?dryRun=All", unlabelled)).status === 403);
  });

  test("may not go before the confirmation, nor after it", async () => {
    await create("one", { labels: { keep: "yes" } });
    await expectDenied(patch("one", unlabelled), `${lost}one`);
    expect((await patch("one", { annotations: { allow: "true" } })).status).toBe(200);
    await expectDenied(patch("one", unlabelled), `${lost}one`);
    await expectDenied(remove("one"), "labelled: its label keeps it");
  });

  test("may not go together with it, and with a release it may", async () => {
    const uid = await create("two", { labels: { keep: "yes" } });
    await expectDenied(patch("two", { ...unlabelled, annotations: { allow: "true" } }), `${lost}two`);
    expect((await patch("two", { annotations: { "holdfast.dev/release": uid } })).status).toBe(200);
    expect((await patch("two", unlabelled)).status).toBe(200);
    expect((await remove("two")).status).toBe(200);
  });

  test("what only has to be confirmed is confirmed by an update", async () => {
    await create("three", {});
    await expectDenied(remove("three"), "unconfirmed: annotate it with allow=true");
    expect((await patch("three", { annotations: { allow: "true" } })).status).toBe(200);
    expect((await remove("three")).status).toBe(200);
  });
});
