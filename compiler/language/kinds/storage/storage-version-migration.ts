// Generated from the OpenAPI documents of Kubernetes by test/language/kinds/write/main.ts. Do not edit.
import type { KubernetesObject } from "../../objects.ts";
import type { Condition, GroupResource } from "../meta.ts";

/**
 * Represents a migration of stored data to the latest storage version. Since Kubernetes 1.37.
 *
 * `match: [{ group: "storagemigration.k8s.io", version: "v1", resource: "storageversionmigrations" }]`
 */
export interface StorageVersionMigration extends KubernetesObject {
  /** Specification of the migration. */
  readonly spec?: StorageVersionMigrationSpec;
  /** Status of the migration. */
  readonly status?: StorageVersionMigrationStatus;
}

/** Spec of the storage version migration. */
interface StorageVersionMigrationSpec {
  /** The resource that is being migrated. */
  readonly resource: GroupResource;
}

/** Status of the storage version migration. */
interface StorageVersionMigrationStatus {
  /** The latest available observations of the migration's current state. */
  readonly conditions?: readonly Condition[];
  /** ResourceVersion to compare with the GC cache for performing the migration. */
  readonly resourceVersion?: string;
}
