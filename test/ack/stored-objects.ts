import type { ControlPlane } from "../control-plane/control-plane.ts";
import { created } from "../control-plane/requests.ts";
import { type Metadata, type TestKind, namespaceOf, objectOf, pathOf } from "./kinds.ts";

type Server = Pick<ControlPlane, "request">;

export async function storeObject(server: Server, kind: TestKind, metadata: Metadata): Promise<void> {
  const { namespace } = metadata;
  await created(server, pathOf(kind, { namespace }), objectOf(kind, metadata));
}

export async function storeNamespace(
  server: Server,
  name: string,
  annotations: Readonly<Record<string, string>> = {},
): Promise<void> {
  await created(server, "/api/v1/namespaces", namespaceOf(name, annotations));
}
