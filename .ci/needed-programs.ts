/** What Go builds for the steps that need a server, and whether it can. */
import { findBinaries } from "../test/control-plane/availability.ts";
import { readEnvironment } from "../test/control-plane/environment.ts";
import { toolsFor } from "../test/control-plane/tools.ts";
import { findHelm } from "../test/install/chart/helm.ts";
import { findOracle } from "../test/oracle/oracle-binary.ts";
import { existsSync } from "node:fs";
import type { Step } from "./test-commands.ts";

const all = toolsFor({ controllerManager: true });

/** Why a step, or some of it, is skipped; nothing in CI, where it fails instead. */
export function findObstacle({ needs }: Pick<Step, "needs">): string | undefined {
  if (needs === undefined || readEnvironment().continuousIntegration) return undefined;
  const controlPlane = findBinaries(all);
  if (controlPlane.kind === "unavailable") return `${controlPlane.reason}.`;
  const oracle = needs === "control plane" ? undefined : findOracle();
  return oracle?.kind === "unavailable" ? `the oracle: ${oracle.reason}.` : undefined;
}

/** What will be built, and how long that takes on two cores. */
export function missingPrograms({ needs }: Step): readonly string[] {
  if (needs === undefined) return [];
  const controlPlane = findBinaries(all);
  const version = readEnvironment().kubernetesVersion;
  const builds = controlPlane.kind === "available" && controlPlane.missing.length > 0;
  const oracle = needs === "control plane" ? undefined : findOracle();
  const helm = needs === "control plane" ? undefined : findHelm();
  return [
    ...(builds ? [`the control plane of Kubernetes ${version}, once: 6 min more`] : []),
    ...(oracle?.kind === "available" && !existsSync(oracle.binary) ? ["the oracle, once: 1 min more"] : []),
    ...(helm?.kind === "available" && !existsSync(helm.binary) ? ["Helm, once: 3 min more"] : []),
  ];
}
