import type { Input } from "../evaluate/request.ts";

/** One request, as the API server has it before admission. */
export type AdmissionInput = Input;
