import { afterAll, beforeAll, describe, inject, test } from "vitest";

import { findBinaries } from "./availability.ts";
import { type ControlPlane, type OwnControlPlane, startControlPlane } from "./control-plane.ts";
import { type Environment, readEnvironment } from "./environment.ts";
import { readGitVersion } from "./kubernetes-versions.ts";
import { leaseControlPlane } from "./pool/leased-control-plane.ts";
import { type ControlPlaneOptions, toolsFor } from "./tools.ts";

/** Most of it for the day on which the binaries are built, by a small machine under load. */
const startTimeoutMs = 45 * 60_000;
const stopTimeoutMs = 180_000;
/** Policies take effect after a second or so; vitest's five seconds are soon used up. */
const testTimeoutMs = 180_000;

type Define<Server> = (server: () => Server) => void;

/** How a suite comes to its server, and what it does with it afterwards. */
type Supply<Server> = () => Promise<{ readonly server: Server; readonly end: () => Promise<void> }>;

/**
 * A suite with a control plane from the pool: clean, and to itself until the last test is over. Its title says on which
 * version of Kubernetes. Where no control plane can be had, the suite is skipped
 * (test/control-plane/programs/say-what-is-skipped.ts says so, once); in CI it fails.
 */
export function describeWithServer(
  name: string,
  options: Pick<ControlPlaneOptions, "controllerManager">,
  define: Define<ControlPlane>,
): void {
  const { controllerManager = false } = options;
  const lease: Supply<ControlPlane> = async () => {
    const server = await leaseControlPlane(inject("controlPlanePool"), { controllerManager });
    return { server, end: () => server.giveBack() };
  };
  describeIfAvailable(name, options, () => defineWithServer(lease, define));
}

/**
 * The same for a suite that restarts, kills, reconfigures or overloads its server: one that nobody else had or will
 * have.
 */
export function describeWithOwnServer(name: string, options: ControlPlaneOptions, define: Define<OwnControlPlane>): void {
  const start: Supply<OwnControlPlane> = async () => {
    const server = await startControlPlane(options);
    return { server, end: () => server.stop() };
  };
  describeIfAvailable(name, options, () => defineWithServer(start, define));
}

function describeIfAvailable(name: string, options: ControlPlaneOptions, define: () => void): void {
  const environment = readEnvironment();
  const availability = findBinaries(toolsFor(options), environment);
  const title = `${name} (${nameKubernetes(environment)})`;
  if (availability.kind === "available") {
    describe(title, { timeout: testTimeoutMs }, define);
  } else if (environment.continuousIntegration) {
    describe(title, () => failFor(availability.reason));
  } else {
    describe.skip(title, define);
  }
}

/** Binaries that are not ours say what they are only once they run: `gitVersion` of the control plane. */
function nameKubernetes({ assetsDirectory, kubernetesVersion }: Environment): string {
  return assetsDirectory === undefined ? `Kubernetes ${readGitVersion(kubernetesVersion)}` : "Kubernetes of KUBEBUILDER_ASSETS";
}

function defineWithServer<Server>(supply: Supply<Server>, define: Define<Server>): void {
  let supplied: Awaited<ReturnType<Supply<Server>>> | undefined;
  beforeAll(async () => {
    supplied = await supply();
  }, startTimeoutMs);
  afterAll(() => supplied?.end(), stopTimeoutMs);
  define(() => {
    if (supplied === undefined) throw new Error("ask for the server inside of a test or hook");
    return supplied.server;
  });
}

function failFor(reason: string): void {
  test("has a control plane", () => {
    throw new Error(reason);
  });
}
