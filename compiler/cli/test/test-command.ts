import { kubeOf, policyPaths } from "../compile/compile-command.ts";
import type { FlagDefinitions, Flags } from "../arguments/flags.ts";
import { HelpfulError } from "../../api/helpful-error.ts";

export interface TestCommand {
  readonly kind: "test";
  /** Test files, and directories that hold them. */
  readonly paths: readonly string[];
  /** Policy files, and directories that hold them. Where none of them is given, and there is none, the tests have them. */
  readonly policies: readonly string[];
  readonly arePoliciesNamed: boolean;
  readonly kube: number;
  readonly format: ReportFormat;
  /** Where the report goes, beside the text on standard output. */
  readonly report: string | undefined;
  readonly only: "yaml" | "vitest" | undefined;
  /** Whether YAML cases are put to the policies as TypeScript, too. */
  readonly typescript: boolean;
  readonly requiresCases: boolean;
  readonly server: ServerFlags | undefined;
  /** Whether it goes on whenever a file changes. */
  readonly watch: boolean;
}

/** The real API server to ask: a context of a kubeconfig. */
export interface ServerFlags {
  readonly context: string;
  readonly kubeconfig: string | undefined;
}

const formats = ["text", "junit", "json", "github"] as const;

export type ReportFormat = (typeof formats)[number];

export const testFlags: FlagDefinitions = {
  policies: { value: { needs: "a policy file or a directory", example: "holdfast test tests --policies rules" } },
  kube: {
    value: { needs: "a Kubernetes version", example: "holdfast test --kube 1.34" },
    once: "name the oldest version among your clusters",
  },
  format: {
    value: { needs: "a format", example: "holdfast test --format junit --report results.xml" },
    once: "one run makes one report",
  },
  report: {
    value: { needs: "a file", example: "holdfast test --format junit --report results.xml" },
    once: "one run makes one report",
  },
  only: { value: { needs: "yaml or vitest", example: "holdfast test --only yaml" }, once: "leave it out to run both" },
  typescript: {},
  watch: {},
  "require-cases": {},
  server: {
    value: { needs: "the name of a context, of a throwaway cluster", example: "holdfast test --server kind-throwaway" },
    once: "tests run on one server",
  },
  kubeconfig: {
    value: { needs: "a file", example: "holdfast test --server kind-throwaway --kubeconfig ./kubeconfig" },
    once: "a context is in one file",
  },
};

export function parseTest(paths: readonly string[], flags: Flags): TestCommand {
  const policies = flags.values("policies");
  if (flags.has("watch") && flags.has("server"))
    throw new HelpfulError("`--watch` runs tests again and again", "leave `--server` out: it changes a cluster each time");
  return {
    kind: "test",
    paths: policyPaths(paths, flags),
    policies: policies.length === 0 ? flags.defaults.policies : policies,
    arePoliciesNamed: policies.length > 0,
    kube: kubeOf(flags),
    format: flags.oneOf("format", formats) ?? "text",
    report: flags.value("report"),
    only: flags.oneOf("only", ["yaml", "vitest"] as const),
    typescript: flags.has("typescript"),
    requiresCases: flags.has("require-cases"),
    server: serverOf(flags),
    watch: flags.has("watch"),
  };
}

/** The context is named, never the current one: the policies go into force for the whole cluster. */
function serverOf(flags: Flags): ServerFlags | undefined {
  const context = flags.value("server");
  const kubeconfig = flags.value("kubeconfig");
  if (context !== undefined) return { context, kubeconfig };
  if (kubeconfig === undefined) return undefined;
  throw new HelpfulError(
    "`--kubeconfig` is given and no server",
    "name the context of a throwaway cluster: --server kind-throwaway",
  );
}
