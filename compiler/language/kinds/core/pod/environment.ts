// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { QuantityText } from "../../field-types.ts";

/** Selects a ConfigMap to populate the environment variables with. */
interface ConfigMapEnvSource {
  /** Name of the referent. */
  readonly name?: string;
  /** Specify whether the ConfigMap must be defined. */
  readonly optional?: boolean;
}

/** Selects a key from a ConfigMap. */
interface ConfigMapKeySelector {
  /** The key to select from the ConfigMap's Data field. */
  readonly key: string;
  /** Name of the referent. */
  readonly name?: string;
  /** Specify whether the ConfigMap or its key must be defined. */
  readonly optional?: boolean;
}

/** Represents the source of a set of ConfigMaps or Secrets. */
export interface EnvFromSource {
  /** The ConfigMap to select from. */
  readonly configMapRef?: ConfigMapEnvSource;
  /** Optional text to prepend to the name of each environment variable. */
  readonly prefix?: string;
  /** The Secret to select from. */
  readonly secretRef?: SecretEnvSource;
}

/** Represents an environment variable present in a Container. */
export interface EnvVar {
  /** Name of the environment variable. */
  readonly name: string;
  /**
   * Variable references $(VAR_NAME) are expanded using the previously defined environment variables in the container
   * and any service environment variables.
   */
  readonly value?: string;
  /** Source for the environment variable's value. */
  readonly valueFrom?: EnvVarSource;
}

/** Represents a source for the value of an EnvVar. */
interface EnvVarSource {
  /** Selects a key of a ConfigMap. */
  readonly configMapKeyRef?: ConfigMapKeySelector;
  /**
   * Selects a field of the pod: supports metadata.name, metadata.namespace, `metadata.labels['<KEY>']`,
   * `metadata.annotations['<KEY>']`, spec.nodeName, spec.serviceAccountName, status.hostIP, status.podIP,
   * status.podIPs.
   */
  readonly fieldRef?: ObjectFieldSelector;
  /** Selects a key of the env file. Since Kubernetes 1.34. */
  readonly fileKeyRef?: FileKeySelector;
  /**
   * Selects a resource of the container: only resources limits and requests (limits.cpu, limits.memory,
   * limits.ephemeral-storage, requests.cpu, requests.memory and requests.ephemeral-storage) are currently supported.
   */
  readonly resourceFieldRef?: ResourceFieldSelector;
  /** Selects a key of a secret in the pod's namespace. */
  readonly secretKeyRef?: SecretKeySelector;
}

/** Selects a key of the env file. */
interface FileKeySelector {
  /** The key within the env file. */
  readonly key: string;
  /** Specify whether the file or its key must be defined. */
  readonly optional?: boolean;
  /** The path within the volume from which to select the file. */
  readonly path: string;
  /** The name of the volume mount containing the env file. */
  readonly volumeName: string;
}

/** Selects an APIVersioned field of an object. */
export interface ObjectFieldSelector {
  /** Version of the schema the FieldPath is written in terms of, defaults to "v1". */
  readonly apiVersion?: string;
  /** Path of the field to select in the specified API version. */
  readonly fieldPath: string;
}

/** Represents container resources (cpu, memory) and their output format. */
export interface ResourceFieldSelector {
  /** Container name: required for volumes, optional for env vars. */
  readonly containerName?: string;
  /** Specifies the output format of the exposed resources, defaults to "1". */
  readonly divisor?: QuantityText;
  /** Required: resource to select. */
  readonly resource: string;
}

/** Selects a Secret to populate the environment variables with. */
interface SecretEnvSource {
  /** Name of the referent. */
  readonly name?: string;
  /** Specify whether the Secret must be defined. */
  readonly optional?: boolean;
}

/** Selects a key of a Secret. */
interface SecretKeySelector {
  /** The key of the secret to select from. */
  readonly key: string;
  /** Name of the referent. */
  readonly name?: string;
  /** Specify whether the Secret or its key must be defined. */
  readonly optional?: boolean;
}
