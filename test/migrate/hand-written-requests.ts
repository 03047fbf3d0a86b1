import type { ApiRequest } from "../control-plane/api-client.ts";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { webhookConfigurations } from "../control-plane/collections.ts";
import { created, mergePatch } from "../control-plane/requests.ts";
import { podSpec } from "../fixtures/objects.ts";

/** A policy by hand, what it becomes, and the requests that the table of the guide is about. */
export interface Comparison {
  /** The heading in the guide. */
  readonly section: string;
  /** The name of the published policy. */
  readonly original: string;
  /** The file of the rule. */
  readonly file: string;
  /** What is asked about, in a Namespace of its own. */
  readonly store: (server: ControlPlane, namespace: string) => Promise<void>;
  /** By the first cell of their row. */
  readonly requests: (namespace: string) => Readonly<Record<string, ApiRequest>>;
}

const dry = "dryRun=All";

const deletion = (path: string): ApiRequest => ({ method: "DELETE", path: `${path}?${dry}` });

const patch = (path: string, metadata: object): ApiRequest => mergePatch(`${path}?${dry}`, { metadata });

const noDelete = "platform.cozystack.io/no-delete";

/** As kubectl drain does. */
function eviction(namespace: string, name: string): ApiRequest {
  const body = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name, namespace } };
  return { method: "POST", path: `/api/v1/namespaces/${namespace}/pods/${name}/eviction?${dry}`, body };
}

const moco: Comparison = {
  section: "moco",
  original: "moco-delete-validator",
  file: "moco-pods",
  store: async (server, namespace) => {
    const root = `/api/v1/namespaces/${namespace}`;
    await created(server, `${root}/serviceaccounts`, { metadata: { name: "default" } });
    const annotations = { "moco.cybozu.com/prevent-delete": "true" };
    await created(server, `${root}/pods`, { metadata: { name: "moco-0", annotations }, spec: podSpec() });
    await created(server, `${root}/pods`, { metadata: { name: "moco-1" }, spec: podSpec() });
  },
  requests: (namespace) => {
    const pods = `/api/v1/namespaces/${namespace}/pods`;
    const annotations = { "moco.cybozu.com/prevent-delete": null };
    return {
      "delete of an annotated Pod": deletion(`${pods}/moco-0`),
      "delete of all Pods of the Namespace": deletion(pods),
      "delete of another Pod": deletion(`${pods}/moco-1`),
      "annotation taken off the Pod": patch(`${pods}/moco-0`, { annotations }),
      "annotation taken off through `pods/status`": patch(`${pods}/moco-0/status`, { annotations }),
      "eviction of an annotated Pod, as in a drain": eviction(namespace, "moco-0"),
      "delete of the Namespace": deletion(`/api/v1/namespaces/${namespace}`),
    };
  },
};

const cozystack: Comparison = {
  section: "cozystack",
  original: "cozystack-no-delete-guardrail",
  file: "no-delete",
  store: async (server, namespace) => {
    const root = `/api/v1/namespaces/${namespace}`;
    const labels = { [noDelete]: "true" };
    await created(server, `${root}/configmaps`, { metadata: { name: "kept", labels } });
    await created(server, `${root}/configmaps`, { metadata: { name: "other" } });
    await created(server, `${root}/serviceaccounts`, { metadata: { name: "kept", labels } });
  },
  requests: (namespace) => {
    const root = `/api/v1/namespaces/${namespace}`;
    const owner = { apiVersion: "v1", kind: "ConfigMap", name: "gone", uid: "gone" };
    return {
      "delete of a labelled ConfigMap": deletion(`${root}/configmaps/kept`),
      "delete of all ConfigMaps of the Namespace": deletion(`${root}/configmaps`),
      "delete of another ConfigMap": deletion(`${root}/configmaps/other`),
      "label removed": patch(`${root}/configmaps/kept`, { labels: { [noDelete]: null } }),
      "new owner reference on a labelled ConfigMap": patch(`${root}/configmaps/kept`, { ownerReferences: [owner] }),
      "delete of the Namespace that holds a labelled ConfigMap": deletion(root),
      "delete of a labelled ServiceAccount, a kind that is not listed": deletion(`${root}/serviceaccounts/kept`),
    };
  },
};

const syncController: Comparison = {
  section: "secrets-store-sync-controller",
  original: "secrets-store-sync-controller-delete-policy",
  file: "sync-controller",
  store: async (server, namespace) => {
    await created(server, `/api/v1/namespaces/${namespace}/secrets`, { metadata: { name: "synced" } });
  },
  requests: (namespace) => {
    const request = deletion(`/api/v1/namespaces/${namespace}/secrets/synced`);
    const as = "system:serviceaccount:sync:secrets-store-sync-controller";
    return {
      "delete of a Secret by the controller": { ...request, as, groups: ["system:masters"] },
      "delete of a Secret by somebody else": request,
    };
  },
};

const admissionResources: Comparison = {
  section: "protect-admission-resources",
  original: "example-protect-admission-resources",
  file: "admission-resources",
  store: async (server, namespace) => {
    const labels = { "platform.example.com/protected": "true" };
    await created(server, webhookConfigurations, { metadata: { name: `${namespace}-kept`, labels } });
    await created(server, webhookConfigurations, { metadata: { name: `${namespace}-other` } });
  },
  requests: (namespace) => {
    const [kept, other] = [`${webhookConfigurations}/${namespace}-kept`, `${webhookConfigurations}/${namespace}-other`];
    const annotations = { "example.com/note": "new" };
    return {
      "delete of a labelled configuration": deletion(kept),
      "delete of one without the label": deletion(other),
      "update of a labelled configuration": patch(kept, { annotations }),
      "update that takes the label off": patch(kept, { labels: { "platform.example.com/protected": null } }),
      "update of one without the label": patch(other, { annotations }),
    };
  },
};

export const comparisons: readonly Comparison[] = [moco, cozystack, syncController, admissionResources];
