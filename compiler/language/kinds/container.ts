import type { Int32 } from "../numbers.ts";
import type { QuantityText } from "./json-values.ts";

/** One container of a Pod. */
export interface Container {
  /** Name of the container. */
  readonly name: string;
  /** What it runs. */
  readonly image?: string;
  /** Instead of the image's entry point. */
  readonly command?: readonly string[];
  /** Arguments of the command. */
  readonly args?: readonly string[];
  /** Environment variables. */
  readonly env?: readonly EnvironmentVariable[];
  /** Where it listens. */
  readonly ports?: readonly ContainerPort[];
  /** What it needs and may use. */
  readonly resources?: Resources;
  /** What it mounts. */
  readonly volumeMounts?: readonly VolumeMount[];
  /** `Always` on an init container: it goes on running beside the others. */
  readonly restartPolicy?: string;
}

interface EnvironmentVariable {
  /** Name of the variable. */
  readonly name: string;
  /** Its value; absent where it comes from somewhere else. */
  readonly value?: string;
}

interface ContainerPort {
  /** Name of the port. */
  readonly name?: string;
  /** Where the container listens. */
  readonly containerPort: Int32;
  /** Where the node listens for it. */
  readonly hostPort?: Int32;
  /** The transport. */
  readonly protocol?: "SCTP" | "TCP" | "UDP";
}

interface Resources {
  /** What it is given at least, by resource. */
  readonly requests?: Readonly<Record<string, QuantityText>>;
  /** What it may use at most. */
  readonly limits?: Readonly<Record<string, QuantityText>>;
}

interface VolumeMount {
  /** The volume. */
  readonly name: string;
  /** Where the container sees it. */
  readonly mountPath: string;
  /** Whether it is only read. */
  readonly readOnly?: boolean;
  /** A part of the volume. */
  readonly subPath?: string;
}
