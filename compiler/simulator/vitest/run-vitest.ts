import { createRequire } from "node:module";
import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import type { TestCase, TestModule, Vitest } from "vitest/node";
import { HelpfulError } from "../../api/helpful-error.ts";
import type { CaseResult } from "../reports/case-result.ts";
import type { ProvidedPolicies } from "./augmentation.ts";

export interface VitestRun {
  /** Absolute paths. */
  readonly programs: readonly string[];
  readonly workingDirectory: string;
  readonly provided: ProvidedPolicies;
}

/**
 * Runs the programs with the vitest of the user's project, by its configuration, and without a word on the terminal.
 */
export async function runVitest({ programs, workingDirectory, provided }: VitestRun): Promise<readonly CaseResult[]> {
  const { startVitest } = await loadVitest(workingDirectory);
  const shown = (file: string): string => relative(workingDirectory, file).split(sep).join("/");
  // By name as well: what a project of their configuration includes is not ours to say, and all of it would run.
  const vitest = await startVitest([...programs], {
    root: workingDirectory,
    run: true,
    watch: false,
    include: programs.map((file) => literalPattern(shown(file))),
    reporters: [{}],
    includeTaskLocation: true,
    passWithNoTests: true,
    provide: { holdfast: provided },
  });
  try {
    return resultsOf(vitest, programs, shown);
  } finally {
    await vitest.close();
  }
}

async function loadVitest(workingDirectory: string): Promise<typeof import("vitest/node")> {
  try {
    const path = createRequire(join(workingDirectory, "package.json")).resolve("vitest/node");
    return requireNew((await import(pathToFileURL(path).href)) as typeof import("vitest/node"));
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";
    if (!isMissing) throw error;
    throw new HelpfulError(
      "there are tests in TypeScript (*.test.ts), and vitest is not installed here",
      "run `npm install --save-dev vitest`, or only the suites: holdfast test --only yaml",
    );
  }
}

/** The oldest whose interface this is; `package.json` says the same of the peer. */
const oldestVitest = 5;

function requireNew(vitest: typeof import("vitest/node")): typeof import("vitest/node") {
  const { version } = vitest;
  if (Number(version.split(".")[0]) >= oldestVitest) return vitest;
  throw new HelpfulError(
    `vitest ${version} is installed here, and tests in TypeScript (*.test.ts) need ${oldestVitest} or newer`,
    `run \`npm install --save-dev vitest@${oldestVitest}\`, or only the suites: holdfast test --only yaml`,
  );
}

/** A file name may hold what a glob gives a meaning to. */
function literalPattern(path: string): string {
  return path.replaceAll(/[[\]{}()*?!+@|\\]/g, String.raw`\$&`);
}

function resultsOf(vitest: Vitest, programs: readonly string[], shown: (file: string) => string): readonly CaseResult[] {
  const modules = vitest.state.getTestModules();
  const ran = new Set(modules.map(({ moduleId }) => moduleId.split("/").join(sep)));
  const left = programs
    .filter((file) => !ran.has(file))
    .map((file) => strange(shown(file), "vitest did not run it; does its configuration exclude it?"));
  const unhandled = vitest.state.getUnhandledErrors().map((error) => strange("vitest", textOf(error)));
  return [...modules.flatMap((module) => moduleResults(module, shown(module.moduleId))), ...left, ...unhandled];
}

function moduleResults(module: TestModule, file: string): readonly CaseResult[] {
  const tests = [...module.children.allTests()];
  const errors = module.errors();
  if (errors.length > 0) return errors.map((error) => strange(file, textOf(error)));
  if (tests.length === 0) return [strange(file, "it holds no test")];
  return tests.map((test) => resultOf(test, file));
}

function resultOf(test: TestCase, file: string): CaseResult {
  const { state, errors = [] } = test.result();
  return {
    file,
    position: test.location === undefined ? undefined : { line: test.location.line, column: test.location.column },
    name: test.fullName,
    status: state === "passed" ? "passed" : state === "failed" ? "failed" : "skipped",
    details: errors.flatMap((error) => textOf(error).split("\n")),
    milliseconds: test.diagnostic()?.duration ?? 0,
    reviews: test.meta().holdfast ?? [],
  };
}

function strange(file: string, problem: string): CaseResult {
  const details = problem.split("\n");
  return { file, position: undefined, name: "the file as a whole", status: "error", details, milliseconds: 0, reviews: [] };
}

function textOf(error: unknown): string {
  const isNamed = typeof error === "object" && error !== null && "message" in error;
  return stripVTControlCharacters(isNamed ? String(error.message) : String(error));
}
