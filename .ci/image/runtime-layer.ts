import { type Architecture, debianLibraries, filesOfPackage } from "./debian-libraries.ts";
import { ImageError } from "./image-error.ts";
import { type Entries, type Entry, type Layer, layerOf } from "./layer.ts";
import { nodePackage } from "./node-package.ts";

export interface Runtime {
  readonly layer: Layer;
  /** Of Node and of the Debian packages: `libc6=2.36-9`. */
  readonly versions: readonly string[];
}

/** Nobody, by number: Kubernetes checks runAsNonRoot by it. */
export const nobody = "65532:65532";

/** What `ldd` shows of Node; its loader is named by the architecture. */
const libraries = [
  "libatomic.so.1",
  "libdl.so.2",
  "libm.so.6",
  "libstdc++.so.6",
  "libgcc_s.so.1",
  "libpthread.so.0",
  "libc.so.6",
];
const loaders: Readonly<Record<Architecture, string>> = { amd64: "ld-linux-x86-64.so.2", arm64: "ld-linux-aarch64.so.1" };

/**
 * Node, the libraries that it is linked with, and who runs it: no shell, no package manager, nothing that anybody could
 * run but Node.
 */
export async function runtimeLayer(architecture: Architecture): Promise<Runtime> {
  const [packages, node] = await Promise.all([debianLibraries(architecture), nodePackage(architecture)]);
  const entries = new Map([...system, ...packages.flatMap((one) => [...filesOfPackage(one)]), ...node.files]);
  const missing = [...libraries, loaders[architecture]].filter((name) => !hasFile(entries, name));
  if (missing.length > 0) throw new ImageError(`the Debian packages lack ${missing.join(", ")}`, "add the package that has it");
  const versions = [`node=${node.version}`, ...packages.map(({ name, version }) => `${name}=${version}`)];
  return { layer: await layerOf(entries, versions.join(" ")), versions };
}

const hasFile = (entries: Entries, name: string): boolean => [...entries.keys()].some((path) => path.endsWith(`/${name}`));

const text = (content: string): Entry => ({ kind: "file", bytes: Buffer.from(content), mode: 0o644 });

const system: readonly (readonly [string, Entry])[] = [
  ["lib", { kind: "link", target: "usr/lib" }],
  ["lib64", { kind: "link", target: "usr/lib64" }],
  ["etc/passwd", text("root:x:0:0:root:/:/nowhere\nnonroot:x:65532:65532:nonroot:/:/nowhere\n")],
  ["etc/group", text("root:x:0:\nnonroot:x:65532:\n")],
  ["etc/nsswitch.conf", text("hosts: files dns\n")],
  ["tmp", { kind: "directory", mode: 0o1777 }],
];
