/** `directory` is absolute, on the disk of the API server (kubernetes v1.37.1: apiserver, pkg/admission/plugin/policy/config). */
export function admissionConfiguration(directory: string): object {
  return {
    apiVersion: "apiserver.config.k8s.io/v1",
    kind: "AdmissionConfiguration",
    plugins: [
      {
        name: "ValidatingAdmissionPolicy",
        configuration: {
          apiVersion: "apiserver.config.k8s.io/v1",
          kind: "ValidatingAdmissionPolicyConfiguration",
          staticManifestsDir: directory,
        },
      },
    ],
  };
}
