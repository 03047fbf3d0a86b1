import { type FlagDefinition, listed } from "./flags.ts";

interface Formats {
  readonly example: string;
  readonly once: string;
}

/** `--format`, with the first of the formats where it is not given. */
export function formatFlag([first, ...others]: readonly [string, ...string[]], { example, once }: Formats): FlagDefinition {
  const oneOf = [first, ...others];
  return {
    says: "how it is printed",
    value: { name: "format", needs: listed(oneOf), example, oneOf, default: first },
    once,
  };
}
