/** What CEL answers where it has no value: `no such key: x`. `&&`, `||`, `exists` and `all` may absorb it. */
export class CelError extends Error {
  override readonly name = "CelError";
}

/** Nothing can be said here about what the API server would answer. Never absorbed: a guess must not pass for a verdict. */
export class NotEvaluatedHere extends Error {
  override readonly name = "NotEvaluatedHere";

  constructor(what: string) {
    super(`not evaluated here, use --server: ${what}`);
  }
}

/** cel-go's words for operands that no overload takes, where it does not name the operator. */
export function noSuchOverload(): CelError {
  return new CelError("no such overload");
}
