import type { SourceLine } from "./problem.ts";

/** A CustomResourceDefinition, as far as types are made from it. */
export interface Definition {
  readonly place: SourceLine;
  /** `buckets.s3.services.k8s.aws` */
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: string;
  readonly versions: readonly DefinedVersion[];
}

export interface DefinedVersion {
  readonly name: string;
  /** An object is handed over in served versions only. */
  readonly isServed: boolean;
  readonly isDeprecated: boolean;
  /** `openAPIV3Schema` as it stands. */
  readonly schema: unknown;
}
