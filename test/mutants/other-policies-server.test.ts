import { controllers } from "./controllers.ts";
import { deletionPolicy } from "./deletion-policy.ts";
import { describeMutants } from "./describe-mutants.ts";
import { namespace } from "./namespace.ts";
import { values } from "./values.ts";

describeMutants("mutants of the other policies", [namespace, values, controllers, deletionPolicy]);
