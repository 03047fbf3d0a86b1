import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { created } from "../../control-plane/requests.ts";
import { type Row, differences, readingOf, readingPolicy } from "./reading-policy.ts";

/** Throws where the server rejects the policy. */
export async function applyReadingPolicy(server: ControlPlane, kind: string, says: string): Promise<void> {
  const [policy, binding] = readingPolicy(kind, says);
  await create(server, "validatingadmissionpolicies", policy);
  await create(server, "validatingadmissionpolicybindings", binding);
}

async function create(server: ControlPlane, plural: string, body: object): Promise<void> {
  const path = `/apis/admissionregistration.k8s.io/v1/${plural}`;
  await created(server, path, body);
}

/** The rows of which the server says something else than TypeScript, and what it says. */
export async function askServer(server: ControlPlane, kind: string, rows: readonly Row[]): Promise<readonly object[]> {
  const path = "/apis/reading.example.com/v1/readings?dryRun=All";
  const response = await server.request({ method: "POST", path, body: readingOf(kind, rows) });
  return response.status === 201 ? [] : differences(String(response.body["message"]), rows);
}
