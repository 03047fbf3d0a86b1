import { CelCompileError } from "../failures.ts";
import type { CelFunction } from "../functions/cel-function.ts";
import type { CelType } from "../values/cel-type.ts";

/** What can be named in an expression. */
export interface Names {
  readonly variables: ReadonlyMap<string, CelType>;
  readonly types: ReadonlyMap<string, CelType>;
  readonly functions: ReadonlyMap<string, CelFunction>;
}

export type Found =
  | { readonly kind: "local" | "variable"; readonly name: string; readonly type: CelType }
  | { readonly kind: "type"; readonly type: CelType };

/** Names, and the variables of the comprehensions around a place. A name with a dot in front is never one of these. */
export class CheckScope {
  readonly #names: Names;
  readonly #locals: { readonly name: string; readonly type: CelType }[] = [];

  constructor(names: Names) {
    this.#names = names;
  }

  within<T>(locals: readonly (readonly [name: string, type: CelType])[], check: () => T): T {
    for (const [name, type] of locals) this.#locals.push({ name, type });
    const result = check();
    this.#locals.length -= locals.length;
    return result;
  }

  requireName(name: string): Found {
    const local = this.#local(name);
    const found = local === undefined ? this.#global(name.replace(/^\./, "")) : { kind: "local" as const, ...local };
    if (found === undefined) throw new CelCompileError(`undeclared reference to '${name}'`);
    return found;
  }

  /** A chain of fields that is one name: `google.protobuf.Duration`. */
  findQualified([first = "", ...rest]: readonly string[]): Found | undefined {
    return this.#local(first) === undefined ? this.#global([first.replace(/^\./, ""), ...rest].join(".")) : undefined;
  }

  findFunction(name: string): CelFunction | undefined {
    return this.#names.functions.get(name.replace(/^\./, ""));
  }

  #local(name: string): { readonly name: string; readonly type: CelType } | undefined {
    return this.#locals.findLast((local) => local.name === name);
  }

  #global(name: string): Found | undefined {
    const variable = this.#names.variables.get(name);
    if (variable !== undefined) return { kind: "variable", name, type: variable };
    const type = this.#names.types.get(name);
    return type === undefined ? undefined : { kind: "type", type };
  }
}
