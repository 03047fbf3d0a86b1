import { HelpfulError } from "../../api/helpful-error.ts";
import { closest } from "../../diagnostics/closest.ts";
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

export const initFlags: FlagDefinitions = {
  systems: { value: { needs: "names of systems", example }, once: "name them all at once: --systems argocd,helm" },
  forge: { value: { needs: [...forges, "none"].join(", "), example: "--forge gitlab" }, once: "there is one" },
};

export function parseInit(words: readonly string[], flags: Flags): InitCommand {
  const [directory = ".", ...others] = words;
  if (others.length > 0 || directory === "")
    throw new HelpfulError("`holdfast init` takes one directory", "name where your package.json is, or is to be");
  const systems = flags.value("systems");
  return {
    kind: "init",
    directory,
    systems: systems === undefined ? undefined : readSystems(systems),
    forge: flags.oneOf("forge", [...forges, "none"] as const),
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
