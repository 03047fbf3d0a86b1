import { describeMutants } from "./describe-mutants.ts";
import { preventDelete } from "./prevent-delete-faults.ts";

describeMutants("mutants of prevent-delete", [preventDelete]);
