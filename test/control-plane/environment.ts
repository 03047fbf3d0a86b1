import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

/** Everything that the control plane takes from environment variables, read in one place. */
export type Environment = {
  /** Where binaries are kept between runs, outside of every checkout. */
  readonly cacheDirectory: string;
  /** Ready binaries as setup-envtest lays them out; they replace our own build. */
  readonly assetsDirectory: string | undefined;
  /** Where `go` is looked for. */
  readonly searchPath: string;
  /** In CI a suite without a server fails; elsewhere it is skipped. */
  readonly continuousIntegration: boolean;
};

export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  const assets = variables["KUBEBUILDER_ASSETS"];
  return {
    cacheDirectory: join(userCacheDirectory(variables), "holdfast", "control-plane"),
    assetsDirectory: assets ? resolve(assets) : undefined,
    searchPath: variables["PATH"] ?? "",
    continuousIntegration: variables["CI"] === "true",
  };
}

function userCacheDirectory(variables: NodeJS.ProcessEnv): string {
  const named = variables["XDG_CACHE_HOME"] ?? "";
  // The XDG specification: a relative path is invalid and to be ignored.
  return isAbsolute(named) ? named : join(homedir(), ".cache");
}
