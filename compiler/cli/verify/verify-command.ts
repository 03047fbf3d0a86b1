import type { FlagDefinitions, Flags } from "../arguments/flags.ts";
import { HelpfulError } from "../../api/helpful-error.ts";

/** `holdfast verify generated/` */
export interface VerifyCommand {
  readonly kind: "verify";
  /** Generated files, and directories that hold them. */
  readonly paths: readonly string[];
  readonly kubeconfig: string | undefined;
  /** The current one of the kubeconfig if undefined. */
  readonly context: string | undefined;
  /** Instead of the address in the kubeconfig: each API server behind a load balancer by its own. */
  readonly endpoints: readonly string[];
  readonly waitSeconds: number;
  readonly format: "text" | "json";
}

const example = "holdfast verify generated --context production --wait 30";

export const verifyFlags: FlagDefinitions = {
  kubeconfig: {
    value: { needs: "a file", example: "holdfast verify --kubeconfig ./kubeconfig" },
    once: "a context is in one file",
  },
  context: { value: { needs: "the name of a context of the kubeconfig", example }, once: "one run asks one cluster" },
  endpoint: {
    value: { needs: "the URL of an API server", example: "holdfast verify --endpoint https://10.0.0.1:6443" },
  },
  wait: { value: { needs: "a number of seconds", example }, once: "the time is for all policies together" },
  format: { value: { needs: "text or json", example: "holdfast verify --format json" }, once: "write text or json" },
};

/** Nobody waits longer in a pipeline. */
const longestWait = 3_600;

export function parseVerify(words: readonly string[], flags: Flags): VerifyCommand {
  if (words.includes("")) throw new HelpfulError("a path is empty", "name generated files, or a directory that holds them");
  return {
    kind: "verify",
    paths: words.length === 0 ? [flags.defaults.out] : words,
    kubeconfig: flags.value("kubeconfig"),
    context: flags.value("context"),
    endpoints: flags.values("endpoint").map(readEndpoint),
    waitSeconds: readWait(flags.value("wait")),
    format: flags.oneOf("format", ["text", "json"] as const) ?? "text",
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
