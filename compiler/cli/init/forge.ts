import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathFrom } from "../../project/project.ts";
import { quoteArguments } from "../output/terminal.ts";
import type { PackageManager } from "./install-commands.ts";
import type { ScriptNames } from "./package-json.ts";
import type { NewFile } from "./systems.ts";

export const forges = ["github", "gitlab"] as const;

export type Forge = (typeof forges)[number];

/** A checkout, and who runs its pipelines. */
export interface Repository {
  readonly root: string;
  readonly forge: Forge | undefined;
}

/** The checkout that the directory is in; the directory itself, where it is in none. */
export function repositoryOf(start: string): Repository {
  for (let directory = resolve(start); ; directory = dirname(directory)) {
    if (existsSync(join(directory, ".git"))) return { root: directory, forge: forgeOf(directory) };
    if (dirname(directory) === directory) return { root: resolve(start), forge: forgeOf(resolve(start)) };
  }
}

function forgeOf(root: string): Forge | undefined {
  if (existsSync(join(root, ".github"))) return "github";
  if (existsSync(join(root, ".gitlab-ci.yml"))) return "gitlab";
  const remotes = remotesOf(root);
  return forges.find((forge) => remotes.some((url) => new RegExp(String.raw`[@/.]${forge}\.`).test(url)));
}

/** The addresses in `.git/config`; none where that cannot be read, as in a worktree. */
function remotesOf(root: string): readonly string[] {
  try {
    const text = readFileSync(join(root, ".git/config"), "utf8");
    return [...text.matchAll(/^\s*url\s*=\s*(.*)$/gm)].map(([, url]) => url ?? "");
  } catch {
    return [];
  }
}

interface Pipeline {
  readonly manager: PackageManager;
  readonly scripts: ScriptNames;
  /** Where the package is. */
  readonly directory: string;
}

/** What the forge runs for each change; its path begins at the root of the checkout. */
export function pipelineFile(forge: Forge, { root }: Repository, pipeline: Pipeline): NewFile {
  const is = "policies compiled and tested for each change";
  const at = pathFrom(root, pipeline.directory);
  if (forge === "github") return { path: ".github/workflows/holdfast.yaml", is, text: githubText(at, pipeline) };
  // A pipeline that is there already includes the other.
  const path = existsSync(join(root, ".gitlab-ci.yml")) ? ".gitlab/holdfast.yml" : ".gitlab-ci.yml";
  return { path, is: path === ".gitlab-ci.yml" ? is : `${is}: include it in .gitlab-ci.yml`, text: gitlabText(at, pipeline) };
}

function githubText(at: string, { manager, scripts }: Pipeline): string {
  const place = at === "." ? "" : `    defaults:\n      run:\n        working-directory: ${JSON.stringify(at)}\n`;
  const pnpm = manager.name === "pnpm" ? "      - uses: pnpm/action-setup@v4\n" : "";
  return `name: holdfast
on:
  pull_request:
  push:
    branches: [main]
permissions:
  contents: read
jobs:
  policies:
    runs-on: ubuntu-latest
${place}    steps:
      - uses: actions/checkout@v4
${pnpm}      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - run: ${manager.installLocked}
      # Fails where generated/ is not what the policies say.
      - run: ${manager.run(scripts.check)}
      - run: ${manager.run(scripts.test)}
`;
}

function gitlabText(at: string, { manager, scripts }: Pipeline): string {
  // Quoted for the shell, and that for YAML.
  const place = at === "." ? "" : `    - ${JSON.stringify(quoteArguments(["cd", at]).join(" "))}\n`;
  const corepack = manager.name === "npm" ? "" : "    - corepack enable\n";
  return `holdfast:
  image: node:24
  script:
${corepack}${place}    - ${manager.installLocked}
    # Fails where generated/ is not what the policies say.
    - ${manager.run(scripts.check)}
    - ${manager.run(scripts.test)}
`;
}
