import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { type Installation, install } from "../../install/installed/installation.ts";
import { fallbackText } from "../../install/manifests/compile-fallback.ts";
import { defineOtherKinds } from "./guarded-cluster.ts";
import { attemptSource, everyGroup, usageSources } from "./usage-sources.ts";

/** RBAC knows no patterns: the groups of what is used are named. Secrets are not among them. */
const declaration = `usages: {
  of: [
    { group: "", resource: "configmaps" },
    { group: "eks.aws.upbound.io", resource: "*" },
    { group: "helm.crossplane.io", resource: "*" },
  ],
  composites: [{ group: "platform.upbound.io", resource: "*" }],
  crossplane: true,
  replay: true,
},`;

/** Usages as a user installs them, with Crossplane's kinds in the cluster; ready. */
export async function installUsages(server: ControlPlane): Promise<Installation> {
  await defineOtherKinds(server);
  return install(server, {
    ...usageSources(everyGroup),
    "usage-attempts.ts": attemptSource,
    "fallback.ts": fallbackText(declaration),
  });
}
