import type { Input } from "../../api/admission-review.ts";

/** One request, as the API server has it before admission. */
export type AdmissionInput = Input;
