import { readFile } from "node:fs/promises";
import { isIPv6 } from "node:net";
import { join } from "node:path";
import { ConnectError } from "../cluster-error.ts";
import type { Access, Credentials } from "./credentials.ts";

/** Where the kubelet mounts the token of the pod's service account. */
export const serviceAccountDirectory = "/var/run/secrets/kubernetes.io/serviceaccount";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * As a pod. Two files and two variables need no client library, whose import takes half a second and 50 MB and more of memory,
 * in every replica.
 */
export function serviceAccountAccess(environment: Environment, directory: string): Access {
  const host = environment["KUBERNETES_SERVICE_HOST"];
  const port = environment["KUBERNETES_SERVICE_PORT"];
  if (host === undefined || host === "" || port === undefined || port === "")
    throw new ConnectError("this is no pod: KUBERNETES_SERVICE_HOST and _PORT are not set", "name a kubeconfig instead");
  const url = `https://${isIPv6(host) ? `[${host}]` : host}:${port}`;
  if (!URL.canParse(url)) throw new ConnectError(`${url} is no URL`, "fix KUBERNETES_SERVICE_HOST and _PORT");
  const read = () => readFiles(directory);
  return { url, reader: { read, readAnew: read } };
}

/** The kubelet replaces both files as they are renewed, so they are read again and again. */
async function readFiles(directory: string): Promise<Credentials> {
  const [token, ca] = await Promise.all(["token", "ca.crt"].map((name) => readFile(join(directory, name), "utf8")));
  return { headers: { authorization: `Bearer ${token?.trim()}` }, tls: { ca } };
}
