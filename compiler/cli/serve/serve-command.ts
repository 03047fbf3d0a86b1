import { kubeOf, policyPaths } from "../compile/compile-command.ts";
import type { FlagDefinitions, Flags } from "../arguments/flags.ts";
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

const once = (needs: string, shown: string): FlagDefinitions[string] => ({
  value: { needs, example: `holdfast serve ${shown}` },
  once: "one process serves at one place",
});

export const serveFlags: FlagDefinitions = {
  kube: { value: { needs: "a Kubernetes version", example: "holdfast serve --kube 1.34" }, once: "name the oldest version" },
  objects: { value: { needs: "a directory of manifests", example } },
  kubeconfig: {
    value: { needs: "a file", example: "holdfast serve --kubeconfig ./kubeconfig" },
    once: "a context is in one file",
  },
  context: {
    value: { needs: "the name of a context of the kubeconfig", example: "holdfast serve --context kind-kind" },
    once: "one process asks one cluster",
  },
  host: once("an address of this machine", "--host 0.0.0.0 --address 172.18.0.1"),
  port: once("a port", "--port 8443"),
  "health-port": once("a port", "--health-port 8080"),
  address: once("a name or address by which API servers reach this machine", "--host 0.0.0.0 --address 172.18.0.1"),
  "ca-file": once("a file to write", "--ca-file ca.crt"),
  configuration: once("a file to write", "--configuration webhook.yaml"),
  "log-level": once(logLevels.join(", "), "--log-level debug"),
};

export function parseServe(words: readonly string[], flags: Flags): ServeCommand {
  return {
    kind: "serve",
    paths: policyPaths(words, flags),
    kube: kubeOf(flags),
    queries: queriesOf(flags),
    host: flags.value("host") ?? "127.0.0.1",
    port: portOf(flags, "port") ?? 8443,
    healthPort: portOf(flags, "health-port") ?? 0,
    address: flags.value("address"),
    caFile: flags.value("ca-file"),
    configuration: flags.value("configuration"),
    logLevel: flags.oneOf("log-level", logLevels) ?? "info",
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
