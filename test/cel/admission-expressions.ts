import type { Input } from "../../compiler/api/admission-review.ts";
import { deleteOf, namespaceNamed } from "../../compiler/simulator/admission/index.ts";
import type { CelValue } from "../../compiler/cel/index.ts";

const bucket = {
  apiVersion: "s3.services.k8s.aws/v1alpha1",
  kind: "Bucket",
  metadata: {
    name: "data",
    namespace: "shop",
    uid: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
    creationTimestamp: "2026-11-21T10:00:00Z",
    labels: { "app.kubernetes.io/name": "shop", tier: "gold" },
    annotations: { "s3.services.k8s.aws/prevent-delete": "true", note: "a\nb" },
    finalizers: ["finalizers.s3.services.k8s.aws/Bucket"],
    ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "c", uid: "1", controller: true }],
  },
  spec: {
    replicas: 3,
    ratio: 0.5,
    suspend: true,
    name: "data-bucket",
    tagging: { tagSet: [{ key: "env", value: "prod" }, "odd", null] },
    empty: null,
    port: "http",
  },
};

/** One delete that every expression is asked about. */
export const askedDelete: Input = deleteOf(bucket, {
  resource: { group: "s3.services.k8s.aws", version: "v1alpha1", resource: "buckets" },
  as: "system:serviceaccount:argocd:argocd-application-controller",
  options: { propagationPolicy: "Foreground" },
  namespaceObject: namespaceNamed("shop", {
    annotations: { "services.k8s.aws/deletion-policy": "retain" },
    uid: "n-1",
    creationTimestamp: "2026-01-01T00:00:00Z",
  }),
});

const own = "oldObject.metadata.?annotations[?'s3.services.k8s.aws/prevent-delete']";
const inherited = "namespaceObject.?metadata.?annotations[?'services.k8s.aws/prevent-delete']";
const isMap = "type(oldObject.?spec.orValue(null)) == map";
const spec = `(${isMap} ? oldObject.spec : {})`;
const keys = "oldObject.metadata.?labels.orValue({})";
const sorted = `[0, 1, 2].filter(i, i < size(${keys})).map(i, ${keys}.filter(x, size(${keys}.filter(y, y < x)) == i)[0])`;

/** Expressions as admission policies have them, and what the API server makes of them for this delete. */
export const admissionExpressions: readonly (readonly [cel: string, gives: CelValue])[] = [
  ["oldObject.metadata.name == 'data'", true],
  ["object == null && oldObject != null", true],
  [`${own} != optional.of('true')`, false],
  [`${own}.or(${inherited}).orValue('false') == 'false'`, false],
  [`${own}.hasValue() && ${own}.orValue('') != 'false'`, true],
  [`${inherited}.hasValue()`, false],
  ["oldObject.metadata.?annotations[?request.resource.group + '/prevent-delete'].orValue('')", "true"],
  ["namespaceObject.?metadata.?annotations[?'services.k8s.aws/deletion-policy'].orValue('delete') in ['delete', 'retain']", true],
  ["namespaceObject.metadata.name == 'shop' && !has(namespaceObject.metadata.deletionTimestamp)", true],
  ["namespaceObject.metadata.labels['kubernetes.io/metadata.name']", "shop"],
  ["namespaceObject == null", false],
  ["has(oldObject.metadata.labels) && oldObject.metadata.labels['tier'] == 'gold'", true],
  ["'app.kubernetes.io/name' in oldObject.metadata.labels", true],
  ["oldObject.metadata.?labels[?'tier'].orValue('').startsWith('go')", true],
  ["!(oldObject.metadata.?labels[?'tier'].orValue('') in ['silver', 'gold'])", false],
  ["oldObject.metadata.?labels.orValue({}).exists(k, k.startsWith('app.kubernetes.io/'))", true],
  ["size(oldObject.metadata.?labels.orValue({})) <= 2000 && oldObject.metadata.labels.all(k, k != 'tier')", false],
  ["oldObject.metadata.?labels.orValue({}) == oldObject.metadata.?annotations.orValue({})", false],
  ["oldObject.metadata.?finalizers.orValue([]).exists(f, f.endsWith('/Bucket'))", true],
  ["oldObject.metadata.?ownerReferences.orValue([]).exists(o, o.kind == 'ConfigMap' && o.?controller.orValue(false))", true],
  ["oldObject.metadata.?ownerReferences[?0].?name.orValue('')", "c"],
  ["oldObject.metadata.?ownerReferences[?1].hasValue()", false],
  ["oldObject.metadata.?deletionTimestamp.hasValue()", false],
  [isMap, true],
  [`${spec}.?replicas.orValue(0) > 2`, true],
  [`${spec}.?ratio.orValue(0) < 1`, true],
  [`double(${spec}.?replicas.orValue(0)) > double(${spec}.?ratio.orValue(0))`, true],
  [`${spec}.?suspend.orValue(false) == true`, true],
  [`${spec}.?empty.hasValue()`, true],
  [`${spec}.?empty.orValue('d') == null`, true],
  [`type(${spec}.?port.orValue(null)) == int || type(${spec}.?port.orValue(null)) == double`, false],
  [`${spec}.?port.?number.hasValue()`, false],
  [`type(${spec}.?tagging.?tagSet.orValue(null)) == list`, true],
  [`${spec}.tagging.tagSet.exists(t, type(t) == map && t.?value.orValue('') == 'prod')`, true],
  [`${spec}.tagging.tagSet.all(t, !(type(t) == map) || t.?value.orValue('') == 'prod')`, true],
  [`size(${spec}.tagging.tagSet.filter(t, type(t) == string))`, 1n],
  [`${spec}.?name.orValue('').split('-').exists(p, p == 'bucket')`, true],
  ["['a', 'b'].map(x, x + '!').join(', ')", "a!, b!"],
  [sorted, ["app.kubernetes.io/name", "tier"]],
  [`${sorted}.join(', ')`, "app.kubernetes.io/name, tier"],
  ["request.operation == 'DELETE' && request.name == 'data' && request.namespace == 'shop'", true],
  ["request.?subResource.orValue('') == ''", true],
  ["has(request.subResource) || has(request.userInfo.uid)", false],
  ["request.resource.group.endsWith('.services.k8s.aws') || request.resource.group == 'services.k8s.aws'", true],
  ["request.resource.group == '' && request.resource.resource in ['namespaces', 'pods']", false],
  ["request.requestResource.version != 'v1alpha1' && !oldObject.?spec.hasValue()", false],
  ["request.userInfo.username.startsWith('system:serviceaccount:argocd:')", true],
  ["request.userInfo.?groups.orValue([]).exists(g, g == 'system:masters')", false],
  ["'system:serviceaccounts:argocd' in request.userInfo.groups", true],
  ["request.dryRun", false],
  ["request.options.?propagationPolicy.orValue('Background') == 'Orphan'", false],
  ["request.?options.?propagationPolicy.orValue('')", "Foreground"],
  ["request.options.?gracePeriodSeconds.orValue(30) == 0", false],
  ["request.options.kind + ' ' + request.options.apiVersion", "DeleteOptions meta.k8s.io/v1"],
  [
    "'keep: ' + oldObject.kind + ' ' + oldObject.metadata.?namespace.orValue('') + '/' + oldObject.metadata.name + ' is protected'",
    "keep: Bucket shop/data is protected",
  ],
  [
    "size(request.userInfo.username) <= 63 && request.userInfo.username.matches('^[ -~]*$') ? '\"' + request.userInfo.username + '\"' : '(cannot be shown)'",
    '"system:serviceaccount:argocd:argocd-application-controller"',
  ],
  ["oldObject.metadata.annotations['note'].matches('^[ -~]*$') ? 'shown' : 'hidden'", "hidden"],
  ["oldObject.metadata.name.matches('^[a-z][a-z0-9-]*$')", true],
  ["oldObject.metadata.uid.matches('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')", true],
  ["{'gold': 'yes', 'silver': 'no'}[?oldObject.metadata.?labels[?'tier'].orValue('')].orValue('unknown')", "yes"],
  ["oldObject.metadata.?labels[?'tier'].orValue('') == 'gold' == oldObject.metadata.?annotations.hasValue()", true],
  ["oldObject.metadata.name == 'data' in [true]", true],
  ["oldObject.spec.missing == 1 || oldObject.metadata.name == 'data'", true],
  ["false && oldObject.spec.missing", false],
];
