import { readFileSync, readdirSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Plugin, build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** One process as one file, and the packages whose code is in it. */
export interface Bundle {
  readonly text: string;
  readonly packages: readonly string[];
}

/** Packages in CommonJS ask for Node's own modules with `require`, which a module of ours has to make. */
const banner = 'import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);';

/**
 * They are asked for with `require` throughout. For an `import`, Node evaluates every export of its module: of
 * `node:http` also WebSocket, for which it loads its own undici. That took 5 MiB of each thread.
 */
const requiredBuiltins: Plugin = {
  name: "required-builtins",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === "import-statement" && isBuiltin(path) ? { path, namespace: "builtin" } : undefined,
    );
    onLoad({ filter: /./, namespace: "builtin" }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

/**
 * In a pod, token and authority of the service account are two files. What reads kubeconfigs, with the client library,
 * openid-client and what they need, is for other places, and `runtime-fallback/kubernetes/connect.ts` says so where it
 * is missing.
 */
const leftOut = ["@kubernetes/client-node", "./runtime-fallback/kubernetes/access/kubeconfig.ts"];

/** `entry`: a file of this repository. */
export async function bundleProcess(entry: string): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(root, entry)],
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    outfile: "process.mjs",
    external: leftOut,
    banner: { js: banner },
    plugins: [requiredBuiltins],
    legalComments: "none",
    metafile: true,
    write: false,
    logLevel: "silent",
  });
  const [output] = Object.values(metafile.outputs);
  const used = Object.entries(output?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  return { text: outputFiles[0]?.text ?? "", packages: packagesOf(used.map(([path]) => path)) };
}

function packagesOf(paths: readonly string[]): readonly string[] {
  const names = paths.flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []);
  return [...new Set(names)].toSorted();
}

/** What the licences of bundled packages ask for: their text goes with their code. */
export function licencesOf(packages: readonly string[]): string {
  return packages.map((name) => `${name} ${versionOf(name)}\n\n${licenceText(name).trim()}\n`).join(`\n${"-".repeat(80)}\n\n`);
}

function versionOf(name: string): string {
  return manifestOf(name).version;
}

function licenceText(name: string): string {
  const directory = join(root, "node_modules", name);
  const file = readdirSync(directory).find((one) => /^(licen[cs]e|copying)/i.test(one));
  return file === undefined ? `Licence: ${manifestOf(name).license}` : readFileSync(join(directory, file), "utf8");
}

function manifestOf(name: string): { readonly version: string; readonly license: string } {
  const text = readFileSync(join(root, "node_modules", name, "package.json"), "utf8");
  return JSON.parse(text) as { readonly version: string; readonly license: string };
}
