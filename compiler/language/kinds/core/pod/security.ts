// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { Int64 } from "../../../numbers.ts";

/** Defines a pod or container's AppArmor settings. */
interface AppArmorProfile {
  /** Indicates a profile loaded on the node that should be used. */
  readonly localhostProfile?: string;
  /** Indicates which kind of AppArmor profile will be applied. */
  readonly type: "Localhost" | "RuntimeDefault" | "Unconfined";
}

/** Adds and removes POSIX capabilities from running containers. */
interface Capabilities {
  /** Added capabilities. */
  readonly add?: readonly string[];
  /** Removed capabilities. */
  readonly drop?: readonly string[];
}

/** Holds pod-level security attributes and common container settings. */
export interface PodSecurityContext {
  /** The AppArmor options to use by the containers in this pod. */
  readonly appArmorProfile?: AppArmorProfile;
  /** A special supplemental group that applies to all containers in a pod. */
  readonly fsGroup?: Int64;
  /** Defines behavior of changing ownership and permission of the volume before being exposed inside Pod. */
  readonly fsGroupChangePolicy?: "Always" | "OnRootMismatch";
  /** The GID to run the entrypoint of the container process. */
  readonly runAsGroup?: Int64;
  /** Indicates that the container must run as a non-root user. */
  readonly runAsNonRoot?: boolean;
  /** The UID to run the entrypoint of the container process. */
  readonly runAsUser?: Int64;
  /** Defines how the container's SELinux label is applied to all volumes used by the Pod. Since Kubernetes 1.32. */
  readonly seLinuxChangePolicy?: string;
  /** The SELinux context to be applied to all containers. */
  readonly seLinuxOptions?: SELinuxOptions;
  /** The seccomp options to use by the containers in this pod. */
  readonly seccompProfile?: SeccompProfile;
  /**
   * A list of groups applied to the first process run in each container, in addition to the container's primary GID and
   * fsGroup (if specified).
   */
  readonly supplementalGroups?: readonly Int64[];
  /** Defines how supplemental groups of the first container processes are calculated. Since Kubernetes 1.31. */
  readonly supplementalGroupsPolicy?: "Merge" | "Strict";
  /** Sysctls hold a list of namespaced sysctls used for the pod. */
  readonly sysctls?: readonly Sysctl[];
  /** The Windows specific settings applied to all containers. */
  readonly windowsOptions?: WindowsSecurityContextOptions;
}

/** The labels to be applied to the container. */
interface SELinuxOptions {
  /** SELinux level label that applies to the container. */
  readonly level?: string;
  /** A SELinux role label that applies to the container. */
  readonly role?: string;
  /** A SELinux type label that applies to the container. */
  readonly type?: string;
  /** A SELinux user label that applies to the container. */
  readonly user?: string;
}

/** Defines a pod/container's seccomp profile settings. */
interface SeccompProfile {
  /** Indicates a profile defined in a file on the node should be used. */
  readonly localhostProfile?: string;
  /** Indicates which kind of seccomp profile will be applied. */
  readonly type: "Localhost" | "RuntimeDefault" | "Unconfined";
}

/** Holds security configuration that will be applied to a container. */
export interface SecurityContext {
  /** Controls whether a process can gain more privileges than its parent process. */
  readonly allowPrivilegeEscalation?: boolean;
  /** The AppArmor options to use by this container. */
  readonly appArmorProfile?: AppArmorProfile;
  /** The capabilities to add/drop when running containers. */
  readonly capabilities?: Capabilities;
  /** Run container in privileged mode. */
  readonly privileged?: boolean;
  /** Denotes the type of proc mount to use for the containers. */
  readonly procMount?: "Default" | "Unmasked";
  /** Whether this container has a read-only root filesystem. */
  readonly readOnlyRootFilesystem?: boolean;
  /** The GID to run the entrypoint of the container process. */
  readonly runAsGroup?: Int64;
  /** Indicates that the container must run as a non-root user. */
  readonly runAsNonRoot?: boolean;
  /** The UID to run the entrypoint of the container process. */
  readonly runAsUser?: Int64;
  /** The SELinux context to be applied to the container. */
  readonly seLinuxOptions?: SELinuxOptions;
  /** The seccomp options to use by this container. */
  readonly seccompProfile?: SeccompProfile;
  /** The Windows specific settings applied to all containers. */
  readonly windowsOptions?: WindowsSecurityContextOptions;
}

/** Defines a kernel parameter to be set. */
interface Sysctl {
  /** Name of a property to set. */
  readonly name: string;
  /** Value of a property to set. */
  readonly value: string;
}

/** WindowsSecurityContextOptions contain Windows-specific options and credentials. */
interface WindowsSecurityContextOptions {
  /**
   * Where the GMSA admission webhook (https://github.com/kubernetes-sigs/windows-gmsa) inlines the contents of the GMSA
   * credential spec named by the GMSACredentialSpecName field.
   */
  readonly gmsaCredentialSpec?: string;
  /** The name of the GMSA credential spec to use. */
  readonly gmsaCredentialSpecName?: string;
  /** Determines if a container should be run as a 'Host Process' container. */
  readonly hostProcess?: boolean;
  /** The UserName in Windows to run the entrypoint of the container process. */
  readonly runAsUserName?: string;
}
