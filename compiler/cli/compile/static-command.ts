import { posix } from "node:path";
import { formatMinor } from "../../ir/kubernetes-version.ts";
import type { FlagDefinitions, Flags } from "../arguments/flags.ts";
import { HelpfulError } from "../../api/helpful-error.ts";

/** `holdfast compile --static`: what goes onto the disks of API servers. */
export interface StaticCommand {
  readonly directory: string;
  /** Where it will lie there: absolute. */
  readonly path: string;
  readonly contents: "everything" | "protection";
}

export const defaultStaticPath = "/etc/kubernetes/holdfast";

/**
 * API servers read policies from files since 1.36 (kubernetes v1.37.1: apiserver, pkg/features,
 * ManifestBasedAdmissionControlConfig).
 */
const oldestMinor = 36;

const under = "For the disks of API servers";

export const staticFlags: FlagDefinitions = {
  static: {
    under,
    says:
      "policies as files that API servers read, of Kubernetes 1.36 (alpha) or newer: they keep policies, bindings and " +
      "webhook configurations. `generated/` is then written only with `--out`. See docs/operate/static.md",
    value: {
      name: "directory",
      needs: "a directory",
      example: "holdfast compile --static control-plane --kube 1.36",
      paths: "directories",
    },
    once: "all files for API servers go into one directory: give it once",
  },
  "static-path": {
    under,
    says: "where that directory lies on the API servers",
    value: {
      name: "path",
      needs: "a directory on the API servers",
      example: `--static-path ${defaultStaticPath}`,
      default: defaultStaticPath,
    },
    once: "the files lie in one place on every API server: name it once",
  },
  "protection-only": { under, says: "the policies themselves stay in the API" },
};

export function parseStatic(flags: Flags, kube: number): StaticCommand | undefined {
  const directory = flags.value("static");
  if (directory === undefined) {
    requireNone(flags);
    return undefined;
  }
  if (kube < oldestMinor)
    throw new HelpfulError(
      `\`--static\` needs Kubernetes ${formatMinor(oldestMinor)} or newer, and these policies are for ${formatMinor(kube)} and newer`,
      `older API servers take no notice of such files, and nothing would be protected. Once all of yours are new enough, add \`--kube ${formatMinor(oldestMinor)}\` ` +
        `(alpha there, behind a feature gate; beta and on by default in 1.37)`,
    );
  const contents = flags.has("protection-only") ? "protection" : "everything";
  return { directory, path: pathOf(flags), contents };
}

function requireNone(flags: Flags): void {
  const alone = ["static-path", "protection-only"].find((name) => flags.has(name));
  if (alone === undefined) return;
  throw new HelpfulError(`\`--${alone}\` belongs to \`--static\``, "name the directory to write, too: `--static control-plane`");
}

function pathOf(flags: Flags): string {
  const given = flags.value("static-path") ?? defaultStaticPath;
  const path = posix.normalize(given).replace(/(?<=.)\/$/, "");
  if (/^(\/[\w.@+=:,-]+)+$/.test(path)) return path;
  throw new HelpfulError(
    `\`--static-path ${given}\` is not a directory that API servers can be told of`,
    `give its absolute path on their disks, of letters, digits and \`/ . _ - @ + = : ,\`: \`--static-path ${defaultStaticPath}\``,
  );
}
