import type { KeyPair } from "./certificates.ts";

export type KubeconfigContent = {
  readonly url: string;
  /** The certificate that vouches for the server. */
  readonly authority: string;
  readonly user: KeyPair;
};

/** Complete in itself: the certificates are inside, so that the file can be handed to any tool. */
export function encodeKubeconfig({ url, authority, user }: KubeconfigContent): string {
  const name = "control-plane";
  const cluster = { server: url, "certificate-authority-data": base64(authority) };
  const identity = {
    "client-certificate-data": base64(user.certificate),
    "client-key-data": base64(user.privateKey),
  };
  const kubeconfig = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name, cluster }],
    users: [{ name, user: identity }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    "current-context": name,
  };
  // JSON is YAML.
  return JSON.stringify(kubeconfig, undefined, 2);
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}
