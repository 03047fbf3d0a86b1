import { CelCompileError } from "../../failures.ts";
import type { CelComprehension, CelExpression } from "../expression.ts";
import { build, type Macro, requireVariable } from "./build.ts";
import { folds } from "./fold.ts";

/** Macros that give a value a name: a comprehension over nothing, whose accumulator is the name. */
export const bindingMacros: readonly Macro[] = [
  {
    name: "optMap",
    arity: 2,
    expand: (target, args) => onValue(target, (value) => build.call("optional.of", bind(nameOf(args), value, bodyOf(args)))),
  },
  {
    name: "optFlatMap",
    arity: 2,
    expand: (target, args) => onValue(target, (value) => bind(nameOf(args), value, bodyOf(args))),
  },
  { name: "sortBy", arity: 2, since: 35, expand: sortBy },
];

function nameOf([variable]: readonly CelExpression[]): string {
  if (variable?.kind !== "identifier") throw new CelCompileError("the variable of optMap or optFlatMap must be a simple name");
  return variable.name;
}

function bodyOf([, body]: readonly CelExpression[]): CelExpression {
  if (body === undefined) throw new Error("a macro without a body: please report this bug of Holdfast");
  return body;
}

function bind(name: string, value: CelExpression, body: CelExpression): CelComprehension {
  return build.comprehension({
    range: build.list(),
    variable: "#unused",
    secondVariable: undefined,
    accumulator: name,
    initial: value,
    condition: build.literal(false),
    step: build.identifier(name),
    result: body,
  });
}

/** `target.hasValue() ? ... : optional.none()`; the target stands there twice, and is evaluated twice. */
function onValue(target: CelExpression, present: (value: CelExpression) => CelExpression): CelExpression {
  return build.call(
    "_?_:_",
    build.method(target, "hasValue"),
    present(build.method(target, "value")),
    build.call("optional.none"),
  );
}

/** cel-go: ext/lists.go, sortByMacro. */
function sortBy(target: CelExpression, [variable, key]: readonly CelExpression[]): CelExpression {
  if (target.kind === "literal" || target.kind === "map") throw new CelCompileError("sortBy on something that is no list");
  const input = "@__sortBy_input__";
  const { name } = requireVariable(variable);
  const range = build.identifier(input);
  const keys = build.comprehension({
    range,
    variable: name,
    secondVariable: undefined,
    ...folds.list(bodyOf([range, key ?? range])),
  });
  return bind(input, target, build.method(range, "@sortByAssociatedKeys", keys));
}
