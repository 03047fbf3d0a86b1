import type { Authorizer } from "../cel-engine/index.ts";
import type { Input } from "../evaluate/request.ts";

/** One request, as the API server has it before admission. */
export interface AdmissionInput extends Input {
  /** Answers what `authorizer` asks. Without it an expression that asks is not evaluated here. */
  readonly authorizer?: Authorizer;
}
