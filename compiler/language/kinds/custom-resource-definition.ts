import type { KubernetesObject } from "../objects.ts";
import type { Int32 } from "../numbers.ts";
import type { Condition, MaybeNull } from "./field-types.ts";

/** `match: [{ group: "apiextensions.k8s.io", version: "v1", resource: "customresourcedefinitions" }]` */
export interface CustomResourceDefinition extends KubernetesObject {
  readonly spec: CustomResourceDefinitionSpec;
  readonly status?: CustomResourceDefinitionStatus;
}

interface CustomResourceDefinitionSpec {
  /** API group of the kind. */
  readonly group: string;
  /** What the kind is called. */
  readonly names: DefinedNames;
  /** `Namespaced` or `Cluster`. */
  readonly scope: string;
  /** The versions of the kind. */
  readonly versions: readonly DefinedVersion[];
  /** How objects get from one version to another. */
  readonly conversion?: Conversion;
  /** Fields that no schema knows are kept. */
  readonly preserveUnknownFields?: boolean;
}

interface DefinedNames {
  /** `CronTab` */
  readonly kind: string;
  /** `CronTabList` */
  readonly listKind?: string;
  /** `crontabs` */
  readonly plural: string;
  /** `crontab` */
  readonly singular?: string;
  /** `ct` */
  readonly shortNames?: readonly string[];
  /** `all` */
  readonly categories?: readonly string[];
}

interface DefinedVersion {
  /** `v1` */
  readonly name: string;
  /** Clients may ask for it. */
  readonly served: boolean;
  /** Objects are stored in it. */
  readonly storage: boolean;
  /** Clients are warned. */
  readonly deprecated?: boolean;
}

interface Conversion {
  /** `None` or `Webhook`. */
  readonly strategy: string;
  /** Of `Webhook`: who converts. */
  readonly webhook?: ConversionWebhook;
}

interface ConversionWebhook {
  /** How the API server reaches it. */
  readonly clientConfig?: ConversionClient;
}

interface ConversionClient {
  /** Where it is, outside the cluster. */
  readonly url?: string;
  /** Where it is, inside the cluster. */
  readonly service?: ConversionService;
}

interface ConversionService {
  /** Namespace of the service. */
  readonly namespace: string;
  /** Name of the service. */
  readonly name: string;
  /** Path of the URL. */
  readonly path?: string;
  /** Port of the service; 443 unless told. */
  readonly port?: Int32;
}

interface CustomResourceDefinitionStatus {
  /** `Established`, `NamesAccepted`, `Terminating` and the like. */
  readonly conditions?: MaybeNull<readonly Condition[]>;
  /** Versions in which objects may still be stored. */
  readonly storedVersions?: MaybeNull<readonly string[]>;
  /** The names as they are in use. */
  readonly acceptedNames?: DefinedNames;
}
