import type { Checked } from "../check/checked.ts";
import { CelError, Failure } from "../failures.ts";
import { planCall } from "./call.ts";
import { planComprehension } from "./comprehension.ts";
import type { Step } from "./frame.ts";
import { planList, planMap } from "./literals.ts";
import { type Planned, type Planning, constant } from "./planned.ts";
import { planLocal, planSelect, planVariable } from "./select.ts";

/**
 * A checked expression, ready to run: the order of evaluation, the absorption of errors and the words of errors are
 * cel-go's.
 */
export function plan(node: Checked, planning: Planning): Planned {
  const planned = planNode(node, planning);
  // Each step of a chain says itself what it gave.
  const isStep = planned.attribute?.kind === "chain" && planned.attribute.qualifiers.length > 0;
  const isSilent = !planning.isObserved || node.start < 0 || isStep;
  return isSilent ? planned : { ...planned, run: observed(node, planned.run) };
}

function planNode(node: Checked, planning: Planning): Planned {
  switch (node.kind) {
    case "constant":
      return constant(node.value);
    case "variable":
      return planVariable(node);
    case "local":
      return planLocal(node, planning);
    case "select":
      return planSelect(node, planning, plan);
    case "call":
      return planCall(node, planning, plan);
    case "list":
      return planList(node, planning, plan);
    case "map":
      return planMap(node, planning, plan);
    case "comprehension":
      return planComprehension(node, planning, plan);
  }
}

function observed({ start, end }: Checked, step: Step): Step {
  return (frame) => {
    const result = step(frame);
    frame.observe?.(start, end, result instanceof Failure ? new CelError(result.message) : result);
    return result;
  };
}
