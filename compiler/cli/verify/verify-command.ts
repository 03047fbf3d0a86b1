import { contextFlag, kubeconfigFlag } from "../arguments/cluster-flags.ts";
import type { CommandDefinition } from "../arguments/command-definition.ts";
import { type OutputOptions, outputFlags, outputOptions } from "../arguments/format-flag.ts";
import type { FlagDefinitions, Flags } from "../arguments/flags.ts";
import { HelpfulError } from "../../api/helpful-error.ts";

/** `holdfast verify generated/` */
export interface VerifyCommand extends OutputOptions<VerifyFormat> {
  readonly kind: "verify";
  /** Generated files, and directories that hold them; `-` is standard input. */
  readonly paths: readonly string[];
  readonly kubeconfig: string | undefined;
  /** The current one of the kubeconfig if undefined. */
  readonly context: string | undefined;
  /** Instead of the address in the kubeconfig: each API server behind a load balancer by its own. */
  readonly endpoints: readonly string[];
  readonly waitSeconds: number;
}

const example = "holdfast verify generated --context production --wait 30";

const formats = ["text", "json", "yaml", "junit", "sarif", "github", "markdown"] as const;

export type VerifyFormat = (typeof formats)[number];

const verifyFlags: FlagDefinitions = {
  wait: {
    says: "how long to ask again while a policy is not in force",
    value: { name: "seconds", needs: "a number of seconds", example, default: "0" },
    once: "the time is for all policies together",
  },
  ...outputFlags(formats, "holdfast verify"),
  context: contextFlag(example, "one run asks one cluster"),
  kubeconfig: kubeconfigFlag("holdfast verify --kubeconfig ./kubeconfig"),
  endpoint: {
    under: "Which cluster",
    says: "an API server behind the load balancer; may be given again",
    value: { name: "url", needs: "the URL of an API server", example: "holdfast verify --endpoint https://10.0.0.1:6443" },
  },
};

export const verify: CommandDefinition<VerifyCommand> = {
  summary: "say whether the policies are in force in a cluster, and prove it",
  does: `Says which policies of generated files (default: generated) are not in force in a cluster, and why:
    missing, drifted, without a binding, or not enforced yet. It proves the others by deleting existing
    protected objects in a dry run; it changes nothing. The path \`-\` is standard input.`,
  usage: ["[paths...]"],
  words: "files",
  flags: verifyFlags,
  examples: [
    { line: "holdfast verify --wait 30", does: "after the rollout: is it in force?" },
    { line: "holdfast verify generated --context production", does: "of another cluster" },
    { line: "holdfast verify --quiet --format junit=verify.xml", does: "every night: is it still?" },
    { line: "kubectl kustomize generated | holdfast verify -", does: "verify files from standard input" },
  ],
  exitsWith1: "a policy is not in force",
  page: "docs/operate/verify.md",
  parse: parseVerify,
};

/** Nobody waits longer in a pipeline. */
const longestWait = 3_600;

function parseVerify(words: readonly string[], flags: Flags): VerifyCommand {
  if (words.includes("")) throw new HelpfulError("a path is empty", "name generated files, or a directory that holds them");
  return {
    kind: "verify",
    paths: words.length === 0 ? [flags.defaults.out] : words,
    kubeconfig: flags.value("kubeconfig"),
    context: flags.value("context"),
    endpoints: flags.values("endpoint").map(readEndpoint),
    waitSeconds: readWait(flags.value("wait")),
    ...outputOptions(flags, formats),
  };
}

/** The credentials of the kubeconfig go there, so nothing but TLS will do. */
function readEndpoint(text: string): string {
  if (URL.canParse(text) && new URL(text).protocol === "https:" && new URL(text).username === "") return text;
  throw new HelpfulError(
    `\`--endpoint ${text}\` is no URL of an API server`,
    "write https://, the address and the port: https://10.0.0.1:6443",
  );
}

function readWait(text: string | undefined): number {
  if (text === undefined) return 0;
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (seconds <= longestWait) return seconds;
  throw new HelpfulError(`\`--wait ${text}\` is no number of seconds`, `write a whole number up to ${longestWait}: --wait 30`);
}
