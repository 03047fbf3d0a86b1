import { afterAll, beforeAll, describe, test } from "vitest";

import { findBinaries } from "./availability.ts";
import { type ControlPlane, startControlPlane } from "./control-plane.ts";
import { type Environment, readEnvironment } from "./environment.ts";
import { readGitVersion } from "./kubernetes-versions.ts";
import { type ControlPlaneOptions, toolsFor } from "./tools.ts";

/** Most of it for the day on which the binaries are built, by a small machine under load. */
const startTimeoutMs = 45 * 60_000;
const stopTimeoutMs = 180_000;
/** Policies take effect after a second or so; vitest's five seconds are soon used up. */
const testTimeoutMs = 180_000;

/**
 * A suite with a control plane of its own, which is started before the first test and stopped
 * after the last. Its title says on which version of Kubernetes. Where no control plane can be had, the suite is skipped
 * (test/programs/say-what-is-skipped.ts says so, once); in CI it fails.
 */
export function describeWithServer(
  name: string,
  options: ControlPlaneOptions,
  define: (server: () => ControlPlane) => void,
): void {
  const environment = readEnvironment();
  const availability = findBinaries(toolsFor(options), environment);
  const title = `${name} (${nameKubernetes(environment)})`;
  if (availability.kind === "available") {
    describe(title, { timeout: testTimeoutMs }, () => defineWithServer(options, define));
  } else if (environment.continuousIntegration) {
    describe(title, () => failFor(availability.reason));
  } else {
    describe.skip(title, () => defineWithServer(options, define));
  }
}

/** Binaries that are not ours say what they are only once they run: `gitVersion` of the control plane. */
function nameKubernetes({ assetsDirectory, kubernetesVersion }: Environment): string {
  return assetsDirectory === undefined ? `Kubernetes ${readGitVersion(kubernetesVersion)}` : "Kubernetes of KUBEBUILDER_ASSETS";
}

function defineWithServer(options: ControlPlaneOptions, define: (server: () => ControlPlane) => void): void {
  let controlPlane: ControlPlane | undefined;
  beforeAll(async () => {
    controlPlane = await startControlPlane(options);
  }, startTimeoutMs);
  afterAll(() => controlPlane?.stop(), stopTimeoutMs);
  define(() => {
    if (controlPlane === undefined) throw new Error("ask for the server inside of a test or hook");
    return controlPlane;
  });
}

function failFor(reason: string): void {
  test("has a control plane", () => {
    throw new Error(reason);
  });
}
