import type { CallExpression, Expression as TypeScriptExpression, NewExpression, Node, RegularExpressionLiteral } from "ts-morph";
import type { PatternRejection } from "../patterns/pattern.ts";
import { translate } from "../patterns/translate.ts";
import type { Scope } from "../scope.ts";
import { type Value, rejected } from "../value.ts";

/** `/^prod-/u` */
export function lowerRegularExpression(node: RegularExpressionLiteral, scope: Scope): Value {
  const text = node.getText();
  const end = text.lastIndexOf("/");
  return patternOf({ pattern: text.slice(1, end), flags: text.slice(end + 1) }, node, scope);
}

/** `new RegExp("^prod-", "u")`, and the same without `new`: of text that the compiler knows. */
export function lowerMadePattern(node: NewExpression | CallExpression, scope: Scope): Value {
  const values = node.getArguments().map((argument) => scope.lower(argument as TypeScriptExpression));
  if (values.some(({ kind }) => kind === "rejected")) return rejected;
  const texts = values.flatMap((value) => (value.kind === "static" && typeof value.value === "string" ? [value.value] : []));
  const [pattern, flags = ""] = texts;
  if (pattern === undefined || texts.length < values.length) {
    return scope.reject("unknown-pattern", node, { text: node.getText() });
  }
  return patternOf({ pattern, flags }, node, scope);
}

interface Written {
  readonly pattern: string;
  readonly flags: string;
}

function patternOf(written: Written, node: Node, scope: Scope): Value {
  const text = node.getText();
  const { flags } = written;
  // What finds all matches starts at the beginning; `test` of a pattern that has a name goes on where it stopped.
  const translated = translate(written.pattern, flags.replace("g", ""));
  if ("why" in translated) return report(translated, { node, scope, flags });
  return { kind: "pattern", node, text, source: new RegExp(written.pattern, flags).source, flags, translated };
}

interface Place {
  readonly node: Node;
  readonly scope: Scope;
  readonly flags: string;
}

function report(rejection: PatternRejection, { node, scope, flags }: Place): Value {
  const text = node.getText();
  switch (rejection.why) {
    case "syntax":
      return scope.reject("pattern-syntax", node, { text, reason: rejection.reason });
    case "flag":
      return scope.reject("pattern-flag", node, { text, flag: rejection.flag });
    case "units":
      return scope.reject("pattern-without-u", node, { text, flags: `${flags}u` });
    case "construct":
      return scope.reject("pattern-construct", node, {
        text: rejection.part,
        construct: rejection.construct,
        help: rejection.help,
      });
    case "misread":
      return scope.reject("pattern-misread", node, { text, part: rejection.part, help: rejection.help });
    case "case":
      return scope.reject("pattern-ignores-case", node, { text, part: rejection.part });
    case "surrogate":
      return scope.reject("lone-surrogate", node, { text: rejection.part });
    case "repetition":
      return scope.reject("pattern-repeats", node, { text });
  }
}
