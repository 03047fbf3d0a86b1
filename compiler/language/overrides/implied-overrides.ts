import type { KubernetesObject, OwnerReference } from "../objects.ts";
import type { OnDelete } from "../policy.ts";
import { type Override, objectName } from "./overrides.ts";

/**
 * Overrides that the compiler adds by itself, because Kubernetes' own controllers could not work otherwise (ADR 38).
 * None of them depends on the user name alone: the owner or the Namespace of the object must be in a state that these
 * controllers produce.
 *
 * Everything here is a function, because the compiler inlines functions.
 */

/**
 * Whether the request comes from one of these controllers. Without credentials of their own, all of them use the name
 * of the controller manager.
 */
function isBy({ request }: Pick<OnDelete<KubernetesObject>, "request">, controllers: readonly string[]): boolean {
  const users = controllers.map((name) => `system:serviceaccount:kube-system:${name}`);
  return [...users, "system:kube-controller-manager"].includes(request.userInfo.username);
}

function isOf({ request }: Pick<OnDelete<KubernetesObject>, "request">, group: string, resource: string): boolean {
  return request.resource.resource === resource && request.resource.group === group;
}

/** Whether a matching owner controls the object (`controller: true` in `metadata.ownerReferences`). */
function isControlledBy({ oldObject }: OnDelete<KubernetesObject>, isMeant: (owner: OwnerReference) => boolean): boolean {
  return oldObject.metadata.ownerReferences?.some((owner) => owner.controller === true && isMeant(owner)) === true;
}

/**
 * A ReplicaSet that a Deployment controls. The Deployment controller copies annotations onto it, and deletes old
 * revisions. The garbage collector deletes it once the Deployment no longer exists.
 */
export function copyOfDeployment(): Override {
  return {
    name: "copyOfDeployment",
    when: (input) =>
      isOf(input, "apps", "replicasets") &&
      isBy(input, ["deployment-controller", "generic-garbage-collector"]) &&
      isControlledBy(input, ({ apiVersion, kind }) => kind === "Deployment" && apiVersion.startsWith("apps/")),
    disablesGuards: true,
  };
}

/** A ControllerRevision of a StatefulSet or DaemonSet. The controller copies annotations of the owner onto it. */
export function copyOfWorkload(): Override {
  return {
    name: "copyOfWorkload",
    when: (input) =>
      isOf(input, "apps", "controllerrevisions") &&
      isBy(input, ["statefulset-controller", "daemon-set-controller", "generic-garbage-collector"]) &&
      isControlledBy(
        input,
        ({ apiVersion, kind }) => ["StatefulSet", "DaemonSet"].includes(kind) && apiVersion.startsWith("apps/"),
      ),
    disablesGuards: true,
  };
}

/** An EndpointSlice that a Service controls, or Endpoints whose slices are mirrored. It has the owner's labels. */
export function sliceOfService(): Override {
  return {
    name: "sliceOfService",
    when: (input) =>
      isOf(input, "discovery.k8s.io", "endpointslices") &&
      isBy(input, ["endpointslice-controller", "endpointslicemirroring-controller", "generic-garbage-collector"]) &&
      isControlledBy(input, ({ apiVersion, kind }) => ["Service", "Endpoints"].includes(kind) && apiVersion === "v1"),
    disablesGuards: true,
  };
}

/**
 * Whether the Endpoints controller wrote it. From Kubernetes 1.33 the label shows this. Before, the annotation does,
 * but it does not always stay.
 */
function isOfEndpointsController({ metadata: { annotations, labels } }: KubernetesObject): boolean {
  return (
    labels?.["endpoints.kubernetes.io/managed-by"] === "endpoint-controller" ||
    annotations?.["endpoints.kubernetes.io/last-change-trigger-time"] !== undefined
  );
}

/**
 * The Endpoints of a Service, with the labels of the Service. They have no owner. The controller finds them by name,
 * and would also delete Endpoints that someone else created. So it may only delete those that it wrote. It updates
 * Endpoints only for a Service with a selector, and from then on they are its own. Endpoints with an owner are not.
 */
export function endpointsOfService(): Override {
  return {
    name: "endpointsOfService",
    when: (input) =>
      isOf(input, "", "endpoints") &&
      isBy(input, ["endpoint-controller"]) &&
      input.oldObject.metadata.ownerReferences === undefined &&
      (input.request.operation === "UPDATE" || isOfEndpointsController(input.oldObject)),
    disablesGuards: true,
    deniesUpdate: {
      when: (input) =>
        isOf(input, "", "endpoints") &&
        isOfEndpointsController(input.object) &&
        !isOfEndpointsController(input.oldObject) &&
        !isBy(input, ["endpoint-controller"]),
      message: ({ oldObject }) =>
        `${objectName(oldObject)} is protected against deletion, and this update says that the Endpoints controller has made it, which ` +
        `deletes what it has made. Leave endpoints.kubernetes.io/managed-by and endpoints.kubernetes.io/last-change-trigger-time as they are`,
    },
  };
}

/**
 * Kubernetes creates both in every Namespace, and again if they are deleted. With a label or annotation that Kubernetes
 * does not write, the object counts as the user's own.
 */
export function contentMadeByKubernetes({ oldObject: { kind, metadata } }: OnDelete<KubernetesObject>): boolean {
  const { annotations, labels, name } = metadata;
  return (
    ((kind === "ConfigMap" && name === "kube-root-ca.crt") || (kind === "ServiceAccount" && name === "default")) &&
    labels === undefined &&
    Object.keys(annotations ?? {}).every((key) => key === "kubernetes.io/description")
  );
}

/** Objects that Kubernetes creates in every Namespace may be deleted together with their Namespace. */
export function madeByKubernetes(): Override {
  return {
    name: "madeByKubernetes",
    when: (input) => input.namespaceObject?.metadata.deletionTimestamp !== undefined && contentMadeByKubernetes(input),
  };
}

/** The implied overrides by name. Each has the name of its function. */
export const impliedOverrides: ReadonlyMap<string, Override> = new Map(
  [copyOfDeployment, copyOfWorkload, sliceOfService, endpointsOfService, madeByKubernetes].map((make) => {
    const override = make();
    return [override.name, override];
  }),
);
