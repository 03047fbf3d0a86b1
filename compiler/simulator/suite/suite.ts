import type { Position } from "../../diagnostics/format.ts";
import type { Expectation } from "../testing/expectation.ts";
import type { RequestDescription } from "../testing/request-description.ts";
import type { KnownKind } from "../testing/resource-of.ts";

/** A file of cases: `policies/keep-labelled.test.yaml`. */
export interface Suite {
  /** As the user would type it. */
  readonly file: string;
  /** Kinds that neither kube-apiserver nor the policies name. */
  readonly kinds: readonly KnownKind[];
  readonly cases: readonly SuiteCase[];
}

/** One request, the policies that it is put to, and what is expected of them. */
export interface SuiteCase {
  readonly name: string;
  readonly position: Position;
  /** Undefined: all policies, as in a cluster. */
  readonly policies: readonly string[] | undefined;
  readonly request: RequestDescription;
  readonly expectation: Expectation;
}

/** Something in a suite that cannot be understood, in the manner of a diagnostic. */
export interface SuiteProblem {
  readonly file: string;
  readonly position: Position;
  readonly message: string;
  readonly help: string;
}
