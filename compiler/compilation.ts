import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import type { FallbackFiles } from "./install/plan-fallback.ts";
import type { PlannedFile } from "./manifest/output.ts";
import type { FileParts } from "./report/file-parts.ts";
import type { Report } from "./report/index.ts";
import type { Reads } from "./source/reads.ts";
import type { StaticFiles, StaticOptions } from "./static/plan-static.ts";

export interface CompileOptions {
  /** Policy files and directories, absolute or relative to `workingDirectory`. */
  readonly paths: readonly string[];
  readonly workingDirectory: string;
  /** The oldest Kubernetes version that the YAML must run on, as its minor version: 34 for 1.34. Default: 30. */
  readonly kube?: number;
  /** The command in the headers of generated files. Default: `npx holdfast compile`. */
  readonly command?: string;
  /**
   * A name for these policies that is unique in the cluster, such as `acme`. Guards of several policies then share
   * ValidatingAdmissionPolicies with this prefix. Default: each policy has its own guards.
   */
  readonly installation?: string;
  /** Also plan the files that API servers load from disk. */
  readonly static?: StaticOptions;
  /** Also plan a Helm chart that installs the fallback. */
  readonly chart?: boolean;
  /** Records which files were read, for a cache. `parts` are then created too. */
  readonly reads?: Reads;
  /** With `reads`: cached parts of unchanged files, by absolute path. `policies` of the result includes them. */
  readonly kept?: FileParts;
}

/** The result of a compilation. If there is an error, `files` is empty. */
export interface Compilation extends Report, Built {
  /** Errors. */
  readonly diagnostics: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** The text of every file that a diagnostic may refer to, by `span.file`. */
  readonly sources: ReadonlyMap<string, string>;
  /**
   * The result of each compiled file, to pass as `kept` next time. Undefined if files cannot be compiled separately.
   * The rest of a compilation with `kept` is then meaningless.
   */
  readonly parts?: FileParts;
}

/** The parts that `holdfast compile` shows and writes. */
export interface CompiledOutput extends Pick<
  Compilation,
  "policies" | "files" | "staticFiles" | "diagnostics" | "warnings" | "sources"
> {
  readonly fallback?: Pick<FallbackFiles, "files" | "notes" | "chart">;
}

/** Every requested file. */
export interface Built {
  readonly files: readonly PlannedFile[];
  /** Manifests of the fallback, for a directory beside the policies. Only if a policy file declares it. */
  readonly fallback?: FallbackFiles;
  /** Files for the option `static`. */
  readonly staticFiles?: StaticFiles;
}
