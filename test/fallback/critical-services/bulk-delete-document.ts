const manifest = (apiVersion: string, kind: string, metadata: Readonly<Record<string, string>>): string =>
  [
    `apiVersion: ${apiVersion}`,
    `kind: ${kind}`,
    "metadata:",
    ...Object.entries(metadata).map((pair) => `  ${pair.join(": ")}`),
  ].join("\n");

/** The document's objects, in a group of custom resources and with names that end so: several deletes do not meet. */
export function documentOf(group: string, end = "") {
  const [service, namespace, deployment] = [
    `for-finalizer-deployment${end}`,
    `finalizer-namespace${end}`,
    "finalizer-deployment",
  ];
  const crd = `coolresources.${group}`;
  const works = [
    [
      manifest("protection.holdfast.dev/v1alpha1", "CriticalService", { name: service }),
      manifest("v1", "Namespace", { name: namespace }),
      manifest("apps/v1", "Deployment", { name: deployment, namespace }),
    ].join("\n---\n"),
    manifest("apiextensions.k8s.io/v1", "CustomResourceDefinition", { name: crd }),
    manifest(`${group}/v1`, "CoolResource", { name: "some-instance", namespace: "users" }),
  ];
  const paths = {
    service: `/apis/protection.holdfast.dev/v1alpha1/criticalservices/${service}`,
    namespace: `/api/v1/namespaces/${namespace}`,
    deployment: `/apis/apps/v1/namespaces/${namespace}/deployments/${deployment}`,
    crd: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${crd}`,
    instance: `/apis/${group}/v1/namespaces/users/coolresources/some-instance`,
  };
  return { group, service, namespace, deployment, crd, finalizer: `${group}/super-important`, works, paths };
}

export type Document = ReturnType<typeof documentOf>;
