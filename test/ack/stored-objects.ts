import type { ControlPlane } from "../control-plane/control-plane.ts";
import { type Metadata, type TestKind, namespaceOf, objectOf, pathOf } from "./kinds.ts";

type Server = Pick<ControlPlane, "request">;

export async function storeObject(server: Server, kind: TestKind, metadata: Metadata): Promise<void> {
  const { namespace } = metadata;
  await store(server, pathOf(kind, { namespace }), objectOf(kind, metadata));
}

export async function storeNamespace(
  server: Server,
  name: string,
  annotations: Readonly<Record<string, string>> = {},
): Promise<void> {
  await store(server, "/api/v1/namespaces", namespaceOf(name, annotations));
}

export async function store(server: Server, path: string, body: unknown): Promise<void> {
  const { status, text } = await server.request({ method: "POST", path, body });
  if (status !== 201) throw new Error(`${path} did not take the object: ${text}`);
}
