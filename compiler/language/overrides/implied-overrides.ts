import type { KubernetesObject, OwnerReference } from "../objects.ts";
import type { OnDelete } from "../policy.ts";
import { type Override, objectName } from "./overrides.ts";

/**
 * Overrides that the compiler gives to policies by itself, where Kubernetes' own controllers could not do their work
 * otherwise (ADR 38). None is open to a user by name alone: the object's owner, or its Namespace, has to be as these
 * controllers leave it.
 *
 * Everything here is a function, since these are what the compiler puts in place of ours.
 */

/**
 * One of Kubernetes' controllers; where they have no credentials of their own, all of them are the controller manager.
 */
function isBy({ request }: Pick<OnDelete<KubernetesObject>, "request">, controllers: readonly string[]): boolean {
  const users = controllers.map((name) => `system:serviceaccount:kube-system:${name}`);
  return [...users, "system:kube-controller-manager"].includes(request.userInfo.username);
}

function isOf({ request }: Pick<OnDelete<KubernetesObject>, "request">, group: string, resource: string): boolean {
  return request.resource.resource === resource && request.resource.group === group;
}

/** What a controller has made from its owner: the owner is in `metadata.ownerReferences` with `controller: true`. */
function isControlledBy({ oldObject }: OnDelete<KubernetesObject>, isMeant: (owner: OwnerReference) => boolean): boolean {
  return oldObject.metadata.ownerReferences?.some((owner) => owner.controller === true && isMeant(owner)) === true;
}

/**
 * A ReplicaSet that a Deployment controls. The Deployment controller copies annotations onto it, and deletes it when
 * its revision is too old; the garbage collector deletes it when the Deployment is gone.
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

/** A ControllerRevision of a StatefulSet or DaemonSet, whose annotations its controller copies onto it. */
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

/**
 * An EndpointSlice that a Service controls (or Endpoints, whose slices are mirrored), with the labels of the Service.
 */
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
 * The Endpoints controller has written it: the label from Kubernetes 1.33, before that the annotation, though not after
 * every update.
 */
function isOfEndpointsController({ metadata: { annotations, labels } }: KubernetesObject): boolean {
  return (
    labels?.["endpoints.kubernetes.io/managed-by"] === "endpoint-controller" ||
    annotations?.["endpoints.kubernetes.io/last-change-trigger-time"] !== undefined
  );
}

/**
 * The Endpoints of a Service, with the labels of the Service. They have no owner: the controller finds them by the
 * Service's name, and deletes them itself, also those that somebody else has made: so only where they show that it has
 * written them. It updates Endpoints only for a Service with a selector, and these are its own from then on. Endpoints
 * that have an owner are somebody else's.
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
 * Kubernetes makes both in every Namespace, and anew where they are deleted. With a label or annotation that Kubernetes
 * has not put there, it is somebody's own.
 */
export function contentMadeByKubernetes({ oldObject: { kind, metadata } }: OnDelete<KubernetesObject>): boolean {
  const { annotations, labels, name } = metadata;
  return (
    ((kind === "ConfigMap" && name === "kube-root-ca.crt") || (kind === "ServiceAccount" && name === "default")) &&
    labels === undefined &&
    Object.keys(annotations ?? {}).every((key) => key === "kubernetes.io/description")
  );
}

/** What Kubernetes makes in every Namespace goes with its Namespace, where only marks of the Namespace protect it. */
export function madeByKubernetes(): Override {
  return {
    name: "madeByKubernetes",
    when: (input) => input.namespaceObject?.metadata.deletionTimestamp !== undefined && contentMadeByKubernetes(input),
  };
}

/** Each by its name, which is that of its function. */
export const impliedOverrides: ReadonlyMap<string, Override> = new Map(
  [copyOfDeployment, copyOfWorkload, sliceOfService, endpointsOfService, madeByKubernetes].map((make) => {
    const override = make();
    return [override.name, override];
  }),
);
