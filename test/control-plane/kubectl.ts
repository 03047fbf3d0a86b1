import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export type KubectlOptions = {
  /** Given to kubectl on standard input, for `-f -`. */
  readonly input?: string;
  /** The user to impersonate, and their groups. */
  readonly as?: string;
  readonly groups?: readonly string[];
  readonly cwd?: string;
  /** Switches of kubectl: `KUBECTL_APPLYSET`. */
  readonly env?: Readonly<Record<string, string>>;
};

export type KubectlResult = {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
};

export type Kubectl = (args: readonly string[], options?: KubectlOptions) => Promise<KubectlResult>;

export type KubectlSetup = {
  readonly binary: string;
  readonly kubeconfig: string;
  /** Where kubectl keeps its discovery cache and looks for preferences: not the user's home. */
  readonly home: string;
};

/** What it has read, kubectl needs to its end, which is near: there is little garbage to collect. */
const briefGoProcess = { GOGC: "400" };

export function createKubectl({ binary, kubeconfig, home }: KubectlSetup): Kubectl {
  return async (args, options = {}) => {
    const { input, cwd, env } = options;
    const child = spawn(binary, [...impersonation(options), ...args], {
      env: { PATH: process.env["PATH"], HOME: home, KUBECONFIG: kubeconfig, ...briefGoProcess, ...env },
      stdio: ["pipe", "pipe", "pipe"],
      ...(cwd === undefined ? {} : { cwd }),
    });
    // kubectl may end without having read its input; its exit code tells more than a broken pipe.
    child.stdin.on("error", () => {});
    child.stdin.end(input ?? "");
    const [stdout, stderr, [code, signal]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    if (typeof code !== "number") throw new Error(`kubectl was ended by ${signal}`);
    return { code, stdout, stderr };
  };
}

function impersonation({ as, groups = [] }: KubectlOptions): readonly string[] {
  const user = as === undefined ? [] : [`--as=${as}`];
  return [...user, ...groups.map((group) => `--as-group=${group}`)];
}
