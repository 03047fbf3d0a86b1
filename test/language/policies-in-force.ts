import type { ApiResponse } from "../control-plane/api-client.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { created } from "../control-plane/requests.ts";
import { collectionOf } from "../control-plane/collections.ts";
import { documentsIn } from "../fixtures/yaml-documents.ts";
import { remembered } from "../fixtures/remembered.ts";
import type { CompiledCase } from "./case-files.ts";
import type { Family } from "./language-case.ts";

/** The group of users for which every policy that is in force says so. */
export const canary = "canary";
const canaryText = "the canary sings";

interface PolicyDocument {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Record<string, unknown[]>;
}

const policiesIn = remembered((yaml: string) => documentsIn(yaml) as readonly PolicyDocument[]);

/** Throws where the server denies it. */
export async function applyPolicy(server: ControlPlane, one: CompiledCase, users: string): Promise<void> {
  for (const document of policiesIn(one.yaml)) {
    const isPolicy = document.kind === "ValidatingAdmissionPolicy";
    const spec = isPolicy ? limitedTo(users, document.spec) : { ...document.spec, validationActions: ["Warn"] };
    await created(server, collectionOf(document), { ...document, spec });
  }
}

/** A server asks every policy that matches, so that those that have answered should go. */
export async function removePolicy(server: ControlPlane, one: CompiledCase): Promise<void> {
  for (const document of policiesIn(one.yaml))
    await server.request({ method: "DELETE", path: `${collectionOf(document)}/${document.metadata.name}` });
}

function limitedTo(users: string, spec: PolicyDocument["spec"]): PolicyDocument["spec"] {
  const limit = { name: "batch", expression: `'${users}' in request.userInfo.groups` };
  const singing = { expression: `!('${canary}' in request.userInfo.groups)`, message: canaryText };
  return {
    ...spec,
    matchConditions: [...(spec["matchConditions"] ?? []), limit],
    validations: [...(spec["validations"] ?? []), singing],
  };
}

/**
 * The canary is about one object, so a policy that selects objects by a label or an annotation may not hear of it. Such a
 * one is in force when the others are: all were compiled before (until-compiled.ts).
 */
export async function waitForAll(batch: readonly CompiledCase[], ask: () => Promise<ApiResponse>): Promise<void> {
  const heard = batch.filter((one) => !policiesIn(one.yaml).some(selectsObjects));
  const areInForce = async (): Promise<boolean> => {
    const { warnings } = await ask();
    return heard.every(({ name }) => textsOf(warnings, name).includes(canaryText));
  };
  // Whatever else the machine does.
  await waitUntil("all policies of the batch are in force", areInForce, 600_000);
}

function selectsObjects({ spec }: PolicyDocument): boolean {
  const { objectSelector = {} } = (spec["matchConstraints"] ?? {}) as { readonly objectSelector?: object };
  const conditions = (spec["matchConditions"] ?? []) as readonly { readonly name: string }[];
  return Object.keys(objectSelector).length > 0 || conditions.some(({ name }) => name === "marked");
}

/** A denial would show the first of them, a warning shows all. */
export function saidBy({ warnings }: ApiResponse, name: string, { action }: Family): string | undefined {
  const [first, ...others] = textsOf(warnings, name);
  return first === undefined || action === undefined ? first : [first, ...others].join(" AND ");
}

/** What a policy says; that of an update rule is named `<policy>-update`. */
function textsOf(warnings: readonly string[], name: string): readonly string[] {
  const opening = new RegExp(`^Validation failed for ValidatingAdmissionPolicy '${name}(?:-[a-z-]+)?' with binding '[^']*': `);
  return warnings.flatMap((warning) => (opening.test(warning) ? [warning.replace(opening, "")] : []));
}
