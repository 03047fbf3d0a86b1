import { expect } from "vitest";
import type { ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";

/** Steps: `crd deleted`, as soon as it terminates, and `crd gone`. */
export interface History {
  has(step: string): boolean;
  /** In which revision of etcd; fails where it has not been. */
  at(step: string): number;
  stop(): void;
}

/**
 * From watches of each object, by its path: when it was deleted first, and when it was gone. Revisions order them
 * across resources.
 */
export async function deletionHistory(api: ApiServer, paths: Readonly<Record<string, string>>): Promise<History> {
  const stop = new AbortController();
  const steps = new Map<string, number>();
  const follow = async (name: string, path: string, from: string): Promise<void> => {
    const fieldSelector = `metadata.name=${path.slice(path.lastIndexOf("/") + 1)}`;
    const query = new URLSearchParams({ watch: "1", resourceVersion: from, fieldSelector });
    const watch = { path: `${path.slice(0, path.lastIndexOf("/"))}?${query.toString()}`, signal: stop.signal, idleMs: 180_000 };
    for await (const { type, object: seen } of api.watch(watch)) {
      const { resourceVersion, deletionTimestamp } = (seen["metadata"] ?? {}) as Record<string, string | undefined>;
      const note = (step: string) => steps.has(step) || steps.set(step, Number(resourceVersion));
      if (deletionTimestamp !== undefined) note(`${name} deleted`);
      if (type === "DELETED") note(`${name} gone`);
    }
  };
  for (const [name, path] of Object.entries(paths)) {
    const { body } = await api.request({ method: "GET", path });
    void follow(name, path, (body["metadata"] as { resourceVersion: string }).resourceVersion);
  }
  return {
    has: (step) => steps.has(step),
    at: (step) => {
      expect([...steps.keys()]).toContain(step);
      return steps.get(step) ?? NaN;
    },
    stop: () => stop.abort(),
  };
}
