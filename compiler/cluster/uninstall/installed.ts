import type { GroupResource } from "../../api/resource.ts";
import { isJsonObject, type JsonObject, fieldsOf } from "../../api/json.ts";
import { ourLabel } from "../../api/names.ts";

/** An object of the generated files, as far as taking it away needs it. */
export interface InstalledObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
}

/** What `holdfast compile` wrote, by when it has to go. */
export interface Installed {
  readonly configurations: readonly InstalledObject[];
  /** Whatever the controller needs in order to write: its Deployment and what gives it rights. */
  readonly controller: readonly InstalledObject[];
  readonly definitions: readonly InstalledObject[];
  readonly namespaces: readonly InstalledObject[];
  readonly policies: readonly InstalledObject[];
  readonly others: readonly InstalledObject[];
  /** Kinds whose objects the controller holds until their composite is gone. */
  readonly claims: readonly GroupResource[];
}

const policyKinds = ["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"];
const rightKinds = ["ClusterRoleBinding", "RoleBinding"];

/** `documents`: of the generated files, parsed. Those of somebody else are left aside. */
export function installedObjects(documents: readonly unknown[]): Installed {
  const ours = documents.filter(isJsonObject).filter(isOurs);
  const all = ours.flatMap((document) => objectIn(document) ?? []);
  const isController = ({ kind, name }: InstalledObject): boolean =>
    (kind === "Deployment" || rightKinds.includes(kind)) && name.includes("controller");
  const ofKind = (kind: string): readonly InstalledObject[] => all.filter((object) => object.kind === kind);
  const named = [...policyKinds, "ValidatingWebhookConfiguration", "CustomResourceDefinition", "Namespace"];
  return {
    configurations: ofKind("ValidatingWebhookConfiguration"),
    controller: all.filter(isController),
    definitions: ofKind("CustomResourceDefinition"),
    namespaces: ofKind("Namespace"),
    // A binding first: a policy without one does nothing.
    policies: [...policyKinds].toReversed().flatMap(ofKind),
    others: all.filter((object) => !named.includes(object.kind) && !isController(object)),
    claims: ours.flatMap(claimsOf),
  };
}

function isOurs({ metadata }: JsonObject): boolean {
  const labels = fieldsOf(fieldsOf(metadata)["labels"]);
  return labels[ourLabel.key] === ourLabel.value;
}

function objectIn({ apiVersion, kind, metadata }: JsonObject): InstalledObject | undefined {
  if (typeof apiVersion !== "string" || typeof kind !== "string" || !isJsonObject(metadata)) return undefined;
  const { name, namespace } = metadata;
  if (typeof name !== "string") return undefined;
  return { apiVersion, kind, name, namespace: typeof namespace === "string" ? namespace : undefined };
}

/** From `--foreground-claims=vshnredis.example.com=xvshnredis.example.com,...` of the controller's Deployment. */
function claimsOf(document: JsonObject): readonly GroupResource[] {
  const argument = textsIn(document).find((text) => text.startsWith("--foreground-claims="));
  const pairs = argument?.slice("--foreground-claims=".length).split(",") ?? [];
  return pairs.map((pair) => groupResourceOf(pair.split("=")[0] ?? ""));
}

function groupResourceOf(name: string): GroupResource {
  const [resource = "", ...group] = name.split(".");
  return { resource, group: group.join(".") };
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
