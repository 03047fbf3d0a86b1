import { HelpfulError } from "../../api/helpful-error.ts";
import { closest } from "../../diagnostics/closest.ts";
import type { CommandDefinition } from "../arguments/command-definition.ts";
import type { FlagDefinitions, Flags } from "../arguments/flags.ts";
import { type Forge, forges } from "./forge.ts";
import { type System, systemNames } from "./systems.ts";

/** `holdfast init --systems argocd,helm` */
export interface InitCommand {
  readonly kind: "init";
  /** Where the package is, or will be. */
  readonly directory: string;
  /** Undefined: asked for, where somebody can answer. */
  readonly systems: readonly System[] | undefined;
  /** Undefined: as the repository shows. */
  readonly forge: Forge | "none" | undefined;
}

const example = "holdfast init --systems argocd,helm";

const forgesOrNone = [...forges, "none"] as const;

const initFlags: FlagDefinitions = {
  systems: {
    says: "systems whose marks protect objects",
    value: {
      name: "a,b",
      needs: "names of systems",
      example,
      someOf: systemNames,
      default: "it asks; or a label of your own",
    },
    once: "name them all at once: --systems argocd,helm",
  },
  forge: {
    says: "write a pipeline for",
    value: {
      name: "name",
      needs: forgesOrNone.join(", "),
      example: "--forge gitlab",
      oneOf: forgesOrNone,
      default: "as the repository shows",
    },
    once: "there is one",
  },
};

export const init: CommandDefinition<InitCommand> = {
  summary: "write a first policy, its tests, scripts and the pipeline",
  does: `Writes into a directory (default: this one) what a repository needs for its first rule: a policy and
    its tests, scripts in \`package.json\`, options for TypeScript, \`holdfast.config.json\`, and the file of
    the pipeline. Existing files stay as they are, except that \`package.json\` gets scripts and packages. All files
    are written, or none.

    \`holdfast.config.json\` says what is compiled and into what, wherever in the repository a command is run:
    \`policies\`, \`out\`, \`kube\`, \`installation\` and \`command\`.`,
  usage: ["[directory]"],
  words: "directories",
  flags: initFlags,
  examples: [
    { line: "holdfast init", does: "here; it asks which systems you use" },
    { line: "holdfast init --systems argocd,helm", does: "protect what Argo CD and Helm are told to keep" },
    { line: "holdfast init deploy/guards --forge none", does: "in another directory, without a pipeline" },
  ],
  page: "docs/start/first-policy.md",
  parse: parseInit,
};

function parseInit(words: readonly string[], flags: Flags): InitCommand {
  const [directory = ".", ...others] = words;
  if (others.length > 0 || directory === "")
    throw new HelpfulError("`holdfast init` takes one directory", "name where your package.json is, or is to be");
  const systems = flags.value("systems");
  return {
    kind: "init",
    directory,
    systems: systems === undefined ? undefined : readSystems(systems),
    forge: flags.oneOf("forge", forgesOrNone),
  };
}

/** `argocd, helm`; throws a `HelpfulError` where one is not known. */
export function readSystems(text: string): readonly System[] {
  const names = text.split(/[\s,]+/).filter((name) => name !== "");
  return [...new Set(names.map(readSystem))];
}

function readSystem(name: string): System {
  const found = systemNames.find((known) => known === name.toLowerCase());
  if (found !== undefined) return found;
  const near = closest(name, systemNames);
  throw new HelpfulError(
    `there is no system \`${name}\`${near === undefined ? "" : `; did you mean \`${near}\`?`}`,
    `name some of ${systemNames.join(", ")}`,
  );
}
