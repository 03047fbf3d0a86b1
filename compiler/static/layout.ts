/** What kube-apiserver gets as `--admission-control-config-file`. */
export const admissionConfigurationFile = "admission-configuration.yaml";

/** No Markdown: our header would be headings there. */
export const instructionsFile = "README.txt";

/** Below the directory: API servers take every file of it for a policy. */
export const policiesDirectory = "policies";
