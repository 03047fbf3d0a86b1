/**
 * What each test command runs. The steps of one row run side by side, the rows one after the other, whatever became of
 * those before. Minutes are those of two quiet cores.
 */
import { readFileSync } from "node:fs";
import type { KubernetesVersion } from "../test/control-plane/kubernetes-versions.ts";

export interface Step {
  readonly name: string;
  readonly does: string;
  /** A line for the shell, whose output is shown only if it fails; or the arguments of `vitest run`. */
  readonly runs: string | readonly string[];
  /** Built with Go, once. Without it the step is skipped; in CI it fails. */
  readonly needs?: "control plane" | "control plane and oracle";
}

export interface Command {
  readonly does: string;
  readonly minutes: string;
  readonly rows: readonly (readonly Step[])[];
  readonly kubernetes?: KubernetesVersion;
}

const packageJson = readFileSync(new URL("../package.json", import.meta.url), "utf8");
const { scripts } = JSON.parse(packageJson) as { readonly scripts: Readonly<Record<string, string>> };

const script = (name: string): string => scripts[name] ?? `echo 'package.json has no script ${name}' && exit 1`;

const checks: readonly Step[] = [
  { name: "types", does: "tsc", runs: script("typecheck") },
  { name: "lint", does: "oxlint, with types", runs: script("lint") },
  { name: "format", does: "oxfmt", runs: script("format:check") },
  { name: "generated", does: "generated/ is what the policies say", runs: script("compile:check") },
];

const policies: Step = { name: "policies", does: "the policies' own cases", runs: script("test:policies") };

const units: Step = { name: "units", does: "all suites that need no server", runs: ["--project=units"] };

/** That the policies work is shown by nothing less than a real API server. */
const proof: Step = {
  name: "proof",
  does: "the ACK policies on a real API server",
  runs: ["--project=servers", "test/ack/matrix-server.test.ts"],
  needs: "control plane",
};

const servers: Step = {
  name: "servers",
  does: "all suites with a real API server, or with its evaluator (the oracle)",
  runs: ["--project=servers"],
  needs: "control plane and oracle",
};

/** test/control-plane/same-on-the-oldest.ts says what these modes leave out, and why. */
const oldest: Step = {
  name: "oldest",
  does: "the suites with a real API server that could differ there, each thing once",
  runs: ["--project=servers", "--mode=oldest"],
  needs: "control plane",
};

const allOfOldest: Step = {
  name: "all of oldest",
  does: "all suites with a real API server that could differ there",
  runs: ["--project=servers", "--mode=oldest-all"],
  needs: "control plane",
};

/** Named after the scripts of package.json. */
export const commands: Readonly<Record<string, Command>> = {
  check: { does: "types, lint, format and generated files", minutes: "20 s", rows: [checks] },
  test: {
    does: "the checks, everything that needs no server, and one proof on a real API server",
    minutes: "9 min",
    rows: [[...checks, policies], [units], [proof]],
  },
  "test:servers": {
    does: "everything that needs a server, on the newest Kubernetes",
    minutes: "14 min",
    rows: [[servers]],
  },
  "test:1.30": {
    does: "what could differ on Kubernetes 1.30, with a server",
    minutes: "4 min",
    rows: [[oldest]],
    kubernetes: "1.30",
  },
  "test:1.30:all": {
    does: "everything that needs a server, on Kubernetes 1.30, but for what cannot differ there",
    minutes: "12 min",
    rows: [[allOfOldest]],
    kubernetes: "1.30",
  },
};
