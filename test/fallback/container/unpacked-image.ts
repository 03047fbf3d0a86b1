import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readTar } from "../../../.ci/image/archives.ts";
import type { Finished } from "../../package/installed-package.ts";
import type { Launch } from "../../install/installed/deployed.ts";
import { containerOf } from "../../install/installed/pod.ts";
import { readKubeconfig } from "../kubeconfig-file.ts";
import { started } from "../processes/started-process.ts";
import { openDirectory, removeDirectory } from "../../fixtures/open-directory.ts";
import { type ImageConfig, type LayoutImage, readBlob } from "./read-layout.ts";

/** The root file system of a container. */
export interface UnpackedImage {
  readonly root: string;
  remove(): void;
}

/** As a container runtime does: one layer over the other, by root. */
export async function unpack(directory: string, { layers }: LayoutImage): Promise<UnpackedImage> {
  const root = openDirectory();
  chmodSync(root, 0o755);
  for (const { digest } of layers)
    for (const [path, entry] of await readTar(gunzipSync(readBlob(directory, digest)))) {
      const place = join(root, path);
      mkdirSync(dirname(place), { recursive: true, mode: 0o755 });
      if (entry.kind === "directory") mkdirSync(place, { recursive: true });
      if (entry.kind === "file") writeFileSync(place, entry.bytes);
      if (entry.kind === "link") symlinkSync(entry.target, place);
      // Whatever the umask is.
      if (entry.kind !== "link") chmodSync(place, entry.mode);
    }
  return { root, remove: () => removeDirectory(root) };
}

/** Where a kubelet mounts the service account. */
const serviceAccount = "var/run/secrets/kubernetes.io/serviceaccount";

/**
 * Each process in its own root: what the Deployment starts, as the user of the image, with its variables, and as a pod.
 */
export function launchIn(roots: Readonly<Record<"webhook" | "controller", UnpackedImage>>, { config }: ImageConfig): Launch {
  return async (name, flags, { directory, kubeconfig }) => {
    const { root } = roots[name];
    const pod = mountAccount(root, kubeconfig);
    const mounted = join(directory, "mounted");
    if (name === "webhook") cpSync(mounted, join(root, "etc/holdfast"), { recursive: true });
    const { command, env } = containerOf(directory, name);
    const own = env.flatMap(({ name: key, value }) => (value === undefined ? [] : [[key, value] as const]));
    const ofImage = config.Env.map((line) => line.split("=") as [string, string]);
    const words = [...command, ...flags.map((flag) => flag.replace(mounted, "/etc/holdfast"))];
    return started(name, chroot, {
      words: [`--userspec=${config.User}`, root, ...words],
      environment: { ...Object.fromEntries([...ofImage, ...own]), ...pod, POD_NAME: name },
    });
  };
}

/** By its place: PATH is that of the image. */
const chroot = "/usr/sbin/chroot";

/** What a pod has of its service account. */
function mountAccount(root: string, kubeconfig: string): NodeJS.ProcessEnv {
  const { clusters, users } = readKubeconfig(kubeconfig);
  const cluster = clusters[0]?.cluster ?? {};
  mkdirSync(join(root, serviceAccount), { recursive: true });
  writeFileSync(join(root, serviceAccount, "token"), String(users[0]?.user["token"]));
  writeFileSync(join(root, serviceAccount, "ca.crt"), Buffer.from(String(cluster["certificate-authority-data"]), "base64"));
  const { hostname, port } = new URL(String(cluster["server"]));
  return { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
}

/** Runs a program in the root to its end, as the user of the image. */
export function runIn({ root }: UnpackedImage, { config }: ImageConfig, words: readonly string[]): Finished {
  const { status, stdout, stderr } = spawnSync(chroot, [`--userspec=${config.User}`, root, ...words], {
    env: Object.fromEntries(config.Env.map((line) => line.split("=") as [string, string])),
    encoding: "utf8",
  });
  return { code: status ?? -1, stdout, stderr };
}
