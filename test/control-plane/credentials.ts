import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { type Authority, createAuthority, createSigningKey, type KeyPair } from "./certificates.ts";
import { encodeKubeconfig } from "./kubeconfig.ts";

export type Credentials = {
  /** The certificate that vouches for the API server. */
  readonly authority: string;
  /** A member of system:masters. */
  readonly admin: KeyPair;
  /** Where the servers and tools find what is theirs. */
  readonly files: CredentialFiles;
};

export type CredentialFiles = Readonly<Record<CredentialFile, string>>;

type CredentialFile =
  | "authority.crt"
  | "clients.crt"
  | "apiserver.crt"
  | "apiserver.key"
  | "front-proxy-authority.crt"
  | "front-proxy-client.crt"
  | "front-proxy-client.key"
  | "service-account.key"
  | "service-account.pub"
  | "admin.kubeconfig"
  | "controller-manager.kubeconfig";

export const serviceAddresses = {
  range: "10.96.0.0/16",
  /** The first of the range belongs to the service `kubernetes` in `default`. */
  kubernetes: "10.96.0.1",
};

/** Made afresh for each control plane; nothing of it outlives the run directory. */
export async function issueCredentials(runDirectory: string, url: string): Promise<Credentials> {
  const authority = await createAuthority("control-plane");
  const admin = await issueAdmin(authority);
  const kubeconfigFor = (user: KeyPair) => encodeKubeconfig({ url, authority: authority.certificate, user });
  const files = await writeCredentialFiles(join(runDirectory, "credentials"), {
    "authority.crt": authority.certificate,
    // kube-apiserver verifies the certificate of each request anew, but for one that it trusts itself: an eighth of what
    // small requests cost it.
    "clients.crt": `${authority.certificate}\n${admin.certificate}\n`,
    "admin.kubeconfig": kubeconfigFor(admin),
    "controller-manager.kubeconfig": kubeconfigFor(await issueControllerManager(authority)),
    ...(await issueApiserver(authority)),
    ...(await issueFrontProxy()),
    ...(await issueServiceAccountKeys()),
  });
  return { authority: authority.certificate, admin, files };
}

function issueAdmin(authority: Authority): Promise<KeyPair> {
  return authority.issue({ usage: "client", commonName: "admin", organization: "system:masters" });
}

function issueControllerManager(authority: Authority): Promise<KeyPair> {
  return authority.issue({ usage: "client", commonName: "system:kube-controller-manager" });
}

async function issueApiserver(authority: Authority) {
  const { certificate, privateKey } = await authority.issue({
    usage: "server",
    commonName: "kube-apiserver",
    dnsNames: ["localhost", "kubernetes.default.svc"],
    ipAddresses: ["127.0.0.1", serviceAddresses.kubernetes],
  });
  return { "apiserver.crt": certificate, "apiserver.key": privateKey };
}

/** By an authority of its own: whoever holds a certificate of the front proxy may name any user. */
async function issueFrontProxy() {
  const authority = await createAuthority("front-proxy");
  const client = await authority.issue({ usage: "client", commonName: "front-proxy-client" });
  return {
    "front-proxy-authority.crt": authority.certificate,
    "front-proxy-client.crt": client.certificate,
    "front-proxy-client.key": client.privateKey,
  };
}

async function issueServiceAccountKeys() {
  const { privateKey, publicKey } = await createSigningKey();
  return { "service-account.key": privateKey, "service-account.pub": publicKey };
}

async function writeCredentialFiles(
  directory: string,
  texts: Readonly<Record<CredentialFile, string>>,
): Promise<CredentialFiles> {
  await mkdir(directory, { mode: 0o700 });
  const written = Object.entries(texts).map(async ([file, text]) => {
    const path = join(directory, file);
    await writeFile(path, text, { mode: 0o600 });
    return [file, path] as const;
  });
  return Object.fromEntries(await Promise.all(written)) as CredentialFiles;
}
