import { readFileSync } from "node:fs";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { created } from "../../control-plane/requests.ts";
import { startGarbageCollector } from "../../install/installed/garbage-collector.ts";
import type { AttackedRule } from "./attacked-rules.ts";
import { type Place, Subject } from "./subject.ts";
import { findVictim } from "./victims.ts";

export interface Collection {
  /** Policies whose objects the garbage collector tried to delete, and was denied. */
  readonly denied: readonly string[];
  /** Those whose objects are gone. */
  readonly lost: readonly string[];
}

interface Owned {
  readonly subject: Subject;
  readonly place: Place;
}

const secrets = "/api/v1/namespaces/default/secrets";
const clusterRoles = "/apis/rbac.authorization.k8s.io/v1/clusterroles";

/**
 * Objects that the rules protect, and that have had an owner from the beginning, which is then deleted. The garbage
 * collector is a real one. Rules that ask who deletes, or how, say themselves what it may take. The policies of the
 * rules are in force.
 */
export async function collect(server: ControlPlane, rules: readonly AttackedRule[], seed: number): Promise<Collection> {
  const asked = rules.filter(({ condition }) => !condition.includes("request."));
  const owner = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", name: `owner-${seed}` };
  const { uid } = (await created(server, clusterRoles, { metadata: { name: owner.name } })).metadata;
  const all = await Promise.all(
    asked.map(async (rule, at): Promise<readonly Owned[]> => {
      const subject = new Subject(server, rule, `owned${seed}-${at}`);
      const victim = await findVictim(subject, seed + at);
      if (victim === undefined) return [];
      return [{ subject, place: await subject.create(victim.state, { ownerReferences: [{ ...owner, uid }] }) }];
    }),
  );
  const owned = all.flat();
  const metadata = { name: owner.name, ownerReferences: [{ ...owner, uid }] };
  await server.request({ method: "POST", path: secrets, body: { metadata } });
  const collector = await startGarbageCollector(server);
  try {
    await server.request({ method: "DELETE", path: `${clusterRoles}/${owner.name}` });
    for (const { place } of owned)
      await waitUntil(`the garbage collector has tried to delete ${place.name}`, () => wasTried(server, place), 60_000);
    await waitUntil("what no rule protects is collected", async () => {
      return (await server.request({ method: "GET", path: `${secrets}/${owner.name}` })).status === 404;
    });
  } finally {
    await collector.end();
  }
  const found = await Promise.all(owned.map(async (one) => ({ policy: one.subject.rule.policy, isThere: await isThere(one) })));
  return {
    denied: found.flatMap(({ policy, isThere: is }) => (is ? [policy] : [])),
    lost: found.flatMap(({ policy, isThere: is }) => (is ? [] : [policy])),
  };
}

async function wasTried({ auditLog }: ControlPlane, { name }: Place): Promise<boolean> {
  const lines = readFileSync(auditLog, "utf8").split("\n");
  return Promise.resolve(
    lines.some(
      (line) =>
        line.includes('"verb":"delete"') && line.includes("generic-garbage-collector") && line.includes(`"name":"${name}"`),
    ),
  );
}

async function isThere({ subject, place }: Owned): Promise<boolean> {
  const path = subject.deletion(place, { as: "a" }).path.replace("?dryRun=All", "");
  const { status, body } = await subject.request({ method: "GET", path });
  return status === 200 && (body["metadata"] as { readonly deletionTimestamp?: string }).deletionTimestamp === undefined;
}
