import { resolve } from "node:path";

import { cacheDirectory } from "./programs/cache-directory.ts";
import { isKubernetesVersion, type KubernetesVersion, kubernetesVersions, newestVersion } from "./kubernetes-versions.ts";

/** Everything that the control plane takes from environment variables, read in one place. */
export type Environment = {
  /** Where binaries are kept between runs, outside of every checkout. */
  readonly cacheDirectory: string;
  /** Ready binaries as setup-envtest lays them out; they replace our own build. */
  readonly assetsDirectory: string | undefined;
  /** Which version is built and started. Those binaries have their own: then it is not to be chosen. */
  readonly kubernetesVersion: KubernetesVersion;
  /** Where `go` is looked for. */
  readonly searchPath: string;
  /** In CI a suite without a server fails; elsewhere it is skipped. */
  readonly continuousIntegration: boolean;
};

export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  const assets = variables["KUBEBUILDER_ASSETS"];
  return {
    cacheDirectory: cacheDirectory("control-plane", variables),
    assetsDirectory: assets ? resolve(assets) : undefined,
    kubernetesVersion: readKubernetesVersion(variables),
    searchPath: variables["PATH"] ?? "",
    continuousIntegration: variables["CI"] === "true",
  };
}

/** Throws at what it does not know, lest tests seem to have passed on a version that they never saw. */
function readKubernetesVersion({ TEST_KUBERNETES: chosen, KUBEBUILDER_ASSETS: assets }: NodeJS.ProcessEnv): KubernetesVersion {
  if (!chosen) return newestVersion;
  if (!isKubernetesVersion(chosen)) {
    throw new Error(
      `TEST_KUBERNETES=${chosen}: there is no such version here. Set it to one of ${kubernetesVersions.join(", ")}, or unset it`,
    );
  }
  if (assets) {
    throw new Error(
      `TEST_KUBERNETES=${chosen} chooses what is built, and KUBEBUILDER_ASSETS (${assets}) replaces what is built: unset one of them`,
    );
  }
  return chosen;
}
