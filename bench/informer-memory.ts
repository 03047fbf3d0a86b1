/**
 * What an informer on many Usages takes, of which only `spec.of` and `spec.by` are kept:
 * `node --expose-gc bench/informer-memory.ts [--usages 50000]`. The server is a process of its own.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { fixedCredentials } from "../runtime-fallback/kubernetes/access/credentials.ts";
import { openHttpApiServer } from "../runtime-fallback/kubernetes/http/http-api-server.ts";
import type { StoredObject } from "../runtime-fallback/kubernetes/stored-object.ts";
import { systemClock } from "../runtime-fallback/clock.ts";
import { createInformer } from "../runtime-fallback/kubernetes/reflector/informer.ts";

const { values } = parseArgs({
  options: { usages: { type: "string", default: "50000" }, serve: { type: "boolean", default: false } },
});
const count = Number(values.usages);

if (values.serve) serve();
else await measure();

/** As an API server lists them: with managedFields, status and all. */
function usage(index: number) {
  const fields = {
    "f:spec": { "f:of": { "f:apiVersion": {}, "f:kind": {}, "f:resourceRef": { "f:name": {} } }, "f:by": {}, "f:reason": {} },
  };
  const managed = (manager: string) => ({
    manager,
    operation: "Update",
    apiVersion: "holdfast.dev/v1",
    time: "2026-11-22T19:33:59Z",
    fieldsType: "FieldsV1",
    fieldsV1: fields,
  });
  const reference = (kind: string) => ({
    apiVersion: "example.org/v1",
    kind,
    resourceRef: { name: `${kind.toLowerCase()}-${index}` },
  });
  const uid = `37a8bcd1-2895-46ce-9d81-${String(index).padStart(12, "0")}`;
  const metadata = {
    name: `usage-${index}`,
    namespace: `team-${index % 100}`,
    uid,
    resourceVersion: String(1000 + index),
    generation: 1,
    labels: { team: "a" },
    managedFields: [managed("kubectl"), managed("holdfast")],
  };
  const conditions = [
    {
      type: "Ready",
      status: "True",
      reason: "Available",
      message: "the mark is set",
      lastTransitionTime: "2026-11-22T19:33:59Z",
    },
  ];
  return {
    apiVersion: "holdfast.dev/v1",
    kind: "Usage",
    metadata,
    spec: { of: reference("Database"), by: reference("Application"), reason: "in production" },
    status: { conditions },
  };
}

function serve(): void {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://bench");
    if (searchParams.has("watch")) return response.flushHeaders();
    const start = Number(searchParams.get("continue") ?? 0);
    const end = Math.min(count, start + Number(searchParams.get("limit")));
    const items = Array.from({ length: end - start }, (_, offset) => usage(start + offset));
    response.end(
      JSON.stringify({
        kind: "UsageList",
        metadata: { resourceVersion: "99999", continue: end < count ? String(end) : "" },
        items,
      }),
    );
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
  process.on("disconnect", () => process.exit());
}

interface Kept {
  readonly of: string;
  readonly by: string;
}

function project({ spec }: StoredObject): Kept {
  const { of, by } = spec as Readonly<Record<"of" | "by", { kind: string; resourceRef: { name: string } }>>;
  return { of: `${of.kind}/${of.resourceRef.name}`, by: `${by.kind}/${by.resourceRef.name}` };
}

async function measure(): Promise<void> {
  const server = fork(import.meta.filename, ["--serve", "--usages", String(count)]);
  const [port] = (await once(server, "message")) as [number];
  const api = openHttpApiServer({
    url: `http://127.0.0.1:${port}`,
    credentials: fixedCredentials({ headers: {}, tls: {} }),
    clock: systemClock,
  });
  const resource = { group: "holdfast.dev", version: "v1", resource: "usages" };
  const synced = Promise.withResolvers<number>();
  const nothing = () => {};
  const metrics = {
    onListed: (_: unknown, { tookMs }: { readonly tookMs: number }) => synced.resolve(tookMs),
    onListFailed: nothing,
    onWatchEnded: nothing,
    onListenerFailed: nothing,
  };
  const indices = { of: ({ of }: Kept) => [of] };
  const before = memory();
  let peak = 0;
  const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
  const stopping = new AbortController();
  const informer = createInformer(api, {
    resource,
    project,
    indices,
    clock: systemClock,
    log: { info: nothing, warn: nothing },
    metrics,
  });
  const running = informer.run(stopping.signal);
  const tookMs = await synced.promise;
  clearInterval(watching);
  const atEnd = process.memoryUsage.rss();
  console.log(`${informer.store.size} Usages, one index, listed in ${tookMs.toFixed(0)} ms`);
  console.log(`before:  ${before}\nsynced:  ${mebibytes(atEnd)} resident, ${mebibytes(peak)} at most\nafter:   ${memory()}`);
  stopping.abort();
  await running;
  await api.close();
  server.disconnect();
}

function memory(): string {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return `${mebibytes(rss)} resident, ${mebibytes(heapUsed)} of it live heap`;
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
}
