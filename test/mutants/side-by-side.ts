import { readObjects } from "../../compiler/manifest/yaml.ts";
import type { Answer } from "../ack/answer.ts";
import { waitForPolicies } from "../ack/policies-in-force.ts";
import type { ApiRequest } from "../control-plane/api-client.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { created } from "../control-plane/requests.ts";
import { collectionOf, bindings, policies } from "../control-plane/collections.ts";

/** Many mutants can be in force at once: each under a name of its own, and only for requests that name it. */
export type Mutant = {
  readonly text: string;
  /** Its own: ends the names of its policies and bindings, as in `-mutant-ack-values-7`. */
  readonly suffix: string;
};

type Document = {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly policyName?: string; readonly matchConditions?: readonly object[] };
};

/** What impersonation says of a user beside name and groups. No rule of these policies reads it. */
const extraKey = "mutant";

/** Policies first: a binding without its policy would be an error for all requests that it matches. */
export async function putInForce(server: ControlPlane, mutants: readonly Mutant[]): Promise<void> {
  const documents = mutants.flatMap(confined);
  for (const collection of [policies, bindings]) {
    const own = documents.filter((document) => collectionOf(document) === collection);
    await Promise.all(own.map((document) => created(server, collection, document)));
  }
  await waitForPolicies(server);
}

function confined({ text, suffix }: Mutant): readonly Document[] {
  return (readObjects(text, "1.2") as readonly Document[]).map((document) => {
    const { metadata, spec } = document;
    const named = { ...document, metadata: { ...metadata, name: `${metadata.name}${suffix}` } };
    if (spec.policyName !== undefined) return { ...named, spec: { ...spec, policyName: `${spec.policyName}${suffix}` } };
    return { ...named, spec: { ...spec, matchConditions: [onlyFor(suffix), ...(spec.matchConditions ?? [])] } };
  });
}

/** A match condition that is false ends the evaluation, even if another one fails. */
function onlyFor(suffix: string): object {
  const expression = `has(request.userInfo.extra) && '${extraKey}' in request.userInfo.extra && request.userInfo.extra['${extraKey}'] == ['${suffix}']`;
  return { name: "only-for-this-mutant", expression };
}

/** The same request, as one mutant sees it. Whoever is not impersonated yet is the admin of the control plane. */
export function askedOf({ suffix }: Mutant, request: ApiRequest): ApiRequest {
  const { as = "admin", groups = request.as === undefined ? ["system:masters"] : [] } = request;
  return { ...request, as, groups, extra: { ...request.extra, [extraKey]: [suffix] } };
}

/** The answer with the names of the policies as they are in the file. */
export function unconfined({ suffix }: Mutant, { decision, warnings }: Answer): Answer {
  const plain = (text: string): string => text.replaceAll(`${suffix}'`, "'");
  const { message } = decision === "allow" ? {} : decision;
  return {
    decision: decision === "allow" || typeof message !== "string" ? decision : { ...decision, message: plain(message) },
    warnings: warnings.map(plain),
  };
}
