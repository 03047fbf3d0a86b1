import { ClusterError } from "../../../../runtime-fallback/kubernetes/api-server.ts";
import type { JsonObject } from "../../../api/json.ts";
import type { AskingClient } from "../asking-client.ts";
import { type StoredPolicies, compareStored, leftBehind, typeWarnings } from "../compare-stored.ts";
import { Endpoint } from "./endpoint.ts";
import { changedFields } from "../fields/changed-fields.ts";
import { type VerifyFinding, isProblem, isUnchecked } from "../finding.ts";
import { prove } from "../prove.ts";
import type { WantedPolicy } from "../wanted-policy.ts";

/** A server takes a new snapshot of the policies once a second at most. */
const pauseMs = 1_000;

/**
 * Before 1.36 a server may crash where it evaluates a policy while it compiles one, which it
 * does within a second of a change.
 */
const compilesSafelySince = 36;
const compilationMs = 2_000;

export interface Patience {
  /** How long the policies may take. */
  readonly waitMs: number;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** Told before each pause of a wait: how many policies are not in force yet. */
  readonly waiting?: (policies: number) => void;
}

/** What one API server makes of the policies. While something is amiss it is asked again, until the time is over. */
export async function verifyEndpoint(
  wanted: readonly WantedPolicy[],
  client: AskingClient,
  { waitMs, pause, waiting }: Patience,
): Promise<readonly VerifyFinding[]> {
  const start = performance.now();
  const settled = new Map<string, VerifyFinding>();
  for (;;) {
    const findings = await lookOnce(wanted, client, { settled, pause });
    if (!findings.some(isOpen) || performance.now() - start >= waitMs) return findings;
    waiting?.(new Set(findings.filter(isOpen).map(({ policy }) => policy)).size);
    await pause(pauseMs);
  }
}

/** A later look may find more. */
const isOpen = (finding: VerifyFinding): boolean => isProblem(finding) || isUnchecked(finding);

interface Looking extends Pick<Patience, "pause"> {
  readonly settled: Map<string, VerifyFinding>;
}

/** A policy that was found in force is not asked again while another one is waited for. */
async function lookOnce(
  wanted: readonly WantedPolicy[],
  client: AskingClient,
  { settled, pause }: Looking,
): Promise<readonly VerifyFinding[]> {
  const stored = await readStored(client);
  const known = (one: WantedPolicy): VerifyFinding | undefined => compareStored(one, stored) ?? settled.get(one.name);
  const endpoint = await Endpoint.open(client);
  const isAsking = wanted.some((one) => known(one) === undefined);
  if (isAsking && endpoint.minor < compilesSafelySince) await pause(compilationMs);
  const findings: VerifyFinding[] = [];
  for (const one of wanted) {
    const finding = known(one) ?? (await prove(one, endpoint));
    if (!isOpen(finding)) settled.set(one.name, finding);
    findings.push(finding, ...(await changedFields(one, endpoint)), ...typeWarnings(one, stored));
  }
  return [...findings, ...leftBehind(wanted, stored)];
}

async function readStored(client: AskingClient): Promise<StoredPolicies> {
  return {
    policies: await readAll(client, "validatingadmissionpolicies"),
    bindings: await readAll(client, "validatingadmissionpolicybindings"),
  };
}

async function readAll(client: AskingClient, resource: string): Promise<readonly JsonObject[]> {
  const found = await client.listAll({ resource: { group: "admissionregistration.k8s.io", version: "v1", resource } });
  if (typeof found === "object") return found;
  throw new ClusterError(
    `${client.url} does not list ${resource}: ${found}`,
    "docs/operate/verify.md has the RBAC rules that it takes",
  );
}
