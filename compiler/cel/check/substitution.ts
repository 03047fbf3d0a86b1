import { CelType, dynType, listTypeOf, mapOf } from "../values/cel-type.ts";

/**
 * What the type parameters of an expression stand for, as far as it is known; what a failed attempt said can be taken
 * back.
 */
export class Substitution {
  readonly #meanings = new Map<string, CelType>();
  #attempt: (readonly [name: string, before: CelType | undefined])[] = [];
  #fresh = 0;

  find(type: CelType): CelType | undefined {
    return type.kind === "parameter" ? this.#meanings.get(type.typeName) : undefined;
  }

  set({ typeName }: CelType, meaning: CelType): void {
    this.#attempt.push([typeName, this.#meanings.get(typeName)]);
    this.#meanings.set(typeName, meaning);
  }

  /** Keeps what is set meanwhile only where the attempt succeeds. */
  attempt(succeeds: () => boolean): boolean {
    this.#attempt = [];
    if (succeeds()) return true;
    for (const [name, before] of this.#attempt.toReversed()) {
      if (before === undefined) this.#meanings.delete(name);
      else this.#meanings.set(name, before);
    }
    return false;
  }

  fresh(): CelType {
    this.#fresh += 1;
    return new CelType("parameter", `_var${this.#fresh}`);
  }

  /** The type with everything put in that is known. */
  apply(type: CelType): CelType {
    const meaning = this.find(type);
    if (meaning !== undefined) return this.apply(meaning);
    return rebuild(type, (parameter) => this.apply(parameter));
  }

  /** And `dyn` for what is not. */
  applyFinally(type: CelType): CelType {
    const applied = this.apply(type);
    return applied.kind === "parameter" ? dynType : rebuild(applied, (parameter) => this.applyFinally(parameter));
  }
}

/** The type with its parameters replaced. */
export function rebuild(type: CelType, replace: (parameter: CelType) => CelType): CelType {
  if (type.parameters.length === 0) return type;
  const parameters = type.parameters.map(replace);
  const [first = dynType, second = dynType] = parameters;
  if (type.kind === "list") return listTypeOf(first);
  return type.kind === "map" ? mapOf(first, second) : new CelType(type.kind, type.typeName, parameters);
}
