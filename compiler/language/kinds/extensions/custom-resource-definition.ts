// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Double, Int32, Int64 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { Base64, MaybeNull, Time } from "../field-types.ts";

/**
 * Represents a resource that should be exposed on the API server.
 *
 * `match: [{ group: "apiextensions.k8s.io", version: "v1", resource: "customresourcedefinitions" }]`
 */
export interface CustomResourceDefinition extends KubernetesObject {
  /** Describes how the user wants the resources to appear. */
  readonly spec: CustomResourceDefinitionSpec;
  /** Indicates the actual state of the CustomResourceDefinition. */
  readonly status?: CustomResourceDefinitionStatus;
}

/** Specifies a column for server side printing. */
interface CustomResourceColumnDefinition {
  /** A human readable description of this column. */
  readonly description?: string;
  /** An optional OpenAPI type definition for this column. */
  readonly format?: string;
  /**
   * A simple JSON path (i.e. with array notation) which is evaluated against each custom resource to produce the value
   * for this column.
   */
  readonly jsonPath: string;
  /** A human readable name for the column. */
  readonly name: string;
  /** An integer defining the relative importance of this column compared to others. */
  readonly priority?: Int32;
  /** An OpenAPI type definition for this column. */
  readonly type: string;
}

/** Describes how to convert different versions of a CR. */
interface CustomResourceConversion {
  /** Specifies how custom resources are converted between versions. */
  readonly strategy: string;
  /** Describes how to call the conversion webhook. */
  readonly webhook?: WebhookConversion;
}

/** Contains details for the current condition of this pod. */
interface CustomResourceDefinitionCondition {
  /** lastTransitionTime last time the condition transitioned from one status to another. */
  readonly lastTransitionTime?: MaybeNull<Time>;
  /** A human-readable message indicating details about last transition. */
  readonly message?: string;
  /** Represents the .metadata.generation that the condition was set based upon. Since Kubernetes 1.35. */
  readonly observedGeneration?: Int64;
  /** A unique, one-word, CamelCase reason for the condition's last transition. */
  readonly reason?: string;
  /** The status of the condition. */
  readonly status: string;
  /** The type of the condition. */
  readonly type: string;
}

/** Indicates the names to serve this CustomResourceDefinition. */
interface CustomResourceDefinitionNames {
  /** A list of grouped resources this custom resource belongs to (e.g. 'all'). */
  readonly categories?: readonly string[];
  /** The serialized kind of the resource. */
  readonly kind: string;
  /** The serialized kind of the list for this resource. */
  readonly listKind?: string;
  /** The plural name of the resource to serve. */
  readonly plural: string;
  /**
   * Short names for the resource, exposed in API discovery documents, and used by clients to support invocations like
   * `kubectl get <shortname>`.
   */
  readonly shortNames?: readonly string[];
  /** The singular name of the resource. */
  readonly singular?: string;
}

/** Describes how a user wants their resource to appear. */
interface CustomResourceDefinitionSpec {
  /** Defines conversion settings for the CRD. */
  readonly conversion?: CustomResourceConversion;
  /** The API group of the defined custom resource. */
  readonly group: string;
  /** Names specify the resource and kind names for the custom resource. */
  readonly names: CustomResourceDefinitionNames;
  /**
   * Indicates that object fields which are not specified in the OpenAPI schema should be preserved when persisting to
   * storage. apiVersion, kind, metadata and known fields inside metadata are always preserved.
   */
  readonly preserveUnknownFields?: boolean;
  /** Indicates whether the defined custom resource is cluster- or namespace-scoped. */
  readonly scope: string;
  /** The list of all API versions of the defined custom resource. */
  readonly versions: readonly CustomResourceDefinitionVersion[];
}

/** Indicates the state of the CustomResourceDefinition. */
interface CustomResourceDefinitionStatus {
  /** The names that are actually being used to serve discovery. */
  readonly acceptedNames: CustomResourceDefinitionNames;
  /** Conditions indicate state for particular aspects of a CustomResourceDefinition. */
  readonly conditions?: MaybeNull<readonly CustomResourceDefinitionCondition[]>;
  /** The generation observed by the CRD controller. Since Kubernetes 1.35. */
  readonly observedGeneration?: Int64;
  /** Lists all versions of CustomResources that were ever persisted. */
  readonly storedVersions?: MaybeNull<readonly string[]>;
}

/** Describes a version for CRD. */
interface CustomResourceDefinitionVersion {
  /** Specifies additional columns returned in Table output. */
  readonly additionalPrinterColumns?: readonly CustomResourceColumnDefinition[];
  /** Indicates this version of the custom resource API is deprecated. */
  readonly deprecated?: boolean;
  /** Overrides the default warning returned to API clients. */
  readonly deprecationWarning?: string;
  /**
   * The version name, e.g. “v1”, “v2beta1”, etc. The custom resources are served under this version at
   * `/apis/<group>/<version>/...` if `served` is true.
   */
  readonly name: string;
  /** Describes the schema used for validation, pruning, and defaulting of this version of the custom resource. */
  readonly schema?: CustomResourceValidation;
  /** Specifies paths to fields that may be used as field selectors. */
  readonly selectableFields?: readonly SelectableField[];
  /** A flag enabling/disabling this version from being served via REST APIs. */
  readonly served: boolean;
  /** Indicates this version should be used when persisting custom resources to storage. */
  readonly storage: boolean;
  /** Subresources specify what subresources this version of the defined custom resource have. */
  readonly subresources?: CustomResourceSubresources;
}

/** Defines how to serve the scale subresource for CustomResources. */
interface CustomResourceSubresourceScale {
  /** Defines the JSON path inside of a custom resource that corresponds to Scale `status.selector`. */
  readonly labelSelectorPath?: string;
  /** Defines the JSON path inside of a custom resource that corresponds to Scale `spec.replicas`. */
  readonly specReplicasPath: string;
  /** Defines the JSON path inside of a custom resource that corresponds to Scale `status.replicas`. */
  readonly statusReplicasPath: string;
}

/** Defines the status and scale subresources for CustomResources. */
interface CustomResourceSubresources {
  /** Indicates the custom resource should serve a `/scale` subresource that returns an `autoscaling/v1` Scale object. */
  readonly scale?: CustomResourceSubresourceScale;
  /** Indicates the custom resource should serve a `/status` subresource. */
  readonly status?: Readonly<Record<string, unknown>>;
}

/** A list of validation methods for CustomResources. */
interface CustomResourceValidation {
  /** The OpenAPI v3 schema to use for validation and pruning. */
  readonly openAPIV3Schema?: JSONSchemaProps;
}

/** Allows referencing an external resource for extended documentation. */
interface ExternalDocumentation {
  readonly description?: string;
  readonly url?: string;
}

/** A JSON-Schema following Specification Draft 4 (http://json-schema.org/). */
interface JSONSchemaProps {
  readonly $ref?: string;
  readonly $schema?: string;
  readonly additionalItems?: JSONSchemaProps | boolean;
  readonly additionalProperties?: JSONSchemaProps | boolean;
  readonly allOf?: readonly JSONSchemaProps[];
  readonly anyOf?: readonly JSONSchemaProps[];
  /** A default value for undefined object fields. */
  readonly default?: unknown;
  readonly definitions?: { readonly [key: string]: JSONSchemaProps };
  readonly dependencies?: { readonly [key: string]: JSONSchemaProps | readonly string[] };
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly exclusiveMaximum?: boolean;
  readonly exclusiveMinimum?: boolean;
  readonly externalDocs?: ExternalDocumentation;
  /** An OpenAPI v3 format string. */
  readonly format?: string;
  readonly id?: string;
  readonly items?: JSONSchemaProps | readonly JSONSchemaProps[];
  readonly maxItems?: Int64;
  readonly maxLength?: Int64;
  readonly maxProperties?: Int64;
  readonly maximum?: Double;
  readonly minItems?: Int64;
  readonly minLength?: Int64;
  readonly minProperties?: Int64;
  readonly minimum?: Double;
  readonly multipleOf?: Double;
  readonly not?: JSONSchemaProps;
  readonly nullable?: boolean;
  readonly oneOf?: readonly JSONSchemaProps[];
  readonly pattern?: string;
  readonly patternProperties?: { readonly [key: string]: JSONSchemaProps };
  readonly properties?: { readonly [key: string]: JSONSchemaProps };
  readonly required?: readonly string[];
  readonly title?: string;
  readonly type?: string;
  readonly uniqueItems?: boolean;
  /** Defines that the value is an embedded Kubernetes runtime.Object, with TypeMeta and ObjectMeta. */
  readonly "x-kubernetes-embedded-resource"?: boolean;
  /** Specifies that this value is either an integer or a string. */
  readonly "x-kubernetes-int-or-string"?: boolean;
  /** Annotates an array with the x-kubernetes-list-type `map` by specifying the keys used as the index of the map. */
  readonly "x-kubernetes-list-map-keys"?: readonly string[];
  /** Annotates an array to further describe its topology. */
  readonly "x-kubernetes-list-type"?: string;
  /** Annotates an object to further describe its topology. */
  readonly "x-kubernetes-map-type"?: string;
  /** Stops the API server decoding step from pruning fields which are not specified in the validation schema. */
  readonly "x-kubernetes-preserve-unknown-fields"?: boolean;
  /** Describes a list of validation rules written in the CEL expression language. */
  readonly "x-kubernetes-validations"?: readonly ValidationRule[];
}

/** Specifies the JSON path of a field that may be used with field selectors. */
interface SelectableField {
  /** A simple JSON path which is evaluated against each custom resource to produce a field selector value. */
  readonly jsonPath: string;
}

/** Holds a reference to Service.legacy.k8s.io. */
interface ServiceReference {
  /** The name of the service. */
  readonly name: string;
  /** The namespace of the service. */
  readonly namespace: string;
  /** An optional URL path at which the webhook will be contacted. */
  readonly path?: string;
  /** An optional service port at which the webhook will be contacted. */
  readonly port?: Int32;
}

/** Describes a validation rule written in the CEL expression language. */
interface ValidationRule {
  /** Represents the field path returned when the validation fails. */
  readonly fieldPath?: string;
  /** Represents the message displayed when validation fails. */
  readonly message?: string;
  /**
   * Declares a CEL expression that evaluates to the validation failure message that is returned when this rule fails.
   */
  readonly messageExpression?: string;
  /**
   * Used to opt a transition rule into evaluation even when the object is first created, or if the old object is
   * missing the value.
   */
  readonly optionalOldSelf?: boolean;
  /**
   * Provides a machine-readable validation failure reason that is returned to the caller when a request fails this
   * validation rule.
   */
  readonly reason?: "FieldValueDuplicate" | "FieldValueForbidden" | "FieldValueInvalid" | "FieldValueRequired";
  /**
   * Represents the expression which will be evaluated by CEL. ref: https://github.com/google/cel-spec The Rule is
   * scoped to the location of the x-kubernetes-validations extension in the schema.
   */
  readonly rule: string;
}

/** Contains the information to make a TLS connection with the webhook. */
interface WebhookClientConfig {
  /** A PEM encoded CA bundle which will be used to validate the webhook's server certificate. */
  readonly caBundle?: Base64;
  /** A reference to the service for this webhook. */
  readonly service?: ServiceReference;
  /** Gives the location of the webhook, in standard URL form (`scheme://host:port/path`). */
  readonly url?: string;
}

/** Describes how to call a conversion webhook. */
interface WebhookConversion {
  /** The instructions for how to call the webhook if strategy is `Webhook`. */
  readonly clientConfig?: WebhookClientConfig;
  /** An ordered list of preferred `ConversionReview` versions the Webhook expects. */
  readonly conversionReviewVersions?: MaybeNull<readonly string[]>;
}
