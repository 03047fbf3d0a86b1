import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { enforce } from "../../ack/policies-in-force.ts";
import type { ApiResponse } from "../../control-plane/api-client.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { root } from "../../house/source-files.ts";
import { created } from "../../control-plane/requests.ts";
const namespaces = "/api/v1/namespaces";
const maps = (namespace: string): string => `${namespaces}/${namespace}/configmaps`;
const entry = { "usage.holdfast.dev/u1": "usages.protection.holdfast.dev/old/keep" };
const labels = { "holdfast.dev/in-use": "true" };
const many = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, ""]));
const owner = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: "00000000-0000-0000-0000-000000000001" };

/** What of the shipped policy the API server enforces itself. */
describeWithServer("more annotations than a rule may iterate over on what is in use", {}, (server) => {
  const dryRun = (method: "POST" | "PATCH" | "DELETE", path: string, metadata?: object): Promise<ApiResponse> =>
    server().request({
      method,
      path: `${path}?dryRun=All`,
      ...(metadata !== undefined && { body: { metadata } }),
      ...(method === "PATCH" && { contentType: "application/merge-patch+json" }),
    });
  const answered = async (answer: Promise<ApiResponse>): Promise<string> => {
    const { status, body } = await answer;
    return status < 300 ? "done" : String(body["message"]);
  };

  beforeAll(async () => {
    for (const name of ["old", "free", "shop"]) await created(server(), namespaces, { metadata: { name } });
    // Made before the policy was there.
    await created(server(), maps("old"), { metadata: { name: "kept", labels, annotations: many(2_001) } });
    await created(server(), maps("free"), { metadata: { name: "other", annotations: many(2_001) } });
    await created(server(), maps("shop"), { metadata: { name: "kept", labels, annotations: { ...entry, ...many(1_999) } } });
    await enforce(server(), readFileSync(join(root, "generated/usages.yaml"), "utf8"));
    await waitUntil("guards see what is stored", async () => (await dryRun("DELETE", `${namespaces}/shop`)).status === 403);
  });

  test("the write that crosses the limit is denied, and says what to do", async () => {
    const path = `${maps("shop")}/kept`;
    expect(await answered(dryRun("PATCH", path, { annotations: { more: "" } }))).toContain(
      "fewAnnotations: ConfigMap kept would be in use with more than 2000 annotations",
    );
    expect(await answered(dryRun("PATCH", path, { annotations: { more: "", a0: null } }))).toBe("done");
    expect(await answered(dryRun("PATCH", `${maps("free")}/other`, { labels }))).toContain("fewAnnotations: ConfigMap other");
    expect(await answered(dryRun("POST", maps("shop"), { name: "new", labels, annotations: many(2_001) }))).toContain(
      "fewAnnotationsAtFirst: ConfigMap new",
    );
    expect(await answered(dryRun("POST", maps("shop"), { name: "new", labels, annotations: many(2_000) }))).toBe("done");
    expect(await answered(dryRun("POST", maps("shop"), { name: "new", annotations: many(2_001) }))).toBe("done");
  });

  test("what is beyond it already can be written, and comes back", async () => {
    const path = `${maps("old")}/kept`;
    for (const metadata of [
      { labels: { more: "" } },
      { annotations: { more: "" } },
      { annotations: { a0: null } },
      { labels: { "holdfast.dev/in-use": null } },
    ])
      expect(await answered(dryRun("PATCH", path, metadata))).toBe("done");
  });

  test("what is beyond it gets no owner, and its Namespace is not deleted, as it cannot be itself", async () => {
    const ownerReferences = [owner];
    expect(await answered(dryRun("PATCH", `${maps("old")}/kept`, { ownerReferences }))).toContain("cannot get a new owner");
    expect(await answered(dryRun("DELETE", `${namespaces}/old`))).toContain("Namespace old holds ConfigMap kept");
    expect(await answered(dryRun("PATCH", `${maps("free")}/other`, { ownerReferences }))).toBe("done");
    expect(await answered(dryRun("DELETE", `${namespaces}/free`))).toBe("done");
  });
});
