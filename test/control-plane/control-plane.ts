import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { type ApiClient, openApiClient } from "./api-client.ts";
import { prepareBinaries } from "./build.ts";
import { type Credentials, issueCredentials } from "./credentials.ts";
import { findFreePorts } from "./free-ports.ts";
import { createKubectl, type Kubectl } from "./kubectl.ts";
import { hasDefaultNamespace, hasDefaultServiceAccount, isApiserverReady, isEtcdReady, askGitVersion } from "./readiness.ts";
import { openRun, type Run } from "./run.ts";
import { type Layout, apiserverFlags, controllerManagerFlags, etcdFlags, etcdUrl } from "./server-flags.ts";
import { sweepStaleRuns } from "./stale-runs.ts";
import type { ControlPlaneOptions, ToolName } from "./tools.ts";

/** What a suite may use of a control plane, whoever started it. */
export type ControlPlane = {
  readonly url: string;
  /** Of etcd: for what no request can bring about, such as an object that is an hour old. */
  readonly etcdUrl: string;
  /** As the server calls itself: `v1.37.1`. */
  readonly gitVersion: string;
  /** The path of a kubeconfig of an admin (system:masters). */
  readonly kubeconfig: string;
  /** Holds everything of this control plane, logs included; gone when it is stopped. */
  readonly runDirectory: string;
  /** The path of the audit log: one JSON event per line, reads left out. */
  readonly auditLog: string;
  readonly kubectl: Kubectl;
  readonly request: ApiClient["request"];
};

/** One that the suite has to itself, to do with as it likes. */
export type OwnControlPlane = ControlPlane & {
  /** Plain data, with which another process can use it: `connectControlPlane`. */
  readonly address: ControlPlaneAddress;
  /** Of the second API server, where one was asked for. */
  readonly lawlessUrl: string | undefined;
  readonly apiserver: Restartable;
  readonly etcd: Pausable;
  readonly controllerManager: Omit<Restartable, "end">;
  stop(): Promise<void>;
};

/** For tests of what others do meanwhile. etcd goes on, so nothing that was stored is lost. */
export type Restartable = {
  /** By SIGKILL, as in a crash. */
  kill(): Promise<void>;
  /** By SIGTERM: what is under way is finished first, for twelve seconds at most. */
  end(): Promise<void>;
  /** Returns when it is ready again, on the same port. */
  start(): Promise<void>;
};

/** Stands still, with its connections open, and goes on as if nothing had been. */
export type Pausable = {
  pause(): void;
  resume(): void;
};

export type ControlPlaneAddress = Omit<ControlPlane, "kubectl" | "request"> & {
  readonly kubectlBinary: string;
  /** Where kubectl keeps what it discovered. */
  readonly home: string;
  readonly credentials: Pick<Credentials, "authority" | "admin">;
};

export type ConnectedControlPlane = ControlPlane & { close(): Promise<void> };

type Binary = (tool: ToolName) => string;

const attempts = 3;

/** Builds what is missing, starts everything and returns when it answers. */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<OwnControlPlane> {
  const directory = await prepareBinaries(options);
  const binary: Binary = (tool) => join(directory, tool);
  await sweepStaleRuns();
  for (let attempt = 1; ; attempt++) {
    const run = openRun();
    try {
      return await startServers(run, binary, options);
    } catch (error) {
      await run.stop();
      // Between finding a free port and listening on it, somebody else may have been faster.
      const isPortTaken = String(error).includes("address already in use");
      if (!isPortTaken || attempt === attempts) throw error;
    }
  }
}

/** To a control plane that runs, maybe started by another process. */
export function connectControlPlane(address: ControlPlaneAddress): ConnectedControlPlane {
  const { kubectlBinary, home, credentials, ...rest } = address;
  const client = openApiClient(address.url, credentials);
  const kubectl = createKubectl({ binary: kubectlBinary, kubeconfig: address.kubeconfig, home });
  return { ...rest, kubectl, request: client.request, close: client.close };
}

async function startServers(run: Run, binary: Binary, options: ControlPlaneOptions): Promise<OwnControlPlane> {
  const { controllerManager = false, lawless = false, admissionConfiguration } = options;
  const runDirectory = run.directory;
  const ports = await findFreePorts(["etcdClient", "etcdPeer", "apiserver", "lawless"]);
  const url = `https://127.0.0.1:${ports.apiserver}`;
  const credentials = await issueCredentials(runDirectory, url);
  const { files } = credentials;
  const client = openApiClient(url, credentials);
  const layout = { runDirectory, ports, files, auditLog: createAuditLog(runDirectory), admissionConfiguration };
  const servers = controlOf({ run, binary, layout, client });

  run.start(binary("etcd"), etcdFlags(layout));
  await run.waitUntil("etcd is ready", () => isEtcdReady(etcdUrl(ports)));
  await servers.apiserver.start();
  await run.waitUntil("there is a default namespace", () => hasDefaultNamespace(client));
  if (controllerManager) await servers.controllerManager.start();
  const lawlessUrl = lawless
    ? await startLawless(run, binary("kube-apiserver"), { layout, port: ports.lawless, credentials })
    : undefined;

  const address = {
    url,
    etcdUrl: etcdUrl(ports),
    gitVersion: await askGitVersion(client),
    kubeconfig: files["admin.kubeconfig"],
    runDirectory,
    auditLog: layout.auditLog,
    kubectlBinary: binary("kubectl"),
    home: runDirectory,
    credentials: { authority: credentials.authority, admin: credentials.admin },
  };
  const connected = connectControlPlane(address);
  return {
    ...connected,
    address,
    lawlessUrl,
    ...servers,
    stop: async () => {
      await Promise.all([client.close(), connected.close()]);
      await run.stop();
    },
  };
}

/** Made before kube-apiserver opens it, which then appends: so it can be emptied between two suites. */
function createAuditLog(runDirectory: string): string {
  const path = join(runDirectory, "audit.log");
  writeFileSync(path, "", { mode: 0o600 });
  return path;
}

interface Parts {
  readonly run: Run;
  readonly binary: Binary;
  readonly layout: Layout;
  readonly client: ApiClient;
}

function controlOf({ run, binary, layout, client }: Parts): Pick<OwnControlPlane, "apiserver" | "controllerManager" | "etcd"> {
  return {
    apiserver: {
      kill: () => run.kill("kube-apiserver"),
      end: () => run.kill("kube-apiserver", "SIGTERM"),
      start: () => {
        run.start(binary("kube-apiserver"), apiserverFlags(layout));
        return run.waitUntil("kube-apiserver is ready", () => isApiserverReady(client));
      },
    },
    controllerManager: {
      kill: () => run.kill("kube-controller-manager"),
      start: async () => {
        // A pool starts its control planes before it knows whether a suite will ask for controllers: then they may not
        // be built yet.
        await prepareBinaries({ controllerManager: true });
        run.start(binary("kube-controller-manager"), controllerManagerFlags(layout));
        return run.waitUntil("pods are admitted", () => hasDefaultServiceAccount(client));
      },
    },
    etcd: { pause: () => run.signal("etcd", "SIGSTOP"), resume: () => run.signal("etcd", "SIGCONT") },
  };
}

interface Second {
  readonly layout: Layout;
  readonly port: number;
  readonly credentials: Credentials;
}

async function startLawless(run: Run, binary: string, { layout, port, credentials }: Second): Promise<string> {
  const name = "lawless-apiserver";
  const url = `https://127.0.0.1:${port}`;
  const own = { ...layout, ports: { ...layout.ports, apiserver: port }, auditLog: join(run.directory, `${name}-audit.log`) };
  run.start(binary, [...apiserverFlags(own), "--disable-admission-plugins=ValidatingAdmissionPolicy"], name);
  const client = openApiClient(url, credentials);
  await run.waitUntil(`${name} is ready`, () => isApiserverReady(client));
  await client.close();
  return url;
}
