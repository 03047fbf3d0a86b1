import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

import { moduleDirectory, readKubernetesVersion, type ToolName, toolPackages } from "./tools.ts";

const complaintLength = 4_000;

export async function runGoBuild(tool: ToolName, output: string): Promise<void> {
  const flags = ["-mod=readonly", "-buildvcs=false", "-trimpath", `-ldflags=${linkerFlags()}`];
  const go = spawn("go", ["build", ...flags, "-o", output, toolPackages[tool]], {
    cwd: moduleDirectory,
    // Of the user's settings, these would build another program: a workspace, another platform.
    env: { ...process.env, CGO_ENABLED: "0", GOWORK: "off", GOOS: "", GOARCH: "" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [complaints, [code]] = await Promise.all([text(go.stderr), once(go, "close")]);
  if (code !== 0) {
    throw new Error(`go build of ${tool} failed:\n${complaints.slice(-complaintLength)}`);
  }
}

/** Unless told, the server calls itself v0.0.0, and clients that compare versions misbehave. */
function linkerFlags(): string {
  const version = readKubernetesVersion();
  const [major, minor] = version.slice(1).split(".");
  const settings = { gitVersion: version, gitMajor: major, gitMinor: minor };
  const assignments = Object.entries(settings).map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`);
  // -s and -w leave out symbols and debug data.
  return ["-s", "-w", ...assignments].join(" ");
}
