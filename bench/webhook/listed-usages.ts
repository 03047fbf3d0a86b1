import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { allUsages, usageOf } from "./reviews.ts";

/** Of which they are. */
export const listedResource = { group: "protection.holdfast.dev", version: "v1alpha1", resource: "usages" };

/** As an API server stores it: with managedFields, status and all. A thousand to a Namespace. */
export function storedUsage(index: number) {
  const { apiVersion, kind, metadata, spec } = usageOf(index);
  const fields = {
    "f:spec": { "f:of": { "f:apiVersion": {}, "f:kind": {}, "f:resourceRef": { "f:name": {} } }, "f:by": {}, "f:reason": {} },
  };
  const managed = (manager: string) => ({
    manager,
    operation: "Update",
    apiVersion,
    time: "2026-11-22T19:33:59Z",
    fieldsType: "FieldsV1",
    fieldsV1: fields,
  });
  const namespace = index < 1000 ? metadata.namespace : `team-${Math.floor(index / 1000)}`;
  const creationTimestamp = new Date(Date.UTC(2026, 10, 22) + index * 700).toISOString().replace(/\.\d+Z/, "Z");
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
    apiVersion,
    kind,
    metadata: {
      ...metadata,
      namespace,
      creationTimestamp,
      labels: { team: "a" },
      managedFields: [managed("kubectl"), managed("holdfast")],
    },
    spec,
    status: { conditions },
  };
}

/**
 * As much of an API server as the webhook asks of one that has so many Usages and nothing else: lists in pages, watches
 * without events, and no object that is asked for by its name. Resolves with its port.
 */
export async function listUsages(count: number): Promise<number> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://bench");
    if (searchParams.has("watch")) return response.flushHeaders();
    const isList = searchParams.has("limit");
    const details = { name: pathname.split("/").at(-1), group: "protection.holdfast.dev", kind: "usages" };
    const status = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "NotFound", code: 404, details };
    if (!isList) return response.writeHead(404).end(JSON.stringify(status));
    const start = Number(searchParams.get("continue") ?? 0);
    const end = pathname === allUsages ? Math.min(count, start + Number(searchParams.get("limit"))) : 0;
    const items = Array.from({ length: Math.max(0, end - start) }, (_, offset) => storedUsage(start + offset));
    const metadata = { resourceVersion: "99999999", continue: end > 0 && end < count ? String(end) : "" };
    response.end(JSON.stringify({ kind: "UsageList", metadata, items }));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
