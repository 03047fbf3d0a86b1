import { execFile } from "node:child_process";
import { InputError } from "./input-error.ts";
import type { DocumentText } from "./read-documents.ts";

export interface ClusterQuery {
  /** Of the kubeconfig; its current one unless told. */
  readonly context: string | undefined;
  /** `buckets.s3.services.k8s.aws`; all definitions unless told. */
  readonly names: readonly string[];
}

/** Hundreds of definitions may have 100 MB. */
const maxBytes = 512 * 1024 * 1024;

/**
 * The CustomResourceDefinitions of a cluster, through kubectl: it has the user's kubeconfig, plugins for logging in and
 * proxies already.
 */
export function readCluster({ context, names }: ClusterQuery): Promise<DocumentText> {
  const flags = context === undefined ? [] : [`--context=${context}`];
  const words = ["get", "customresourcedefinitions.apiextensions.k8s.io", "--output=json", ...flags, ...names];
  return new Promise((resolve, reject) => {
    execFile("kubectl", words, { maxBuffer: maxBytes, encoding: "utf8" }, (error, stdout, stderr) => {
      if (error === null) resolve({ path: "the cluster", text: stdout });
      else reject(asInputError(error, stderr));
    });
  });
}

function asInputError(error: Error & { readonly code?: unknown }, stderr: string): InputError {
  if (error.code === "ENOENT")
    return new InputError(
      "kubectl is not installed, or not on the PATH",
      "install it, or run `kubectl get crds -o yaml` where it is and give its output to `holdfast types -`",
      "cluster",
    );
  if (error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER")
    return new InputError(
      "kubectl's answer is too large",
      "name the definitions that you need: holdfast types --cluster <name> ...",
      "cluster",
    );
  const said = stderr.trim().split(/\r?\n/).at(-1) ?? "";
  return new InputError(
    `kubectl could not read the CustomResourceDefinitions: ${said === "" ? error.message : said}`,
    "make `kubectl get crds` work: it uses the same kubeconfig ($KUBECONFIG or ~/.kube/config) and the context of --context",
    "cluster",
  );
}
