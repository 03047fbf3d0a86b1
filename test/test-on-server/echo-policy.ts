/** A policy that denies nothing and says what it sees: text that a server writes, too, if requests are built alike. */
export const echoPolicy = `
import { type KubernetesObject, type OnDelete, deletionPolicy, show } from "holdfast";

const seen = ({ request, namespaceObject }: Pick<OnDelete<KubernetesObject>, "request" | "namespaceObject">): string => {
  const { resource, requestResource, userInfo } = request;
  const place = \`\${request.namespace ?? "(none)"} in \${namespaceObject?.metadata.name ?? "(no Namespace)"}\`;
  const marks = \`\${show(namespaceObject?.metadata.labels?.["tier"] ?? "(no tier)")} \${show(namespaceObject?.metadata.annotations?.["hold"] ?? "(no hold)")}\`;
  const user = \`\${show(userInfo.username)} \${(userInfo.groups ?? []).includes("ops") ? "of ops" : "of others"}\`;
  return \`\${resource.resource} \${requestResource.version} \${request.subResource ?? "(main)"} \${request.name === undefined ? "(no name)" : show(request.name)} \${place} \${marks} \${user}\`;
};

const options = ({ request }: Pick<OnDelete<KubernetesObject>, "request">): string => {
  const { propagationPolicy, gracePeriodSeconds } = request.options ?? {};
  const grace = gracePeriodSeconds === undefined ? "no grace" : gracePeriodSeconds === 0 ? "no time" : "some time";
  return \`\${show(propagationPolicy ?? "(none)")} \${grace} \${request.dryRun ? "dry" : "for good"}\`;
};

/** Warns of everything that happens in the groups of the tests. */
export default deletionPolicy({
  name: "echo",
  match: [
    { group: "", resource: "*/*" },
    { group: "rbac.authorization.k8s.io", resource: "clusterroles" },
    { group: "test.example.com", resource: "*/*" },
  ],
  overrides: { none: "the rule alone is asked" },
  rules: {
    deleted: {
      warnWhen: () => true,
      message: (input) => {
        const end = input.oldObject.metadata.deletionTimestamp === undefined ? "alive" : "dying";
        return \`delete of \${input.oldObject.kind} \${show(input.oldObject.metadata.name)} \${end}: \${seen(input)}; \${options(input)}\`;
      },
    },
    updated: {
      operation: "update",
      warnWhen: () => true,
      message: (input) => {
        const { object, oldObject } = input;
        const [before, after] = [oldObject, object].map(({ metadata }) => show(metadata.annotations?.["mark"] ?? "(none)"));
        return \`update of \${object.kind} \${show(object.metadata.name)} from \${before ?? ""} to \${after ?? ""}: \${seen(input)}\`;
      },
    },
    created: {
      operation: "create",
      warnWhen: () => true,
      message: (input) => \`create of \${input.object.kind} \${show(input.object.metadata.name)}: \${seen(input)}\`,
    },
  },
});
`;

/** What may differ between ways to ask. Each case is let through, and its warning is compared word for word. */
export const echoSuite = `
policy: echo
kinds: [{ group: test.example.com, kind: Widget, resource: widgets, scope: Namespaced }]
cases:
  - name: a delete
    delete: { apiVersion: v1, kind: ConfigMap, metadata: { name: settings, namespace: shop } }
    as: alice
    groups: [ops]
    dryRun: true
    expect: { warn: { rule: deleted, message: 'delete of ConfigMap "settings" alive: configmaps v1 (main) "settings" shop in shop "(no tier)" "(no hold)" "alice" of ops; "(none)" no grace dry' } }

  - name: a collection delete, in a Namespace with marks
    deleteCollection: { apiVersion: v1, kind: ConfigMap, metadata: { name: settings, namespace: shop } }
    namespaceObject: { labels: { tier: gold }, annotations: { hold: "yes" } }
    dryRun: true
    expect: { warn: { message: 'configmaps v1 (main) (no name) shop in shop "gold" "yes"' } }

  - name: options, by a service account
    delete: { apiVersion: v1, kind: Secret, metadata: { name: key, namespace: shop } }
    options: { propagationPolicy: Orphan, gracePeriodSeconds: 5 }
    as: system:serviceaccount:apps:deployer
    dryRun: true
    expect: { warn: { message: '"Orphan" some time dry' } }

  - name: a Pod without a node has no time
    delete: { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { containers: [{ name: web, image: example.com/web:1 }] } }
    dryRun: true
    expect: { warn: { message: "no time dry" } }

  - name: a Namespace
    delete: { apiVersion: v1, kind: Namespace, metadata: { name: echo-shop } }
    dryRun: true
    expect: { warn: { message: 'namespaces v1 (main) "echo-shop" echo-shop in (no Namespace)' } }

  - name: the same Namespace once more, under a name of its own
    delete: { apiVersion: v1, kind: Namespace, metadata: { name: echo-shop, annotations: { mark: "1" } } }
    dryRun: true
    expect: warn

  - name: a cluster-scoped object
    delete: { apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: { name: echo-reader } }
    dryRun: true
    expect: { warn: { message: 'clusterroles v1 (main) "echo-reader" (none) in (no Namespace)' } }

  - name: an object that is being deleted already
    delete:
      apiVersion: v1
      kind: ConfigMap
      metadata: { name: settings, deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: [example.com/hold] }
    dryRun: true
    expect: { warn: { message: 'delete of ConfigMap "settings" dying' } }

  - name: a delete through another version
    delete: { apiVersion: test.example.com/v1, kind: Widget, metadata: { name: w } }
    through: v1beta1
    dryRun: true
    expect: { warn: { message: 'widgets v1beta1 (main) "w"' } }

  - name: an update
    update:
      oldObject: { apiVersion: v1, kind: ConfigMap, metadata: { name: settings, annotations: { mark: "1" } } }
      object: { apiVersion: v1, kind: ConfigMap, metadata: { name: settings, annotations: { mark: "2" } } }
    dryRun: true
    expect: { warn: { rule: updated, message: 'from "1" to "2"' } }

  - name: an update of a subresource, whose server leaves the marks alone
    update:
      oldObject: { apiVersion: test.example.com/v1, kind: Widget, metadata: { name: w, annotations: { mark: "1" } }, status: { phase: Old } }
      object: { apiVersion: test.example.com/v1, kind: Widget, metadata: { name: w, annotations: { mark: "1" } }, status: { phase: New } }
    subresource: status
    dryRun: true
    expect: { warn: { message: 'from "1" to "1": widgets v1 status "w"' } }

  - name: a create
    create: { apiVersion: v1, kind: ConfigMap, metadata: { name: settings } }
    dryRun: true
    expect: { warn: { rule: created, message: 'create of ConfigMap "settings"' } }
`;
