import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { created } from "../../control-plane/requests.ts";
import { bindings, policies } from "../../control-plane/collections.ts";
import { type Row, differences, readingOf, readingPolicy } from "./reading-policy.ts";

/** Throws where the server rejects the policy. */
export async function applyReadingPolicy(server: ControlPlane, kind: string, says: string): Promise<void> {
  const [policy, binding] = readingPolicy(kind, says);
  await created(server, policies, policy);
  await created(server, bindings, binding);
}

/** The rows of which the server says something else than TypeScript, and what it says. */
export async function askServer(server: ControlPlane, kind: string, rows: readonly Row[]): Promise<readonly object[]> {
  const path = "/apis/reading.example.com/v1/readings?dryRun=All";
  const response = await server.request({ method: "POST", path, body: readingOf(kind, rows) });
  return response.status === 201 ? [] : differences(String(response.body["message"]), rows);
}
