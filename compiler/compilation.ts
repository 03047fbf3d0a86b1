import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import type { FallbackFiles } from "./install/plan-fallback.ts";
import type { PlannedFile } from "./manifest/output.ts";
import type { FileParts } from "./report/file-parts.ts";
import type { Report } from "./report/index.ts";
import type { Reads } from "./source/reads.ts";
import type { StaticFiles, StaticOptions } from "./static/plan-static.ts";

export interface CompileOptions {
  /** Policy files and directories that hold them, absolute or relative to `workingDirectory`. */
  readonly paths: readonly string[];
  readonly workingDirectory: string;
  /** Oldest Kubernetes that the YAML is for, as its minor version (34 for 1.34); 1.30 if left out. */
  readonly kube?: number;
  /** What stands in the files as the command that makes them anew; `npx holdfast compile` if left out. */
  readonly command?: string;
  /**
   * What these policies are called among all that a cluster has (`acme`): then guards of several of them share policies
   * that begin with this name. Left out: every guard is of its own policy.
   */
  readonly installation?: string;
  /** Also plan the files that API servers read from their disks. */
  readonly static?: StaticOptions;
  /** Also plan a chart of Helm that installs the fallback. */
  readonly chart?: boolean;
  /** Learns what the file system was asked, for whoever keeps what was compiled; then `parts` are made, too. */
  readonly reads?: Reads;
  /** With `reads`: what is known of files that have not changed, by absolute path; of the report, `policies` has them. */
  readonly kept?: FileParts;
}

/** What one run of the compiler knows. `files` is empty when there is any error: all or nothing. */
export interface Compilation extends Report, Built {
  /** Errors. */
  readonly diagnostics: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** Text of every file that a diagnostic may point into, by `span.file`. */
  readonly sources: ReadonlyMap<string, string>;
  /**
   * What became of each file that was compiled, for `kept`. Undefined where files cannot be told apart: with `kept`, the
   * rest of the compilation says nothing then.
   */
  readonly parts?: FileParts;
}

/** What `holdfast compile` shows and writes of it. */
export interface CompiledOutput extends Pick<
  Compilation,
  "policies" | "files" | "staticFiles" | "diagnostics" | "warnings" | "sources"
> {
  readonly fallback?: Pick<FallbackFiles, "files" | "notes" | "chart">;
}

/** Every file that was asked for. */
export interface Built {
  readonly files: readonly PlannedFile[];
  /** What answers where CEL cannot: files for a directory beside the policies. Only where a policy file declares it. */
  readonly fallback?: FallbackFiles;
  /** What was asked for with `static`. */
  readonly staticFiles?: StaticFiles;
}
