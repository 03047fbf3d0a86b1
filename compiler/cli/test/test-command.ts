import { kubeFlag, kubeOf, policyPaths } from "../compile/compile-command.ts";
import { kubeconfigFlag } from "../arguments/cluster-flags.ts";
import type { CommandDefinition } from "../arguments/command-definition.ts";
import { type FlagDefinitions, type Flags, listed } from "../arguments/flags.ts";
import { type OutputOptions, outputFlags, outputOptions } from "../arguments/format-flag.ts";
import { HelpfulError } from "../../api/helpful-error.ts";

export interface TestCommand extends OutputOptions<ReportFormat> {
  readonly kind: "test";
  /** Test files, and directories that hold them. */
  readonly paths: readonly string[];
  /** Policy files, and directories that hold them. Where none of them is given, and there is none, the tests have them. */
  readonly policies: readonly string[];
  readonly arePoliciesNamed: boolean;
  readonly kube: number;
  readonly only: (typeof runners)[number] | undefined;
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

const formats = ["text", "json", "yaml", "junit", "sarif", "github", "markdown"] as const;

export type ReportFormat = (typeof formats)[number];

const runners = ["yaml", "vitest"] as const;

const onServer = "On a real API server";

const testFlags: FlagDefinitions = {
  policies: {
    says: "where the policies are; may be given again",
    value: {
      name: "path",
      needs: "a policy file or a directory",
      example: "holdfast test tests --policies rules",
      paths: "files",
      default: "policies, or where the tests are",
    },
  },
  ...outputFlags(formats, "holdfast test"),
  report: {
    says: "where the report goes; the text is printed anyway, as with `--format junit=<file>`",
    value: {
      name: "file",
      needs: "a file",
      example: "holdfast test --format junit --report results.xml",
      paths: "files",
    },
    once: "one run makes one report",
  },
  only: {
    says: "run the tests in YAML alone, or those in TypeScript",
    value: { name: "kind", needs: listed(runners), example: "holdfast test --only yaml", oneOf: runners },
    once: "leave it out to run both",
  },
  typescript: { says: "run YAML cases against the TypeScript, too; executes the policy files" },
  "require-cases": { says: "fail if a rule has no case that it denies, or none that it allows" },
  kube: kubeFlag("holdfast test --kube 1.34"),
  watch: { says: "run them again whenever a file changes, until ^C" },
  server: {
    under: onServer,
    says:
      "ask the API server of this context, too: a throwaway cluster, where the policies go into force for a while; " +
      "whatever is made there is removed",
    value: {
      name: "context",
      needs: "the name of a context, of a throwaway cluster",
      example: "holdfast test --server kind-throwaway",
    },
    once: "tests run on one server",
  },
  kubeconfig: { ...kubeconfigFlag("holdfast test --server kind-throwaway --kubeconfig ./kubeconfig"), under: onServer },
};

export const test: CommandDefinition<TestCommand> = {
  summary: "run the tests of the policies",
  does: `Puts the requests of tests to the policies, as the API server would: cases in \`*.test.yaml\`, which
    execute nothing, and \`*.test.ts\`, which run in your vitest. The paths name files or directories
    (default: policies). No tests is a failure.`,
  usage: ["[paths...]"],
  words: "files",
  flags: testFlags,
  examples: [
    { line: "holdfast test", does: "tests beside the policies" },
    { line: "holdfast test tests --policies rules --format junit=results.xml", does: "for CI" },
    { line: "holdfast test --watch", does: "again whenever a file changes" },
    { line: "holdfast test --server kind-throwaway", does: "the same on a real API server" },
  ],
  exitsWith1: "a test failed, or there is none",
  page: "docs/rules/testing.md",
  parse: parseTest,
};

function parseTest(paths: readonly string[], flags: Flags): TestCommand {
  const policies = flags.values("policies");
  if (flags.has("watch") && flags.has("server"))
    throw new HelpfulError("`--watch` runs tests again and again", "leave `--server` out: it changes a cluster each time");
  return {
    kind: "test",
    paths: policyPaths(paths, flags),
    policies: policies.length === 0 ? flags.defaults.policies : policies,
    arePoliciesNamed: policies.length > 0,
    kube: kubeOf(flags),
    ...reportOptions(flags),
    only: flags.oneOf("only", runners),
    typescript: flags.has("typescript"),
    requiresCases: flags.has("require-cases"),
    server: serverOf(flags),
    watch: flags.has("watch"),
  };
}

/** `--format junit --report results.xml` is `--format junit=results.xml`. */
function reportOptions(flags: Flags): OutputOptions<ReportFormat> {
  const options = outputOptions(flags, formats);
  const path = flags.value("report");
  if (path === undefined) return options;
  if (options.formatFiles.length > 0)
    throw new HelpfulError(
      "a file is given with `--format`, and another with `--report`",
      "write each with its format: --format junit=results.xml",
    );
  return { ...options, format: "text", formatFiles: [{ format: options.format, path }] };
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
