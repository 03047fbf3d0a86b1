import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

const complaintLength = 4_000;

/** A program that Go builds from a module of ours. */
export type GoProgram = {
  /** Of the binary. */
  readonly name: string;
  /** The folder of its go.mod. */
  readonly module: string;
  readonly package: string;
  /** Build tags: what is left out, as a rule. */
  readonly tags?: string;
  /** What the linker writes into variables of packages, by their full names. */
  readonly variables?: Readonly<Record<string, string>>;
};

/** The user's settings but for those that would build another program: a workspace, another platform. */
export function goEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, CGO_ENABLED: "0", GOWORK: "off", GOOS: "", GOARCH: "" };
}

export async function runGoBuild(
  { name, module, package: target, variables = {}, tags = "" }: GoProgram,
  output: string,
): Promise<void> {
  const assignments = Object.entries(variables).map(([variable, value]) => `-X ${variable}=${value}`);
  // -s and -w leave out symbols and debug data.
  const linkerFlags = ["-s", "-w", ...assignments].join(" ");
  const flags = ["-mod=readonly", "-buildvcs=false", "-trimpath", `-tags=${tags}`, `-ldflags=${linkerFlags}`];
  const go = spawn("go", ["build", ...flags, "-o", output, target], {
    cwd: module,
    env: goEnvironment(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [complaints, [code]] = await Promise.all([text(go.stderr), once(go, "close")]);
  if (code !== 0) throw new Error(`go build of ${name} failed:\n${complaints.slice(-complaintLength)}`);
}
