/** Something in the input that only its author can fix; nothing is written then. */
export interface Problem {
  readonly place: SourceLine;
  readonly message: string;
  /** What to do about it, where the message does not say so. */
  readonly help?: string;
}

/** Where something stands: a path as the user would type it, and the line, 1-based. */
export interface SourceLine {
  readonly path: string;
  readonly line: number;
}

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
