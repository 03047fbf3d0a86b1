import type { ServerResponse } from "node:http";
import type { ResourceId } from "../../../../runtime-fallback/kubernetes/resource.ts";
import { answerJson, answerUnknownPath, openHttpServer } from "../../http-server.ts";

export const widgets: ResourceId = { group: "test.holdfast.dev", version: "v1", resource: "widgets" };

export interface Widget {
  readonly apiVersion: "test.holdfast.dev/v1";
  readonly kind: "Widget";
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly resourceVersion: string;
  };
  readonly spec: { readonly of: string };
}

interface Change {
  readonly revision: number;
  readonly line: string;
}

type Kind = "list" | "watch";
/** Answers in the place of the cluster. */
export type Fault = (response: ServerResponse) => void;

/**
 * What an API server does for one resource, over real sockets, and what it does not do on request: break its word. It
 * keeps a history, so that a watch gets what happened since its resourceVersion, whether or not anybody was connected
 * then.
 */
export async function openSimulatedCluster() {
  const stored = new Map<string, Widget>();
  const watches = new Set<ServerResponse>();
  const faults: Record<Kind, Fault[]> = { list: [], watch: [] };
  const asked: URL[] = [];
  const accepted: (string | undefined)[] = [];
  const history: Change[] = [];
  const state = { revision: 100, compacted: 0, uids: 0, isServed: true, pageSize: Infinity };

  const record = (type: string, object: Widget) => {
    const line = `${JSON.stringify({ type, object })}\n`;
    history.push({ revision: state.revision, line });
    for (const watch of watches) watch.write(line);
  };
  const version = () => String(state.revision);
  const compact = () => {
    state.revision += 1;
    state.compacted = state.revision;
    history.length = 0;
  };

  const listAll = (url: URL, response: ServerResponse) => {
    const [at = version(), offset = "0"] = (url.searchParams.get("continue") ?? "").split("/").filter(Boolean);
    const start = Number(offset);
    const end = start + Math.min(state.pageSize, Number(url.searchParams.get("limit")));
    const items = [...stored.values()];
    const next = end < items.length ? `${at}/${end}` : "";
    const body = { kind: "WidgetList", metadata: { resourceVersion: at, continue: next }, items: items.slice(start, end) };
    answerJson(response, 200, body);
  };
  const watchFrom = (url: URL, response: ServerResponse) => {
    const from = Number(url.searchParams.get("resourceVersion"));
    if (from < state.compacted)
      return answerJson(response, 410, { kind: "Status", code: 410, message: "too old resource version" });
    response.writeHead(200, { "content-type": "application/json" });
    response.flushHeaders();
    for (const { line } of history.filter(({ revision }) => revision > from)) response.write(line);
    watches.add(response);
    response.on("close", () => watches.delete(response));
  };

  const server = await openHttpServer((request, response) => {
    const url = new URL(request.url ?? "", "http://cluster");
    asked.push(url);
    accepted.push(request.headers.accept);
    if (url.pathname === "/apis") return answerJson(response, 200, groupsOf(state.isServed));
    if (url.pathname.endsWith("/apiservices")) return answerJson(response, 200, registeredWhere(state.isServed));
    if (url.pathname === "/apis/test.holdfast.dev/v1" && state.isServed)
      return answerJson(response, 200, { kind: "APIResourceList", resources: [{ name: "widgets" }] });
    const kind: Kind = url.searchParams.has("watch") ? "watch" : "list";
    const fault = faults[kind].shift();
    if (fault !== undefined) return fault(response);
    if (!state.isServed) return answerUnknownPath(response);
    return kind === "watch" ? watchFrom(url, response) : listAll(url, response);
  });

  return {
    server,
    stored,
    watches,
    asked,
    /** The media types that were asked for. */
    accepted,
    put: (name: string, of: string) => {
      state.revision += 1;
      const uid = stored.get(name)?.metadata.uid ?? `uid-${(state.uids += 1)}`;
      const type = stored.has(name) ? "MODIFIED" : "ADDED";
      const object = widget({ name, namespace: "shop", uid, resourceVersion: version() }, of);
      stored.set(name, object);
      record(type, object);
      return object;
    },
    remove: (name: string) => {
      const old = stored.get(name);
      if (old === undefined) return;
      state.revision += 1;
      stored.delete(name);
      record("DELETED", widget({ ...old.metadata, resourceVersion: version() }, old.spec.of));
    },
    bookmark: () => send(watches, { type: "BOOKMARK", object: { kind: "Widget", metadata: { resourceVersion: version() } } }),
    /** Into all watches, as it stands. */
    write: (text: string) => {
      for (const watch of watches) watch.write(text);
    },
    send: (event: unknown) => send(watches, event),
    /** The watches end as they were asked to. */
    end: () => {
      for (const watch of watches) watch.end();
      watches.clear();
    },
    /** All connections are reset. */
    cut: () => {
      for (const socket of server.sockets) socket.resetAndDestroy();
    },
    /** What is older than now is forgotten: who watches from there gets 410. */
    compact,
    /** The next so many requests of this kind are answered otherwise. */
    fail: (kind: Kind, fault: Fault, times = 1) => {
      for (let count = 0; count < times; count++) faults[kind].push(fault);
    },
    serve: (isServed: boolean) => {
      state.isServed = isServed;
      if (isServed) return;
      stored.clear();
      compact();
    },
    /** One of the last events comes once more. */
    repeat: (back: number) => {
      const line = history.at(-back)?.line;
      if (line !== undefined) for (const watch of watches) watch.write(line);
    },
    /** What happens from now on is lost on the way to those who watch now, and they do not notice. */
    swallow: () => watches.clear(),
    /** Everything works from now on; watches that were swallowed end. */
    heal: () => {
      faults.list.length = 0;
      faults.watch.length = 0;
      state.isServed = true;
    },
    paginate: (size: number) => void (state.pageSize = size),
    count: (kind: Kind) => asked.filter((url) => isOf(kind, url)).length,
    lastOf: (kind: Kind) => asked.findLast((url) => isOf(kind, url)),
    close: () => server.close(),
  };
}

export type SimulatedCluster = Awaited<ReturnType<typeof openSimulatedCluster>>;

export function widget(metadata: Widget["metadata"], of: string): Widget {
  return { apiVersion: "test.holdfast.dev/v1", kind: "Widget", metadata, spec: { of } };
}

export function deny(status: number, headers: Record<string, string> = {}): Fault {
  return (response) => answerJson(response, status, { kind: "Status", code: status, message: `denied with ${status}` }, headers);
}

function isOf(kind: Kind, url: URL): boolean {
  return url.pathname.endsWith("/widgets") && url.searchParams.has("watch") === (kind === "watch");
}

function groupsOf(isServed: boolean) {
  const groups = isServed ? [{ name: "test.holdfast.dev", versions: [{ version: "v1" }] }] : [];
  return { kind: "APIGroupList", groups: [...groups, { name: "apps", versions: [{ version: "v1" }] }] };
}

function registeredWhere(isServed: boolean) {
  const names = ["v1.", "v1.apps", ...(isServed ? ["v1.test.holdfast.dev"] : [])];
  const items = names.map((name) => ({ metadata: { name, uid: name, resourceVersion: "1" } }));
  return { kind: "APIServiceList", metadata: { resourceVersion: "1" }, items };
}

function send(watches: ReadonlySet<ServerResponse>, event: unknown): void {
  for (const watch of watches) watch.write(`${JSON.stringify(event)}\n`);
}
