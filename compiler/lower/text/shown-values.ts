import type { Node } from "ts-morph";
import type { Expression } from "../../ir/expression.ts";
import type { Dynamic, Value } from "../value.ts";

/**
 * Text that CEL does not always write as JavaScript does (`${spec.share}` of any number), so that nothing may compare
 * it: good for a message, which has it where the two agree, and words elsewhere.
 */
export interface ShownText {
  readonly kind: "shown";
  /** What a message has. */
  readonly text: () => Expression;
  /** Whether it is not empty. */
  readonly truth: Value;
  readonly node: Node;
}

/** `list.map((x) => ...)` of such texts: good for nothing but a message that joins them. */
export interface ShownTexts {
  readonly kind: "shown texts";
  readonly join: (separator: Dynamic) => ShownText;
}
