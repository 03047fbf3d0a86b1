import type { JsonObject } from "../../api/json.ts";
import type { SentDeleteOptions, SentWriteOptions } from "../admission/index.ts";
import { HelpfulError } from "../../api/helpful-error.ts";

/** A request as a test describes it: plain data, without the fields that the API server fills in. */
export interface RequestDescription {
  readonly operation: DescribedOperation;
  /** The object to delete, or the object as it will be stored. */
  readonly object: TestedObject;
  /** The stored object of an update. */
  readonly oldObject?: TestedObject;
  /** The user. Default: `alice`. */
  readonly as?: string;
  readonly groups?: readonly string[];
  readonly namespace?: NamespaceDescription;
  /** Objects in the Namespace that is deleted, or in that of the request. Default: none. */
  readonly holding?: readonly TestedObject[];
  /** Other objects in the cluster, for rules that query. Default: none. */
  readonly inCluster?: readonly TestedObject[];
  /** The current time, as RFC 3339 text. A rule that uses the time is not evaluated without it. */
  readonly now?: string;
  readonly dryRun?: boolean;
  readonly options?: SentOptions;
  /** The API version that the client uses. Default: that of the object. */
  readonly through?: string;
  /** The plural: `buckets`, or with version and group if they differ from those of the object: `pods.v1.`. */
  readonly resource?: string;
  readonly subresource?: string;
  /** Permissions for `authorizer`. */
  readonly permissions?: readonly Permission[];
}

/** `fieldManager` is for create and update, everything else for delete. */
export type SentOptions = SentDeleteOptions & Pick<SentWriteOptions, "fieldManager">;

export type DescribedOperation = "delete" | "deleteCollection" | "create" | "update";

/** An object as in YAML. Other fields may have any value. */
export type TestedObject = ObjectFields | (ObjectFields & JsonObject);

interface ObjectFields {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: TestedMetadata;
}

/** Metadata of an object. `uid`, `finalizers`, `ownerReferences` and other fields are allowed too. */
export type TestedMetadata = MetadataFields | (MetadataFields & JsonObject);

interface MetadataFields {
  readonly name?: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** The Namespace of the object: its name and marks, or a whole Namespace with `metadata` and `status`. */
export interface NamespaceDescription extends NamespaceMetadata {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: NamespaceMetadata;
  readonly spec?: unknown;
  readonly status?: unknown;
}

export interface NamespaceMetadata extends Omit<MetadataFields, "namespace" | "generateName"> {
  /** RFC 3339 text. Present once the deletion of the Namespace has begun. */
  readonly deletionTimestamp?: string;
}

/** A permission, like a rule in RBAC. */
export interface Permission {
  readonly verb: string;
  /** `pods`, `deployments.apps`, `pods/eviction`, or `*` for every resource. A path begins with a slash: `/healthz`. */
  readonly resource: string;
  /** Default: every namespace. */
  readonly namespace?: string;
  /** Default: every object. */
  readonly name?: string;
  /** Who has it, such as `system:serviceaccount:apps:deployer`. Default: the user of the request. */
  readonly user?: string;
}

/** Thrown for a request that is impossible or incomplete. It says what is wrong and what to write. */
export class RequestProblem extends HelpfulError {
  override readonly name = "RequestProblem";
  readonly problem: string;

  constructor(problem: string, help: string) {
    super(`${problem}: ${help}`, help);
    this.problem = problem;
  }
}

const verbs: Readonly<Record<DescribedOperation, string>> = {
  delete: "DELETE of",
  deleteCollection: "collection DELETE of",
  create: "CREATE of",
  update: "UPDATE of",
};

/** `DELETE of ConfigMap shop/settings as alice (ops), dry run`: what a person needs to know a request again. */
export function describeRequest(description: RequestDescription): string {
  const { operation, object, as = "alice", groups = [], subresource, through } = description;
  const user = groups.length === 0 ? as : `${as} (${groups.join(", ")})`;
  const details = [
    ...(subresource === undefined ? [] : [`subresource ${subresource}`]),
    ...(through === undefined ? [] : [`through ${through}`]),
    ...(description.now === undefined ? [] : [`at ${description.now}`]),
    ...(description.dryRun === true ? ["dry run"] : []),
    ...Object.entries(description.options ?? {}).map(([name, value]) => `${name} ${JSON.stringify(value)}`),
  ];
  return [`${verbs[operation]} ${describeObject(object, description.namespace?.name)} as ${user}`, ...details].join(", ");
}

/** `ConfigMap shop/settings`, `Bucket app/data (s3.services.k8s.aws/v1alpha1)` */
function describeObject({ apiVersion, kind, metadata }: TestedObject, around: string | undefined): string {
  const name = metadata?.name ?? metadata?.generateName ?? "";
  const namespace = metadata?.namespace ?? around;
  const version = apiVersion.includes("/") ? ` (${apiVersion})` : "";
  return `${kind} ${namespace === undefined ? name : `${namespace}/${name}`}${version}`;
}
