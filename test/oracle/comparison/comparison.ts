import type { ControlPlane } from "../../control-plane/control-plane.ts";
import type { Oracle } from "../oracle.ts";
import { askServer, prepareRequests } from "./ask-server.ts";
import { cases, comparedPolicies, namespaces } from "./cases.ts";
import { fillCluster, readContext } from "./cluster.ts";
import type { Compared } from "./differences.ts";
import { type Creation, putInForce } from "./policies-in-force.ts";
import { recordReviews } from "./record-reviews.ts";

/**
 * Asks the server everything: first without policies, to learn what admission is given for each request, then with
 * them. Policies that this version of the server rejects are not asked about.
 */
export async function askEverything(
  server: ControlPlane,
  oracle: Oracle,
): Promise<Compared & { readonly creations: readonly Creation[] }> {
  await fillCluster(server, namespaces);
  const context = await readContext(server, namespaces);
  const send = await prepareRequests(server, namespaces);
  const recorded = await recordReviews(server, cases, send);
  const creations = await putInForce(server, comparedPolicies);
  const answers = await askServer(server, cases, send);

  const rejected = new Set(creations.flatMap(({ document, status }) => (status === null ? [] : [document])));
  const policies = comparedPolicies.filter(({ policy }) => !rejected.has(policy));
  const asked = recorded.flatMap((one, index) => {
    const answer = answers[index];
    return answer !== undefined && policies.some(({ namespace }) => namespace === one.namespace) ? [{ ...one, answer }] : [];
  });
  return { oracle, policies, asked, context, creations };
}
