import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compile } from "../../../compiler/compile.ts";
import { namespaceWebhooks, needsNamespaceLook } from "../../../compiler/fallback/namespace-webhooks.ts";
import { type BundledPolicy, bundleRules } from "../../../compiler/fallback/rules-bundle.ts";
import { usualSettings } from "../../../compiler/fallback/settings.ts";
import type { ApiServer } from "../../../runtime-fallback/api/api-server.ts";
import { connect } from "../../../runtime-fallback/api/connect.ts";
import { systemClock } from "../../../runtime-fallback/clock.ts";
import { namespaceRoutes } from "../../../runtime-fallback/namespaces/namespace-routes.ts";
import { loadRules } from "../../../runtime-fallback/rules/rules-module.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { root } from "../../house/source-files.ts";
import { CaseFiles } from "../../language/case-files.ts";
import { created } from "../on-server.ts";
import { aimEntries } from "../webhook/aim-webhook.ts";
import { type Served, serve } from "../webhook/serve.ts";

const keptThings = `import { type KubernetesObject, deletionPolicy, released, terminating } from "holdfast";

interface Thing extends KubernetesObject {
  readonly spec: { readonly keep?: string };
}

/** Things that are kept by their spec. */
export default deletionPolicy<Thing>({
  name: "kept-things",
  match: [{ group: "*.example.com", version: "v1", resource: "*" }],
  waysOut: [terminating(), released()],
  rules: {
    kept: {
      denyWhen: ({ oldObject, request }) => oldObject.spec?.keep === "yes" && request.userInfo.username !== "owner",
      message: ({ oldObject }) => \`\${oldObject.kind} \${oldObject.metadata.name} is kept\`,
    },
  },
});
`;

const group = "s3.services.k8s.aws";
const kinds = ["Bucket", "Queue", "Table", "Topic", "Cache"];
const plural = (kind: string): string => `${kind.toLowerCase()}s`;
const mark = { "services.k8s.aws/prevent-delete": "true" };

describeWithServer("the look at what a Namespace holds", { controllerManager: true }, (server) => {
  const files = new CaseFiles();
  let [served, api]: [Served?, ApiServer?] = [];
  let failing = "";
  let slow = "";
  let count = 0;
  const lists: string[] = [];

  const define = (ofGroup: string, kind: string) =>
    applyCustomResourceDefinition(server(), {
      group: ofGroup,
      kind,
      plural: plural(kind),
      scope: "Namespaced",
      versions: [{ name: "v1" }],
    });
  const namespace = async (): Promise<string> => {
    const name = `ns-${(count += 1)}`;
    await created(server(), "/api/v1/namespaces", { metadata: { name } });
    return name;
  };
  const make = (place: string, kind: string, { name, annotations = {}, ofGroup = group, spec = {} }: Made) =>
    created(server(), `/apis/${ofGroup}/v1/namespaces/${place}/${plural(kind)}`, {
      apiVersion: `${ofGroup}/v1`,
      kind,
      metadata: { name, annotations },
      spec,
    });
  interface Made {
    readonly name: string;
    readonly annotations?: object;
    readonly ofGroup?: string;
    readonly spec?: object;
  }
  const remove = async (name: string, query = "", as?: string) => {
    const path = `/api/v1/namespaces/${name}${query}`;
    const { status, body } = await server().request({
      method: "DELETE",
      path,
      ...(as !== undefined && { as, groups: ["system:masters"] }),
    });
    return { status, message: String(body["message"]) };
  };

  beforeAll(async () => {
    await Promise.all(kinds.map((kind) => define(group, kind)));
    await define("things.example.com", "Thing");
    files.write("kept-things.ts", keptThings);
    const ack = compile({ paths: ["policies/ack-prevent-delete.ts"], workingDirectory: root });
    const things = files.compile(["kept-things.ts"]);
    const bundled: readonly BundledPolicy[] = [
      ...ack.ir.filter(needsNamespaceLook).map((policy) => ({ policy, file: join(root, "policies/ack-prevent-delete.ts") })),
      ...things.ir.filter(needsNamespaceLook).map((policy) => ({ policy, file: join(files.directory, "kept-things.ts") })),
    ];
    const { text, sha256 } = bundleRules([], files.directory, bundled);
    writeFileSync(join(files.directory, "rules.mjs"), text);
    const module = await loadRules(join(files.directory, "rules.mjs"), sha256);
    const real = await connect({ kubeconfig: server().kubeconfig });
    api = real;
    const watched: ApiServer = {
      ...real,
      request: async (request) => {
        lists.push(`${request.path} ${request.accept ?? ""}`);
        if (slow !== "" && request.path.includes(slow))
          await new Promise((resolve) => request.signal?.addEventListener("abort", resolve, { once: true }));
        return failing !== "" && request.path.includes(failing)
          ? { status: 403, body: { message: "no" }, retryAfterSeconds: undefined }
          : real.request(request);
      },
    };
    served = await serve({ routes: namespaceRoutes(module, watched, systemClock) });
    const entries = namespaceWebhooks(
      bundled.map(({ policy }) => policy),
      usualSettings,
    );
    expect(entries.map(({ clientConfig }) => clientConfig.service.path)).toEqual([
      "/namespaces/ack-prevent-delete",
      "/namespaces/kept-things",
    ]);
    await aimEntries(
      server(),
      served,
      entries.map((entry) => ({ ...entry, timeoutSeconds: 4 })),
    );
    const canary = await namespace();
    await make(canary, "Bucket", { name: "canary", annotations: mark });
    await waitUntil("the webhook is asked", async () => (await remove(canary, "?dryRun=All")).status === 403);
  });

  afterAll(async () => {
    await served?.drain();
    await api?.close();
    files.remove();
  });

  test("one marked Bucket among 300 unmarked objects of five kinds keeps it; without the mark it goes", async () => {
    const place = await namespace();
    for (const at of Array.from({ length: 60 }, (_, index) => index))
      await Promise.all(kinds.map((kind) => make(place, kind, { name: `plain-${at}` })));
    await make(place, "Bucket", { name: "zz-data", annotations: mark });
    lists.length = 0;
    const { status, message } = await remove(place);
    expect(status).toBe(403);
    expect(message).toContain(
      `namespaceGuard: Namespace ${place} holds Bucket zz-data, protected against deletion by ack-prevent-delete`,
    );
    expect(message).toContain('is protected by the annotation services.k8s.aws/prevent-delete: "true" on the object');
    expect(lists.filter((one) => one.includes(`${place}/buckets`))).toEqual([
      expect.stringContaining("PartialObjectMetadataList"),
    ]);
    const path = `/apis/${group}/v1/namespaces/${place}/buckets/zz-data`;
    expect(await server().request({ method: "DELETE", path })).toMatchObject({ status: 200 });
    expect(await remove(place, "?dryRun=All")).toMatchObject({ status: 200 });
    expect(await remove(place)).toMatchObject({ status: 200 });
    // Being deleted already: asking again is no new decision.
    expect([200, 404, 409]).toContain((await remove(place)).status);
  });

  test("of many each kind names one, and the Namespace's own mark counts", async () => {
    const place = await namespace();
    await server().request({
      method: "PATCH",
      path: `/api/v1/namespaces/${place}`,
      contentType: "application/merge-patch+json",
      body: { metadata: { annotations: mark } },
    });
    expect(await remove(place, "?dryRun=All")).toMatchObject({ status: 200 });
    for (const kind of kinds) for (const name of ["a", "b"]) await make(place, kind, { name });
    const { message } = await remove(place);
    expect(message).toMatch(/holds (\w+ a, ){4}\w+ a, protected/);
  });

  test("kinds that appear later keep it at once", async () => {
    await define("sqs.services.k8s.aws", "Later");
    const place = await namespace();
    await make(place, "Later", { name: "one", annotations: mark, ofGroup: "sqs.services.k8s.aws" });
    expect(await remove(place)).toMatchObject({ status: 403, message: expect.stringContaining("holds Later one") as string });
  });

  test("a kind whose list fails keeps it, and one that takes too long does so with a reason", async () => {
    const place = await namespace();
    failing = `${place}/queues`;
    const failed = await remove(place);
    failing = "";
    slow = `${place}/queues`;
    const late = await remove(place);
    slow = "";
    expect(failed).toMatchObject({
      status: 500,
      message: expect.stringContaining("ack-prevent-delete namespaces failed") as string,
    });
    expect(served?.log.some((line) => JSON.stringify(line).includes(`${group}/queues could not be listed`))).toBe(true);
    expect(late).toMatchObject({ status: 403, message: expect.stringMatching(/1 of \d+ kinds were not read in time/) as string });
    expect(await remove(place)).toMatchObject({ status: 200 });
  });

  test("a protected object refuses although another kind cannot be read", async () => {
    const place = await namespace();
    await make(place, "Bucket", { name: "data", annotations: mark });
    failing = `${place}/queues`;
    const { status, message } = await remove(place);
    failing = "";
    expect([status, message]).toEqual([403, expect.stringContaining("holds Bucket data")]);
  });

  test("rules that read the spec see it; a release mark lets go; a terminating object still keeps it; who deletes matters", async () => {
    const place = await namespace();
    const ofGroup = "things.example.com";
    await make(place, "Thing", { name: "one", ofGroup, spec: { keep: "yes" } });
    await make(place, "Thing", { name: "two", ofGroup, spec: { keep: "no" } });
    expect(await remove(place, "?dryRun=All")).toMatchObject({
      status: 403,
      message: expect.stringContaining("Thing one is kept") as string,
    });
    expect(await remove(place, "?dryRun=All", "owner")).toMatchObject({ status: 200 });
    const path = `/apis/${ofGroup}/v1/namespaces/${place}/things/one`;
    const contentType = "application/merge-patch+json";
    const { body } = await server().request({
      method: "PATCH",
      path,
      contentType,
      body: { metadata: { finalizers: ["example.com/f"] } },
    });
    await server().request({ method: "DELETE", path });
    expect(await remove(place, "?dryRun=All")).toMatchObject({ status: 403 });
    const { uid } = body["metadata"] as { uid: string };
    const annotations = { "holdfast.dev/release": uid };
    await server().request({ method: "PATCH", path, contentType, body: { metadata: { annotations } } });
    expect(await remove(place, "?dryRun=All")).toMatchObject({ status: 200 });
  });
});
