import { HelpfulError } from "../../api/helpful-error.ts";
import type { Defaults } from "../../project/project.ts";

export type Paths = "files" | "directories";

/** What a flag with a value needs, and shows one. */
export interface FlagValue {
  /** As help shows it in angle brackets: `directory`. */
  readonly name: string;
  readonly needs: string;
  readonly example: string;
  /** Whether `-` may stand for standard input. */
  readonly takesDash?: boolean;
  /** All values there are. */
  readonly oneOf?: readonly string[];
  /** Names of which the value has some, with commas between them. */
  readonly someOf?: readonly string[];
  /** What shells offer where the value is a path. */
  readonly paths?: Paths;
  /** What counts where the flag is not given: a value of it, or words that say it. */
  readonly default?: string;
}

/** A flag of a command: what the command line is parsed by, and what help, documentation and shells say of it. */
export interface FlagDefinition {
  /** What it does, in a few words. */
  readonly says: string;
  /** The heading that it stands below in help; undefined: with most of them. */
  readonly under?: string;
  readonly value?: FlagValue;
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

/** `text, json or markdown` */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}
