/** What CEL answers where it has no value: `no such key: x`, in cel-go's words. */
export class CelError extends Error {
  override readonly name = "CelError";
}

/** The API server would reject storing the policy: the expression does not compile there. */
export class CelCompileError extends Error {
  override readonly name = "CelCompileError";

  constructor(what: string) {
    super(`the API server does not compile this: ${what}`);
  }
}

/**
 * Nothing can be said here about what the API server would answer. Never absorbed: a guess must not pass for an
 * evaluation.
 */
export class NotEvaluatedHere extends Error {
  override readonly name = "NotEvaluatedHere";

  constructor(what: string) {
    super(`not evaluated here, use --server: ${what}`);
  }
}

/**
 * A `CelError` on its way: inside the engine errors are values, as in cel-go, since `&&`, `||`, `exists` and `all` may
 * absorb them.
 */
export class Failure {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** cel-go's words for operands that no overload takes, where it does not name the operator. */
export const noSuchOverload = new Failure("no such overload");
