import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { PolicyFile } from "../ir/policy.ts";
import type { PlannedFile } from "../manifest/output.ts";
import type { PlannedPolicy } from "../plan/index.ts";
import { type Closure, closuresOf } from "../source/closure.ts";
import type { LoadedProject } from "../source/project.ts";
import type { CompiledPolicy } from "./compiled-policy.ts";
import { reportedOf } from "./index.ts";

/** What became of one policy file: enough to leave the file out of the next compilation. */
export interface FilePart extends Closure {
  /** As the user would type its path. */
  readonly file: string;
  readonly warnings: readonly Diagnostic[];
  /** For the warnings; empty where there are none. */
  readonly text: string;
  /** Undefined where the file is a module. */
  readonly made: MadeOfFile | undefined;
}

export interface MadeOfFile {
  /** File name without `.yaml`. */
  readonly stem: string;
  /** Of every ValidatingAdmissionPolicy. */
  readonly names: readonly string[];
  readonly yaml: string;
  readonly staticYaml?: string;
  readonly policies: readonly CompiledPolicy[];
  /** In report.json. */
  readonly reported: readonly object[];
}

/** By absolute path. */
export type FileParts = ReadonlyMap<string, FilePart>;

interface Finished {
  readonly project: LoadedProject;
  readonly fallback: unknown;
  readonly diagnostics: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** What the policies of the files became: as planned, for the command line, and as files. */
  readonly files: readonly PlannedFile[];
  readonly planned: readonly PolicyFile<PlannedPolicy>[];
  readonly policies: readonly CompiledPolicy[];
  /** On the disks of API servers. */
  readonly staticFiles?: { readonly policies: readonly PlannedFile[] };
}

/**
 * One for each file that was compiled; undefined where one file means something for another: what it declares for
 * everybody, a rule that asks the webhook, a warning about a module that several may have had a part in.
 */
export function filePartsOf(finished: Finished): FileParts | undefined {
  const { project, planned, warnings, diagnostics } = finished;
  const isAsking = finished.fallback !== undefined || planned.some(({ policies }) => policies.some(asksWebhook));
  if (diagnostics.length > 0 || isAsking) return undefined;
  const closures = closuresOf(project);
  if (closures === undefined) return undefined;
  const shared = new Set([...closures.values()].flatMap(({ imports }) => imports));
  const reported = new Map(reportedOf({ files: planned, shared: [], fallback: undefined }).map(({ file, made }) => [file, made]));
  const alone = project.files.filter((file) => !shared.has(file.getFilePath())).map(project.display);
  if (!warnings.every(({ span }) => alone.includes(span.file))) return undefined;
  return new Map(
    [...closures].map(([file, closure]) => {
      const shown = project.display(file);
      const own = warnings.filter(({ span }) => span.file === shown);
      const text = own.length === 0 ? "" : (project.texts.get(shown) ?? "");
      return [
        file.getFilePath(),
        { ...closure, file: shown, warnings: own, text, made: madeOf(shown, finished, reported) },
      ] as const;
    }),
  );
}

const asksWebhook = ({ webhook }: PlannedPolicy): boolean => webhook.length > 0;

function madeOf(
  shown: string,
  { planned, files, policies, staticFiles }: Finished,
  reported: ReadonlyMap<string, readonly object[]>,
): MadeOfFile | undefined {
  const source = planned.find(({ file }) => file === shown);
  if (source === undefined) return undefined;
  const textOf = (all: readonly PlannedFile[]): string | undefined =>
    all.find(({ name }) => name === `${source.stem}.yaml`)?.text;
  const staticYaml = textOf(staticFiles?.policies ?? []);
  return {
    stem: source.stem,
    names: source.policies.flatMap(({ admissionPolicies }) => admissionPolicies.map(({ name }) => name)),
    yaml: textOf(files) ?? "",
    ...(staticYaml !== undefined && { staticYaml }),
    policies: policies.filter((policy) => policy.source === shown),
    reported: reported.get(shown) ?? [],
  };
}
