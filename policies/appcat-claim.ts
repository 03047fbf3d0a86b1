import { type KubernetesObject, type OnDelete, deletionPolicy, terminating } from "holdfast";
import { CLAIMS } from "./appcat-claims.ts";

/** What a claim without the field means: `true` as in the shipped claims, whose schema fills in `true`. */
const ABSENT_PROTECTS: boolean = true;

interface Claim extends KubernetesObject {
  readonly spec: { readonly parameters?: { readonly security?: Protection; readonly backup?: Protection } };
}

/** Anything may be stored where a schema has changed; only `false` is false. */
interface Protection {
  readonly deletionProtection?: unknown;
}

/** The field of both names: that of the implementation, and that of the design document. */
function values({ spec }: Claim): readonly unknown[] {
  return [spec?.parameters?.security?.deletionProtection, spec?.parameters?.backup?.deletionProtection];
}

const isGiven = (value: unknown): boolean => value !== undefined;

function isProtected(claim: Claim): boolean {
  if (values(claim).some((value) => isGiven(value) && value !== false)) return true;
  return ABSENT_PROTECTS && !values(claim).some(isGiven);
}

/** Both fields, where the claim has both: either protects. */
function override({ oldObject, request }: OnDelete<Claim>): string {
  const { name, namespace } = oldObject.metadata;
  const claim = `${request.resource.resource}.${request.resource.group}/${name} -n ${namespace ?? ""}`;
  const backup =
    oldObject.spec?.parameters?.backup?.deletionProtection === undefined ? "" : `,"backup":{"deletionProtection":false}`;
  const patch = `{"spec":{"parameters":{"security":{"deletionProtection":false}${backup}}}}`;
  return `kubectl patch ${claim} --type merge -p '${patch}' (or commit that value, and remove the claim in a later commit)`;
}

/**
 * Denies deleting a claim of VSHN AppCat until its deletion protection has been set to `false` explicitly.
 *
 * The field is `spec.parameters.security.deletionProtection`, as implemented, or `spec.parameters.backup.deletionProtection`, as the
 * design document has it: either one protects, unless it is `false`. Without any the claim is protected. Source: VSHN AppCat, ADR 0019,
 * "Deletion Protection with Validating Webhook"; vshn/appcat:pkg/controller/webhooks/claim_deletionprotection.go.
 */
export default deletionPolicy<Claim>({
  name: "appcat-claim",
  match: CLAIMS,
  overrides: [terminating()],
  marks: ["spec.parameters.security.deletionProtection", "spec.parameters.backup.deletionProtection"],
  guards: { release: "clear-mark" },
  rules: {
    deletionProtection: {
      denyWhen: ({ oldObject }) => isProtected(oldObject),
      message: (input) =>
        `${input.oldObject.kind} ${input.oldObject.metadata.namespace ?? ""}/${input.oldObject.metadata.name} has its deletion ` +
        `protection on. To delete the instance, first run: ${override(input)}`,
    },
  },
});
