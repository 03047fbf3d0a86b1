import { existsSync, lstatSync, readFileSync, realpathSync } from "node:fs";
import { HelpfulError } from "../../api/helpful-error.ts";
import { basename, dirname, join, resolve } from "node:path";
import { visible } from "../../diagnostics/format.ts";
import { asOutputError, isWithin } from "../../manifest/output-directory.ts";
import { writePlans } from "../../manifest/write-plan.ts";
import { type ExitCode, exitCodes } from "../output/exit-code.ts";
import type { Terminal } from "../output/terminal.ts";
import { pathFrom, projectFile } from "../../project/project.ts";
import { type Repository, pipelineFile, repositoryOf } from "./forge.ts";
import { type InitCommand, readSystems } from "./init-command.ts";
import { type PackageJson, oldVitest, readPackageJson, scriptNamesFor, withHoldfast } from "./package-json.ts";
import { type PackageManager, packageManagerOf } from "./install-commands.ts";
import { editorOptions, projectSettings } from "./settings-files.ts";
import { type NewFile, type System, filesOfSystems, meaningOf, systemNames } from "./systems.ts";

/**
 * `holdfast init`: what a repository needs to write its first rule. Nothing that is there is written over, but for
 * package.json, which gets scripts and packages; all files are written, or none.
 */
export async function runInit(command: InitCommand, terminal: Terminal): Promise<ExitCode> {
  const directory = resolve(terminal.workingDirectory, command.directory);
  const before = readPackageJson(directory);
  const repository = repositoryOf(directory);
  const systems = command.systems ?? (await askForSystems(terminal));
  const scripts = scriptNamesFor(before);
  const manager = packageManagerOf(directory, before.fields["packageManager"]);
  const forge = command.forge ?? repository.forge;
  const asked: readonly PlacedFile[] = [
    ...placed(directory, filesOfSystems(systems)),
    ...placed(directory, [settingsFile(manager.run(scripts.compile)), editorFile(directory)]),
    ...placed(repository.root, ignoring(directory, repository)),
    ...placed(
      repository.root,
      forge === undefined || forge === "none" ? [] : [pipelineFile(forge, repository, { manager, scripts, directory })],
    ),
  ];
  const manifest: PlacedFile = {
    directory,
    path: "package.json",
    is: `scripts ${Object.values(scripts).join(", ")}`,
    text: withHoldfast(before, scripts, manager.peers),
  };
  for (const file of [...asked, manifest]) requireInside(file, repository.root);
  const kept = asked.filter(isThere);
  const made = asked.filter((file) => !isThere(file));
  writeFiles(made, before.text === manifest.text ? [] : [{ ...manifest, found: before.text }]);
  terminal.print(said({ made, kept, manifest, before, directory, repository }, terminal));
  terminal.print(nextSteps({ manager, scripts, directory, before }, terminal));
  return exitCodes.fine;
}

/** None where nobody can answer. */
async function askForSystems(terminal: Terminal): Promise<readonly System[]> {
  if (terminal.ask === undefined) return [];
  const width = Math.max(...systemNames.map((name) => name.length));
  const list = systemNames.map((name) => `  ${name.padEnd(width)}  ${meaningOf(name)}`);
  terminal.report(["Systems whose marks Holdfast knows:", "", ...list, ""].join("\n"));
  return readSystems(await terminal.ask("Which of them do you use? (names; none: a label of your own) "));
}

interface PlacedFile extends NewFile {
  /** Absolute: where its path begins. */
  readonly directory: string;
}

function placed(directory: string, files: readonly NewFile[]): readonly PlacedFile[] {
  return files.map((file) => ({ ...file, directory }));
}

const pathOf = ({ directory, path }: PlacedFile): string => join(directory, path);

/** Also a link that leads nowhere. */
function isThere(file: PlacedFile): boolean {
  try {
    return lstatSync(pathOf(file), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw asOutputError(error, `write ${pathOf(file)}`);
  }
}

/** A link in a checkout must not make anybody write somewhere else. */
function requireInside(file: PlacedFile, root: string): void {
  const [directory, inside] = [dirname(pathOf(file)), realpathSync(nearestThere(root))];
  const existing = nearestThere(directory);
  if (isWithin(realpathSync(existing), inside)) return;
  throw new HelpfulError(
    `${file.path} would be written to ${realpathSync(existing)}, through a symbolic link`,
    "remove the link, or run `holdfast init` there",
  );
}

function nearestThere(directory: string): string {
  return existsSync(directory) ? directory : nearestThere(dirname(directory));
}

function settingsFile(command: string): NewFile {
  return { path: projectFile, is: "what is compiled, and into what", text: projectSettings(command) };
}

/** In a checkout that ignores nothing yet. */
function ignoring(directory: string, { root }: Repository): readonly NewFile[] {
  const isNeeded = existsSync(join(root, ".git")) && !existsSync(join(directory, ".gitignore"));
  return isNeeded ? [{ path: ".gitignore", is: "what is installed", text: "node_modules/\n" }] : [];
}

/** Beside the policies, where the repository has options of its own for its other files. */
function editorFile(directory: string): NewFile {
  const is = "what compile accepts, for editors";
  const [path, text] = [join(directory, "tsconfig.json"), editorOptions("policies")];
  if (!existsSync(path) || readFileSync(path, "utf8") === text) return { path: "tsconfig.json", is, text };
  return { path: "policies/tsconfig.json", is, text: editorOptions(".") };
}

interface ChangedFile extends PlacedFile {
  readonly found: string | undefined;
}

function writeFiles(files: readonly PlacedFile[], changed: readonly ChangedFile[]): void {
  const all: readonly (PlacedFile | ChangedFile)[] = [...files, ...changed];
  const byDirectory = Map.groupBy(all, (file) => dirname(pathOf(file)));
  writePlans(
    [...byDirectory].map(([directory, own]) => {
      const named = own.map((file) => ({ ...file, name: basename(file.path) }));
      const isChanged = (file: (typeof named)[number]): boolean => "found" in file && file.found !== undefined;
      return {
        directory,
        same: [],
        missing: named.filter((file) => !isChanged(file)),
        different: named.filter(isChanged).map((file) => ({ ...file, found: "" })),
        stale: [],
      };
    }),
  );
}

interface Done {
  readonly made: readonly PlacedFile[];
  readonly kept: readonly PlacedFile[];
  readonly manifest: PlacedFile;
  readonly before: PackageJson;
  readonly directory: string;
  readonly repository: Repository;
}

function said({ made, kept, manifest, before }: Done, { workingDirectory }: Terminal): string {
  const rows: (readonly [verb: string, file: PlacedFile])[] = made.map((file) => ["wrote", file] as const);
  if (before.text === undefined) rows.push(["wrote", manifest]);
  else if (before.text !== manifest.text) rows.push(["changed", manifest]);
  rows.push(...kept.map((file) => ["kept", file] as const));
  const shown = rows.map(([verb, file]) => [verb, visible(pathFrom(workingDirectory, pathOf(file))), file.is] as const);
  const width = Math.max(...shown.map(([, path]) => path.length));
  return shown.map(([verb, path, is]) => `${verb.padEnd(7)}  ${path.padEnd(width)}  ${is}`).join("\n");
}

interface Next {
  readonly manager: PackageManager;
  readonly scripts: ReturnType<typeof scriptNamesFor>;
  readonly directory: string;
  readonly before: PackageJson;
}

function nextSteps({ manager, scripts, directory, before }: Next, { workingDirectory }: Terminal): string {
  const old = oldVitest(before);
  const steps: (readonly [command: string, does: string])[] = [
    ...(directory === workingDirectory ? [] : [[`cd ${visible(pathFrom(workingDirectory, directory))}`, ""] as const]),
    [manager.install, "Holdfast and vitest"],
    [manager.run(scripts.test), "the tests of the policies"],
    [manager.run(scripts.compile), "policies/ into generated/, which you commit and apply"],
  ];
  const width = Math.max(...steps.map(([command]) => command.length));
  return [
    ...(old === undefined ? [] : ["", `package.json has vitest ${visible(old)}: \`holdfast test\` needs 5 or newer`]),
    "",
    "Next:",
    ...steps.map(([command, does]) => `  ${command.padEnd(width)}  ${does}`.trimEnd()),
  ].join("\n");
}
