import type { Failure } from "../failures.ts";
import type { CelType } from "./cel-type.ts";

/** A value of a type that only its own functions look into: a quantity, an address, a URL. */
export interface CelOpaque {
  readonly type: CelType;
  /** CEL's `==`; Kubernetes makes an error of a value of another type. */
  equals(other: unknown): boolean | Failure;
}
