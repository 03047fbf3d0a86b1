/** What kube-apiserver gets as `--admission-control-config-file`. */
export const admissionConfigurationFile = "admission-configuration.yaml";

/** No Markdown: our header would be headings there. */
export const instructionsFile = "README.txt";

/** Below the directory: API servers take every file of it for a policy. */
export const policiesDirectory = "policies";

/** How the files get onto the API servers, for whoever runs them; `path` is where the directory lies on their disks. */
export function instructions(path: string): string {
  return `Admission policies that API servers read from their own disks. No request to the API can change or remove them, so they can
protect the policies, bindings and webhook configurations in the API, which nothing else of Kubernetes asks policies about.

Needs Kubernetes 1.36 (alpha) or 1.37 (beta), and access to the flags and disks of the API servers: managed control planes
give you neither.

1. Copy this directory to ${path} on every machine that runs kube-apiserver, owned by root and writable by root alone:
   whoever can write there decides what the cluster admits.

     install -d -m 0755 ${path} ${path}/policies
     install -m 0644 ${admissionConfigurationFile} ${path}/
     install -m 0644 policies/*.yaml ${path}/policies/

   Keep everything else out of policies/: every *.yaml, *.yml and *.json there is taken for a policy.

2. Give each kube-apiserver this flag, and restart them one by one:

     --admission-control-config-file=${path}/${admissionConfigurationFile}
     --feature-gates=ManifestBasedAdmissionControlConfig=true    (on 1.36 only: 1.37 has it on by default)

   Where the flag names a file already, put the plugin of ours into its list: there is one file for all plugins.
   With kubeadm, kube-apiserver is a static Pod: mount ${path} into it (apiServer.extraVolumes, readOnly: true,
   pathType: Directory), and set the flag in apiServer.extraArgs.

3. Do it on every API server of the control plane. One without the files lets everything through that is asked of it.
   To see that it works, as somebody who may delete policies, ask each of them:

     kubectl --server https://<one API server> delete validatingadmissionpolicies -l app.kubernetes.io/managed-by=holdfast --dry-run=server

   It has to say: deleteGuard: ValidatingAdmissionPolicy ... protects other objects

Changes: kube-apiserver reads the files again within a minute, without a restart. Copy a new file there under a name that ends
in .new, and rename it. A set with a mistake in it is not taken: a running server keeps the one before and says so in its log and in
apiserver_manifest_admission_config_controller_automatic_reloads_total, but no server starts with it. Go one by one.

Overrides, from the small one to the large one:

- One object: kubectl annotate validatingadmissionpolicies/<name> holdfast.dev/release=<its metadata.uid>
  Denials print the command. The object can then be deleted, and changed in every way, until the annotation is off again.
- Everything: move the files out of ${path}/policies on every API server. Within a minute they protect nothing.
- A server that does not start: take --admission-control-config-file away, or fix the file that its log names.
`;
}
