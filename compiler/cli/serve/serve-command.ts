import { kubeFlag, kubeOf, policyPaths } from "../compile/compile-command.ts";
import { contextFlag, kubeconfigFlag } from "../arguments/cluster-flags.ts";
import type { CommandDefinition } from "../arguments/command-definition.ts";
import type { FlagDefinition, FlagDefinitions, FlagValue, Flags } from "../arguments/flags.ts";
import { HelpfulError } from "../../api/helpful-error.ts";
import { logLevels } from "../../api/known-arguments.ts";

/** `holdfast serve`: the webhook on this machine. */
export interface ServeCommand {
  readonly kind: "serve";
  /** Policy files, and directories that hold them. */
  readonly paths: readonly string[];
  readonly kube: number;
  readonly queries: QueriesTo;
  readonly host: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly healthPort: number;
  /** By which API servers reach it; undefined: the host. */
  readonly address: string | undefined;
  readonly caFile: string | undefined;
  readonly configuration: string | undefined;
  readonly logLevel: (typeof logLevels)[number];
}

/** Who answers what rules ask. */
export type QueriesTo =
  | { readonly kind: "objects"; readonly paths: readonly string[] }
  | { readonly kind: "cluster"; readonly kubeconfig: string | undefined; readonly context: string | undefined };

const example = "holdfast serve policies --objects objects";
const defaultHost = "127.0.0.1";
const defaultPort = 8443;
const defaultLevel = "info";

interface OfProcess {
  readonly says: string;
  /** What stands behind `holdfast serve`. */
  readonly shown: string;
  readonly value: Omit<FlagValue, "example">;
}

const ofProcess = ({ says, shown, value }: OfProcess): FlagDefinition => ({
  says,
  value: { ...value, example: `holdfast serve ${shown}` },
  once: "one process serves at one place",
});

const serveFlags: FlagDefinitions = {
  objects: {
    says: "manifests of what the cluster holds, read anew for each review; may be given again; not with a cluster",
    value: {
      name: "path",
      needs: "a directory of manifests",
      example,
      paths: "files",
      default: "a cluster that holds nothing",
    },
  },
  port: ofProcess({
    says: "HTTPS for reviews; 0 is any that is free",
    shown: "--port 8443",
    value: { name: "port", needs: "a port", default: String(defaultPort) },
  }),
  "health-port": ofProcess({
    says: "HTTP for /readyz and /metrics; 0 is any that is free",
    shown: "--health-port 8080",
    value: { name: "port", needs: "a port", default: "0" },
  }),
  host: ofProcess({
    says: "where it listens; anybody who reaches it may ask",
    shown: "--host 0.0.0.0 --address 172.18.0.1",
    value: { name: "address", needs: "an address of this machine", default: defaultHost },
  }),
  address: ofProcess({
    says: "by which API servers reach it: in the certificate and the configuration",
    shown: "--host 0.0.0.0 --address 172.18.0.1",
    value: { name: "address", needs: "a name or address by which API servers reach this machine", default: "the host" },
  }),
  "ca-file": ofProcess({
    says: "where the authority of its certificate goes",
    shown: "--ca-file ca.crt",
    value: { name: "file", needs: "a file to write", paths: "files", default: "a temporary file" },
  }),
  configuration: ofProcess({
    says: "where a webhook configuration goes that asks this process",
    shown: "--configuration webhook.yaml",
    value: { name: "file", needs: "a file to write", paths: "files" },
  }),
  "log-level": ofProcess({
    says: "what it says on the error stream",
    shown: "--log-level debug",
    value: { name: "level", needs: logLevels.join(", "), oneOf: logLevels, default: defaultLevel },
  }),
  kube: { ...kubeFlag("holdfast serve --kube 1.34"), once: "name the oldest version" },
  context: contextFlag("holdfast serve --context kind-kind", "one process asks one cluster"),
  kubeconfig: kubeconfigFlag("holdfast serve --kubeconfig ./kubeconfig"),
};

export const serve: CommandDefinition<ServeCommand> = {
  summary: "run the webhook of the policies on this machine",
  does: `Runs the webhook of the policies (default: policies) on this machine, until ^C. What rules ask is
    answered by manifests (\`--objects\`), or by a cluster (\`--kubeconfig\`, \`--context\`); executes the
    policy files.`,
  usage: ["[paths...]"],
  words: "files",
  flags: serveFlags,
  examples: [
    { line: "holdfast serve --objects objects", does: "the webhook here, and a curl command to ask it" },
    { line: "holdfast serve --context kind-kind", does: "what rules ask is answered by a cluster" },
  ],
  page: "docs/rules/serve.md",
  parse: parseServe,
};

function parseServe(words: readonly string[], flags: Flags): ServeCommand {
  return {
    kind: "serve",
    paths: policyPaths(words, flags),
    kube: kubeOf(flags),
    queries: queriesOf(flags),
    host: flags.value("host") ?? defaultHost,
    port: portOf(flags, "port") ?? defaultPort,
    healthPort: portOf(flags, "health-port") ?? 0,
    address: flags.value("address"),
    caFile: flags.value("ca-file"),
    configuration: flags.value("configuration"),
    logLevel: flags.oneOf("log-level", logLevels) ?? defaultLevel,
  };
}

function queriesOf(flags: Flags): QueriesTo {
  const paths = flags.values("objects");
  const [kubeconfig, context] = [flags.value("kubeconfig"), flags.value("context")];
  if (kubeconfig === undefined && context === undefined) return { kind: "objects", paths };
  if (paths.length === 0) return { kind: "cluster", kubeconfig, context };
  throw new HelpfulError(
    "`--objects` and a cluster are given",
    "queries are answered by one of them: leave `--objects` out, or `--kubeconfig` and `--context`",
  );
}

function portOf(flags: Flags, name: string): number | undefined {
  const given = flags.value(name);
  if (given === undefined) return undefined;
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw new HelpfulError(`\`--${name} ${given}\` is no port`, `write a number up to 65535, or 0 for any that is free`);
}
