import type { CelFunction, Overload } from "../functions/cel-function.ts";
import type { Charges, Cost } from "./charges.ts";

/** From this minor version on the API server has costs of its own for its functions in policies (StrictCostEnforcementForVAP). */
const strictSince = 32;

const unit: Cost = () => 1;

/** What the API server charges for a call. The overload is undefined where several fit the types that are known beforehand. */
export function callCost(called: CelFunction, overload: Overload | undefined, minor: number): Cost {
  const charges = overload?.charges ?? called.charges;
  const general = overload === undefined ? unit : celGoCost(charges, overload.id);
  const own = minor < strictSince ? undefined : charges.kubernetes;
  if (own === undefined) return general;
  const id = overload?.id ?? "";
  return (values, result) => own(values, result, id) ?? general(values, result);
}

function celGoCost({ celGo = unit }: Charges, id: string): Cost {
  return typeof celGo === "function" ? celGo : (celGo[id] ?? unit);
}
