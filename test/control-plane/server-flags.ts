import { join } from "node:path";

import { type CredentialFiles, serviceAddresses } from "./credentials.ts";

export type Ports = {
  readonly etcdClient: number;
  readonly etcdPeer: number;
  readonly apiserver: number;
};

export type Layout = {
  readonly runDirectory: string;
  readonly ports: Ports;
  readonly files: CredentialFiles;
  readonly auditLog: string;
  readonly admissionConfiguration: string | undefined;
};

const auditPolicy = join(import.meta.dirname, "audit-policy.yaml");

export function etcdUrl(ports: Ports): string {
  return `http://127.0.0.1:${ports.etcdClient}`;
}

export function etcdFlags({ runDirectory, ports }: Layout): readonly string[] {
  const peerUrl = `http://127.0.0.1:${ports.etcdPeer}`;
  return [
    `--data-dir=${join(runDirectory, "etcd")}`,
    "--name=control-plane",
    `--listen-client-urls=${etcdUrl(ports)}`,
    `--advertise-client-urls=${etcdUrl(ports)}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=control-plane=${peerUrl}`,
    // What a power failure would lose is thrown away anyway.
    "--unsafe-no-fsync",
    "--log-level=error",
  ];
}

export function apiserverFlags({ ports, files, auditLog, admissionConfiguration }: Layout): readonly string[] {
  return [
    `--etcd-servers=${etcdUrl(ports)}`,
    "--bind-address=127.0.0.1",
    `--secure-port=${ports.apiserver}`,
    "--advertise-address=127.0.0.1",
    // A loopback address is not allowed in Endpoints, so the server must not publish itself.
    "--endpoint-reconciler-type=none",
    `--service-cluster-ip-range=${serviceAddresses.range}`,
    "--authorization-mode=RBAC,Node",
    `--client-ca-file=${files["clients.crt"]}`,
    `--tls-cert-file=${files["apiserver.crt"]}`,
    `--tls-private-key-file=${files["apiserver.key"]}`,
    "--service-account-issuer=https://kubernetes.default.svc",
    `--service-account-key-file=${files["service-account.pub"]}`,
    `--service-account-signing-key-file=${files["service-account.key"]}`,
    ...frontProxyFlags(files),
    `--audit-policy-file=${auditPolicy}`,
    `--audit-log-path=${auditLog}`,
    // A second file would not be appended to, and so could not be emptied between two suites.
    "--audit-log-maxsize=1000000",
    ...(admissionConfiguration === undefined ? [] : [`--admission-control-config-file=${admissionConfiguration}`]),
  ];
}

/** The header names are those that kubeadm sets; an aggregated API server reads them. */
function frontProxyFlags(files: CredentialFiles): readonly string[] {
  return [
    `--requestheader-client-ca-file=${files["front-proxy-authority.crt"]}`,
    "--requestheader-allowed-names=front-proxy-client",
    "--requestheader-extra-headers-prefix=X-Remote-Extra-",
    "--requestheader-group-headers=X-Remote-Group",
    "--requestheader-username-headers=X-Remote-User",
    `--proxy-client-cert-file=${files["front-proxy-client.crt"]}`,
    `--proxy-client-key-file=${files["front-proxy-client.key"]}`,
  ];
}

export function controllerManagerFlags({ files }: Layout): readonly string[] {
  const kubeconfig = files["controller-manager.kubeconfig"];
  return [
    `--kubeconfig=${kubeconfig}`,
    `--authentication-kubeconfig=${kubeconfig}`,
    `--authorization-kubeconfig=${kubeconfig}`,
    // It serves nobody.
    "--secure-port=0",
    "--leader-elect=false",
    // Each controller acts as its own user, as in real clusters: policies may tell them apart.
    "--use-service-account-credentials",
    `--service-account-private-key-file=${files["service-account.key"]}`,
    `--root-ca-file=${files["authority.crt"]}`,
    // With the default of 20 a second, creating the controllers' accounts takes five seconds.
    "--kube-api-qps=500",
    "--kube-api-burst=1000",
  ];
}
