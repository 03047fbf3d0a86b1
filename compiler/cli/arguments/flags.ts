import { HelpfulError } from "../../api/helpful-error.ts";
import type { Defaults } from "../../project/project.ts";

/**
 * A flag of a command. `value` says what a flag with a value needs, and shows one; `-` may stand for standard input.
 */
export interface FlagDefinition {
  readonly value?: { readonly needs: string; readonly example: string; readonly takesDash?: boolean };
  readonly short?: string;
  /** Why the flag may not be given twice; undefined: it may. */
  readonly once?: string;
}

export type FlagDefinitions = Readonly<Record<string, FlagDefinition>>;

/** A flag as it was typed (node:util: parseArgs). */
export interface OptionToken {
  readonly name: string;
  /** `--out`, `-h` */
  readonly rawName: string;
  readonly value: string | undefined;
  /** `--out=x` rather than `--out x` */
  readonly inlineValue: boolean | undefined;
}

/** The flags of one command line, checked against what the command knows. */
export class Flags {
  readonly #given: readonly OptionToken[];
  readonly #defaults: () => Defaults;

  constructor(given: readonly OptionToken[], definitions: FlagDefinitions, defaults: () => Defaults) {
    for (const token of given) checkValue(token, definitions[token.name]);
    for (const [name, { once }] of Object.entries(definitions)) {
      const times = given.filter((token) => token.name === name).length;
      if (once !== undefined && times > 1) throw new HelpfulError(`\`--${name}\` is given ${times} times`, once);
    }
    this.#given = given;
    this.#defaults = defaults;
  }

  /** What is meant where nothing is given; throws a `HelpfulError` where `holdfast.config.json` cannot be used. */
  get defaults(): Defaults {
    return this.#defaults();
  }

  has(name: string): boolean {
    return this.#given.some((token) => token.name === name);
  }

  value(name: string): string | undefined {
    return this.values(name).at(0);
  }

  /** The value of a flag that has only these; undefined where it is not given. */
  oneOf<Value extends string>(name: string, known: readonly Value[]): Value | undefined {
    const given = this.value(name);
    const found = known.find((value) => value === given);
    if (given === undefined || found !== undefined) return found;
    throw new HelpfulError(`\`--${name} ${given}\` is not known`, `write one of ${known.join(", ")}`);
  }

  values(name: string): readonly string[] {
    return this.#given.flatMap((token) => (token.name === name && token.value !== undefined ? [token.value] : []));
  }
}

function checkValue({ rawName, value, inlineValue }: OptionToken, definition: FlagDefinition | undefined): void {
  if (definition?.value === undefined) {
    if (inlineValue === true) throw new HelpfulError(`\`${rawName}\` takes no value`, `write \`${rawName}\` alone`);
    return;
  }
  const isFlag = inlineValue === false && value?.startsWith("-") === true;
  const isMissing = value === undefined || value === "" || (isFlag && !(value === "-" && definition.value.takesDash === true));
  if (isMissing)
    throw new HelpfulError(`\`${rawName}\` needs ${definition.value.needs}`, `for example: ${definition.value.example}`);
}
