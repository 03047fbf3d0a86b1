// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int32 } from "../../numbers.ts";
import type { KubernetesObject } from "../../objects.ts";
import type { PersistentVolumeSpec } from "../core/persistent-volume.ts";
import type { MaybeNull, Time } from "../field-types.ts";

/**
 * Captures the intent to attach or detach the specified volume to/from the specified node.
 *
 * `match: [{ group: "storage.k8s.io", version: "v1", resource: "volumeattachments" }]`
 */
export interface VolumeAttachment extends KubernetesObject {
  /** Represents specification of the desired attach/detach volume behavior. */
  readonly spec: VolumeAttachmentSpec;
  /** Represents status of the VolumeAttachment request. */
  readonly status?: VolumeAttachmentStatus;
}

/** Represents a volume that should be attached. */
interface VolumeAttachmentSource {
  /** Contains all the information necessary to attach a persistent volume defined by a pod's inline VolumeSource. */
  readonly inlineVolumeSpec?: PersistentVolumeSpec;
  /** Represents the name of the persistent volume to attach. */
  readonly persistentVolumeName?: string;
}

/** The specification of a VolumeAttachment request. */
interface VolumeAttachmentSpec {
  /** Indicates the name of the volume driver that MUST handle this request. */
  readonly attacher: string;
  /** Represents the node that the volume should be attached to. */
  readonly nodeName: string;
  /** Represents the volume that should be attached. */
  readonly source: VolumeAttachmentSource;
}

/** The status of a VolumeAttachment request. */
interface VolumeAttachmentStatus {
  /** Represents the last error encountered during attach operation, if any. */
  readonly attachError?: VolumeError;
  /** Indicates the volume is successfully attached. */
  readonly attached: boolean;
  /**
   * Populated with any information returned by the attach operation, upon successful attach, that must be passed into
   * subsequent WaitForAttach or Mount calls.
   */
  readonly attachmentMetadata?: { readonly [key: string]: string };
  /** Represents the last error encountered during detach operation, if any. */
  readonly detachError?: VolumeError;
}

/** Captures an error encountered during a volume operation. */
interface VolumeError {
  /**
   * A numeric gRPC code representing the error encountered during Attach or Detach operations. Since Kubernetes 1.33.
   */
  readonly errorCode?: Int32;
  /** Represents the error encountered during Attach or Detach operation. */
  readonly message?: string;
  /** Represents the time the error was encountered. */
  readonly time?: MaybeNull<Time>;
}
