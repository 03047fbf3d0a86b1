import type { ControlPlane } from "./control-plane.ts";

type VersionDifference = {
  /** The first minor version that does it the new way: 36 for 1.36. */
  readonly since: number;
  /** What older versions do, and where that is read. */
  readonly before: string;
};

/**
 * Where an API server of an older version answers otherwise, and that is no fault of ours. A test that asks `isBefore`
 * asserts both ways, so that an entry which is not true any more fails it.
 */
export const versionDifferences = {
  statusKeepsOwners: {
    since: 36,
    before:
      "Metadata in a request to the status of a custom resource changes nothing but its owners: managedFields is written. " +
      "(apiextensions-apiserver: pkg/registry/customresource/status_strategy.go, GetResetFields; read at 0.35.0 and 0.36.0)",
  },
  policiesAreReadFromFiles: {
    since: 36,
    before:
      "The configuration of the plugin ValidatingAdmissionPolicy is taken no notice of: the server starts, and no policy of a file is in force. " +
      "(apiserver: pkg/admission/plugin/policy/validating/plugin.go, Register; read at 0.30.14 and 0.37.1, asked at 1.30.14 and 1.37.1)",
  },
  podsAreResized: {
    since: 33,
    before:
      "There is no subresource pods/resize. " +
      "(kubernetes: pkg/features/kube_features.go, InPlacePodVerticalScaling; read at 1.37.1, asked at 1.30.14)",
  },
  bindingsWriteLabels: {
    since: 35,
    before:
      "A Binding writes its annotations onto the Pod, and not its labels. " +
      "(kubernetes: pkg/features/kube_features.go, PodTopologyLabelsAdmission; asked at 1.30.14 and 1.37.1)",
  },
  endpointsStayWithoutTheirService: {
    since: 37,
    before:
      "The API server itself deletes the Endpoints of a Service that is deleted, and asks no admission. Some version from 1.31 to 1.37 is the first that does not. " +
      "(kubernetes: pkg/registry/core/service/storage/storage.go, afterDelete; read and asked at 1.30.14 and 1.37.1)",
  },
  endpointsSayWhoMadeThem: {
    since: 33,
    before:
      "Nothing that stays says that the Endpoints controller has made Endpoints: its annotation goes with an update, or a second creation, that no Pod caused. " +
      "(kubernetes: pkg/controller/endpoint/endpoints_controller.go, syncService; label asked at 1.37.1, its lack at 1.30.14)",
  },
  namespaceIsAField: {
    since: 31,
    before:
      "The type check of kube-controller-manager takes `metadata.namespace` of a built-in kind for an undefined field, because `namespace` is a keyword; " +
      "what it says stands in the status and changes nothing. (apiserver: pkg/cel/environment/base.go; asked at 1.30.14 and 1.37.1)",
  },
  schemasRequireAsNow: {
    since: 37,
    before:
      "The OpenAPI schemas require other fields: not `spec` of Deployments and their like, but `apiGroup` of the role of a RoleBinding, for example. Some version from 1.31 to 1.37 is the first that requires what 1.37 does. " +
      "(/openapi/v3/apis/apps/v1 and rbac.authorization.k8s.io/v1, asked at 1.30.14 and 1.37.1)",
  },
  authorizerChecksAreCharged: {
    since: 32,
    before:
      "Authorizer checks cost nothing. " +
      "(apiserver: pkg/features/kube_features.go, StrictCostEnforcementForVAP; asked at 1.30.14 and 1.37.1)",
  },
} as const satisfies Readonly<Record<string, VersionDifference>>;

/** Whether this server still does it the old way. */
export function isBefore(server: Pick<ControlPlane, "gitVersion">, difference: keyof typeof versionDifferences): boolean {
  return minorOf(server) < versionDifferences[difference].since;
}

/** 30 of v1.30.14. */
export function minorOf({ gitVersion }: Pick<ControlPlane, "gitVersion">): number {
  const minor = /^v1\.(\d+)\./.exec(gitVersion)?.[1];
  if (minor === undefined) throw new Error(`${gitVersion} is no version of Kubernetes 1`);
  return Number(minor);
}
