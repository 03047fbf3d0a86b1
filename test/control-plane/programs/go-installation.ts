import { spawnSync } from "node:child_process";

/** Why Go cannot build there; asked in the module's folder, where Go also judges whether it is new enough. */
export function findGoObstacle(module: string, searchPath: string): string | undefined {
  const go = spawnSync("go", ["env", "GOVERSION"], {
    cwd: module,
    env: { ...process.env, PATH: searchPath },
    encoding: "utf8",
  });
  if (go.error !== undefined) return "Go is not installed";
  return go.status === 0 ? undefined : `Go denies: ${go.stderr.trim()}`;
}

/** As Go names it: linux-amd64, darwin-arm64. */
export function platformName(): string {
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  return `${process.platform}-${architecture}`;
}
