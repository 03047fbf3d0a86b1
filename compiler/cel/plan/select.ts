import type { CheckedCall, CheckedLocal, CheckedSelect, CheckedVariable } from "../check/checked.ts";
import { Failure } from "../failures.ts";
import { CelOptional } from "../values/value.ts";
import { type Attribute, type Qualifier, resolve, withQualifier } from "./attribute.ts";
import { type Frame, type Outcome, type Step, charge } from "./frame.ts";
import type { Plan, Planned, Planning } from "./planned.ts";

export function planVariable({ name }: CheckedVariable): Planned {
  const missing = new Failure(`no such attribute(s): ${name}`);
  return planAttribute(
    chainFrom(({ activation }) => {
      const value = activation.get(name);
      return value === undefined ? missing : value;
    }),
  );
}

export function planLocal({ name }: CheckedLocal, { locals }: Planning): Planned {
  const depth = locals.findLastIndex((local) => local.name === name);
  const initial = locals[depth]?.initial;
  return planAttribute(
    chainFrom((frame) => {
      const value = frame.locals[depth];
      return value === undefined ? begin(frame, depth, initial) : value;
    }),
  );
}

function begin(frame: Frame, depth: number, initial: Step | undefined): Outcome {
  if (initial === undefined) throw new Error("a local without a value: please report this bug of Holdfast");
  // It was planned for outside, where the same places are free.
  const inUse = frame.locals.slice();
  const value = initial(frame);
  frame.locals.splice(0, frame.locals.length, ...inUse);
  frame.locals[depth] = value;
  return value;
}

function chainFrom(root: Step): Attribute {
  return { kind: "chain", root, qualifiers: [] };
}

/** What a node is when it is evaluated for itself; an attribute within another costs nothing of its own. */
export function planAttribute(attribute: Attribute): Planned {
  if (attribute.kind === "choice") return { attribute, run: (frame) => resolve(attribute, frame) };
  const run: Step = (frame) => {
    const value = resolve(attribute, frame);
    charge(frame, 1);
    return value;
  };
  return { attribute, run };
}

export function planSelect(node: CheckedSelect, planning: Planning, plan: Plan): Planned {
  const { field, isTest, start, end } = node;
  const operand = attributeOf(plan(node.operand, planning));
  const attribute = withQualifier(operand, { key: () => field, isOptional: false, isTest, start, end });
  return isTest ? planTest(attribute) : planAttribute(attribute);
}

/** `a[b]`, `a[?b]` and `a.?b`. */
export function planIndex(node: CheckedCall, planning: Planning, plan: Plan): Planned {
  const [operand, key] = node.arguments.map((part) => plan(part, planning));
  if (operand === undefined || key === undefined) throw new Error("an index without a key: please report this bug of Holdfast");
  const { start, end } = node;
  const isOptional = node.function.name !== "_[_]";
  const qualifier: Qualifier = { key: keyStep(key), isOptional, isTest: false, start, end };
  return planAttribute(withQualifier(attributeOf(operand), qualifier));
}

function keyStep({ attribute, run }: Planned): Step {
  return attribute === undefined ? run : (frame) => resolve(attribute, frame);
}

export function attributeOf({ attribute, run }: Planned): Attribute {
  return attribute ?? chainFrom(run);
}

/** Where the test stands in a choice, cel-go takes off what it has not charged. */
function planTest(attribute: Attribute): Planned {
  const cost = attribute.kind === "choice" ? -1 : 0;
  const run: Step = (frame) => {
    const value = resolve(attribute, frame);
    charge(frame, cost);
    return value instanceof CelOptional ? value.value !== undefined : value;
  };
  return { attribute, run };
}
