import { join } from "node:path";
import type { CompiledOutput } from "../../compilation.ts";
import { diagnosticChecks, diagnosticData } from "../output/findings/diagnostic-checks.ts";
import { type Check, type Checks, type Finding, failing } from "../output/findings/finding.ts";
import type { OutputPlace } from "../output/places.ts";
import { count, totalOf, warningsOf } from "../output/summary.ts";
import { driftsIn } from "./check.ts";

export interface CompileReport {
  readonly compilation: CompiledOutput;
  /** Empty where nothing was compared, because the policies do not compile. */
  readonly places: readonly OutputPlace[];
  readonly mode: "write" | "check";
}

/** What was looked at: each rule, and with `--check` each file. */
export function compileChecks({ compilation, places, mode }: CompileReport): Checks {
  const drifts = mode === "check" ? driftsIn(places) : [];
  const same = mode === "check" ? places.flatMap(sameFiles) : [];
  const { policies } = compilation;
  const rules = policies.flatMap(({ source, name, rules: own }) =>
    own.map((rule): Check => ({ suite: source, name: `${name} ${rule.name}` })),
  );
  const open = warningsOf(policies).map(({ source, rule, text }) =>
    failing(source, { level: "warning", rule, message: text, file: source }),
  );
  return {
    command: "holdfast compile",
    headline: headlineOf({ compilation, places, mode }),
    checks: [...diagnosticChecks(compilation), ...rules, ...open, ...drifts.map(driftCheck), ...same],
  };
}

const sameFiles = ({ name, comparison }: OutputPlace): readonly Check[] =>
  comparison.same.map((file) => ({ suite: name, name: join(name, file.name) }));

function driftCheck({ state, path, why, line, directory }: ReturnType<typeof driftsIn>[number]): Check {
  const message = `${path} is ${state === "different" ? "not what the policies compile to" : state}${why === "" ? "" : `: ${why}`}`;
  const finding: Finding = {
    level: "error",
    rule: `${state}-file`,
    message,
    file: path,
    position: line === undefined ? undefined : { line, column: 1 },
    help: "compile, and commit what it writes",
  };
  return { suite: directory, name: path, finding };
}

function headlineOf({ compilation, places, mode }: CompileReport): string {
  const { diagnostics } = compilation;
  if (diagnostics.length > 0) return `${count(diagnostics.length, "error")}; nothing written`;
  if (mode === "write") return totalOf(compilation, places);
  const drifts = driftsIn(places).length;
  return drifts === 0 ? "everything is up to date" : `${count(drifts, "file")} not as the policies say`;
}

/** For programs: `schemaVersion` grows when something in it changes its meaning. */
export function compileData({ compilation, places, mode }: CompileReport): object {
  const { policies, diagnostics } = compilation;
  return {
    schemaVersion: 1,
    isFine: diagnostics.length === 0 && (mode === "write" || driftsIn(places).length === 0),
    diagnostics: diagnosticData(compilation),
    policies: policies.map(({ name, source, file, rules, guards, deadEnd, everyObject }) => ({
      name,
      source,
      file,
      rules: rules.map(({ name: rule, target, targetReason, line }) => ({ name: rule, target, targetReason, line })),
      guards: guards.map(({ name: guard, state, text }) => ({ name: guard, state, text })),
      ...(deadEnd !== undefined && { deadEnd }),
      ...(everyObject !== undefined && { everyObject }),
    })),
    directories: places.map(({ name, comparison: { same, missing, different, stale }, leftOut }) => ({
      name,
      ...Object.fromEntries(
        Object.entries({ same, missing, different, stale, leftOut }).map(([key, files]) => [key, names(files)]),
      ),
    })),
  };
}

const names = (files: readonly { readonly name: string }[]): readonly string[] => files.map(({ name }) => name);
