import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheDirectory } from "../../test/control-plane/programs/cache-directory.ts";
import { readDebianPackage } from "./archives.ts";
import { ImageError } from "./image-error.ts";
import type { Entries, Entry } from "./layer.ts";

/** As Debian and OCI name it. */
export type Architecture = "amd64" | "arm64";

/** What Node is linked with (`ldd node`), and the packages that have it. */
const packages = ["libc6", "libgcc-s1", "libstdc++6", "libatomic1"];

export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
  readonly control: string;
  readonly entries: Entries;
}

/**
 * The shared libraries of Node, and under which licences they come, from the Debian release that this machine is set up
 * for. apt checks them against the archive's signature; it works in a directory of its own, so neither root nor the
 * machine's own lists are needed.
 */
export async function debianLibraries(architecture: Architecture): Promise<readonly DebianPackage[]> {
  const apt = openApt(architecture);
  const found = await apt.download(packages);
  // `usr/share/doc/libatomic1` is a link to the package with the licence of all of GCC's libraries.
  const documented = new Set(found.flatMap(({ name, entries }) => linkedDocumentation(name, entries)));
  return [...found, ...(await apt.download([...documented]))];
}

function linkedDocumentation(name: string, entries: Entries): readonly string[] {
  const entry = entries.get(`usr/share/doc/${name}`);
  return entry?.kind === "link" ? [entry.target] : [];
}

/**
 * Of a package, what an image needs: libraries, and what tells scanners and lawyers of them. `/lib` is a link to
 * `/usr/lib`.
 */
export function filesOfPackage({ name, control, entries }: DebianPackage): Entries {
  const kept = [...entries].flatMap(([path, entry]): readonly (readonly [string, Entry])[] => {
    if (entry.kind === "directory") return [];
    const isLibrary = /^(usr\/)?lib(64)?\/([^/]+\/)?[^/]+\.so(\.[\d.]+)?$/.test(path);
    const isLicence = new RegExp(`^usr/share/doc/[^/]+(/copyright)?$`).test(path);
    return isLibrary || isLicence ? [[path.replace(/^lib/, "usr/lib"), entry]] : [];
  });
  const status = { kind: "file", bytes: Buffer.from(control), mode: 0o644 } as const;
  return new Map([...kept, [`var/lib/dpkg/status.d/${name}`, status]]);
}

interface Apt {
  download(names: readonly string[]): Promise<readonly DebianPackage[]>;
}

function openApt(architecture: Architecture): Apt {
  const home = join(cacheDirectory("apt"), architecture);
  mkdirSync(join(home, "lists", "partial"), { recursive: true });
  mkdirSync(join(home, "cache"), { recursive: true });
  const settings = {
    "Dir::State": home,
    "Dir::State::lists": join(home, "lists"),
    "Dir::State::status": "/dev/null",
    "Dir::Cache": join(home, "cache"),
    "APT::Architecture": architecture,
    "APT::Architectures": architecture,
    "APT::Sandbox::User": "",
  };
  const options = Object.entries(settings).flatMap(([key, value]) => ["-o", `${key}=${value}`]);
  run("apt-get", [...options, "-qq", "update"], home);
  return {
    download: async (names) => {
      const directory = mkdtempSync(join(home, "packages-"));
      try {
        run("apt-get", [...options, "-qq", "download", ...names], directory);
        return await Promise.all(
          readdirSync(directory)
            .toSorted()
            .map((file) => readPackage(join(directory, file))),
        );
      } finally {
        rmSync(directory, { recursive: true });
      }
    },
  };
}

async function readPackage(file: string): Promise<DebianPackage> {
  const control = run("dpkg-deb", ["--field", file], "/");
  const field = (name: string): string => new RegExp(`^${name}: (.*)$`, "m").exec(control)?.[1] ?? "";
  const sha256 = createHash("sha256").update(readFileSync(file)).digest("hex");
  return {
    name: field("Package"),
    version: field("Version"),
    sha256,
    control,
    entries: await readDebianPackage(file),
  };
}

function run(command: string, words: readonly string[], directory: string): string {
  try {
    return execFileSync(command, words, { cwd: directory, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    throw new ImageError(
      `${command} ${said === "" ? "cannot be run here" : `failed: ${said}`}`,
      "build on Debian or Ubuntu, or with docker build and runtime-fallback/container/Dockerfile, which needs neither",
    );
  }
}
