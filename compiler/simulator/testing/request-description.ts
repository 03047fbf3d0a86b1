import type { JsonObject } from "../../api/json.ts";
import type { SentDeleteOptions, SentWriteOptions } from "../admission/index.ts";
import { HelpfulError } from "../../api/helpful-error.ts";

/** A request as a test describes it: plain data, before anything is filled in that the API server would fill in. */
export interface RequestDescription {
  readonly operation: DescribedOperation;
  /** The object to be deleted, or as it will be stored. */
  readonly object: TestedObject;
  /** What an update changes. */
  readonly oldObject?: TestedObject;
  /** The user; `alice` if left out. */
  readonly as?: string;
  readonly groups?: readonly string[];
  readonly namespace?: NamespaceDescription;
  /** What is in the Namespace that is deleted, or in that of the request, as far as it matters; nothing if left out. */
  readonly holding?: readonly TestedObject[];
  /** What else there is in the cluster, as far as rules ask; nothing if left out. */
  readonly inCluster?: readonly TestedObject[];
  /** What time it is, as RFC 3339 text, for rules that the webhook answers: without it one that asks is not judged. */
  readonly now?: string;
  readonly dryRun?: boolean;
  readonly options?: SentOptions;
  /** The version that the client speaks, where it is another one than that of the object. */
  readonly through?: string;
  /** The plural: `buckets`, or with version and group where they are not those of the object: `pods.v1.`. */
  readonly resource?: string;
  readonly subresource?: string;
  /** What `authorizer` is told. */
  readonly permissions?: readonly Permission[];
}

/** `fieldManager` of a create or update, everything else of a delete. */
export type SentOptions = SentDeleteOptions & Pick<SentWriteOptions, "fieldManager">;

export type DescribedOperation = "delete" | "deleteCollection" | "create" | "update";

/** An object as someone would write it in YAML. Everything besides these fields may be anything. */
export type TestedObject = ObjectFields | (ObjectFields & JsonObject);

interface ObjectFields {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: TestedMetadata;
}

/** Also `uid`, `finalizers`, `ownerReferences` and whatever else a rule reads. */
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
  /** RFC 3339 text; present when the Namespace is being deleted. */
  readonly deletionTimestamp?: string;
}

/** Something that someone may do, as a rule of RBAC says it. */
export interface Permission {
  readonly verb: string;
  /** `pods`, `deployments.apps`, `pods/eviction`; `*` is every resource. A path (`/healthz`) begins with a slash. */
  readonly resource: string;
  /** Everywhere if left out. */
  readonly namespace?: string;
  /** Every object if left out. */
  readonly name?: string;
  /** Someone else than the user of the request: `system:serviceaccount:apps:deployer`. */
  readonly user?: string;
}

/** A request that the API server would never see, or of which not enough is known: what is wrong and what to write. */
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
