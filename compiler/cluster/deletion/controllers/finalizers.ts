/** Who removes a finalizer, as far as it is known; the first that matches. */
const actors: readonly (readonly [RegExp, string])[] = [
  [/^service\.kubernetes\.io\/load-balancer-cleanup$/, "the cloud controller, once the load balancer is gone"],
  [/^(external-provisioner|pv\.kubernetes\.io|kubernetes\.io\/pv-)/, "the provisioner of the volume, once its data is gone"],
  [/^finalizer\.managedresource\.crossplane\.io$/, "the provider of Crossplane, once the external resource is gone"],
  [/^(composite|claim|finalizer)\.apiextensions\.crossplane\.io$/, "Crossplane"],
  [/(^|\.)crossplane\.io(\/|$)/, "Crossplane"],
  [/^finalizers\.[a-z0-9-]+\.services\.k8s\.aws\//, "the ACK controller, once the AWS resource is gone"],
  [/^resources-finalizer\.argocd\.argoproj\.io/, "Argo CD, once it has deleted what the application deployed"],
  [/^finalizers\.fluxcd\.io$/, "Flux, once it has deleted what it applied"],
  [/(^|\.)cert-manager\.io(\/|$)/, "cert-manager"],
  [/(^|\.)cluster\.x-k8s\.io(\/|$)/, "Cluster API"],
  [/^batch\.kubernetes\.io\//, "the controller of Jobs"],
  [/(^|\.)holdfast\.dev(\/|$)/, "Holdfast's controller"],
];

/** Who has to act before an object with this finalizer goes; undefined: nobody here knows. */
export function actorOf(finalizer: string): string | undefined {
  return actors.find(([pattern]) => pattern.test(finalizer))?.[1];
}
