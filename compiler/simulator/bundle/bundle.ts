import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type BuildOptions, type Plugin, build, buildSync } from "esbuild";
import { ownFile } from "../../api/own-package.ts";

/**
 * Policy files as JavaScript. Node itself only strips types, and loads neither enums nor TypeScript of packages; the
 * bundler takes all that the compiler takes, with the options alone that stand here: no tsconfig.json beside the
 * policies decides what comes out.
 */
const options = {
  bundle: true,
  write: false,
  format: "esm",
  platform: "neutral",
  // As TypeScript finds what packages ship, and with it the compiler: where a package names its sources as its types,
  // these and not what was built of them.
  conditions: ["types"],
  mainFields: ["types", "typings", "module", "main"],
  charset: "utf8",
  logLevel: "silent",
  tsconfigRaw: "{}",
} as const satisfies BuildOptions;

/** What policies import of this very compiler: by name, the folder that has it. */
const ownFolders = {
  "holdfast/evaluate": "simulator/evaluate",
  "holdfast/kinds": "language/kinds",
  holdfast: "language",
} as const;

/** A module that imports nothing, made of `contents`, which imports relative to `directory`. */
export function bundleText(contents: string, directory: string): { readonly text: string; readonly inputs: readonly string[] } {
  const { outputFiles, metafile } = buildSync({
    ...options,
    stdin: { contents, resolveDir: directory, loader: "ts" },
    absWorkingDir: directory,
    metafile: true,
    target: "es2023",
    legalComments: "none",
    alias: Object.fromEntries(Object.entries(ownFolders).map(([name, folder]) => [name, entryOf(folder)])),
  });
  return { text: outputFiles[0]?.text ?? "", inputs: Object.keys(metafile.inputs) };
}

/**
 * What the TypeScript file at `file`, an absolute path, exports: it is executed. `holdfast` is this very copy, so that
 * what it declares is what the evaluation knows. Rejects with what is wrong with the file.
 */
export async function importTypeScript(file: string): Promise<unknown> {
  const { outputFiles } = await build({
    ...options,
    platform: "node",
    entryPoints: [file],
    target: "node22",
    sourcemap: "inline",
    plugins: [ownModules],
  });
  const directory = mkdtempSync(join(tmpdir(), "holdfast-policy-"));
  try {
    const path = join(directory, "policy.mjs");
    writeFileSync(path, outputFiles[0]?.contents ?? "");
    return await import(/* @vite-ignore */ pathToFileURL(path).href);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const ownModules: Plugin = {
  name: "own modules",
  setup({ onResolve }) {
    onResolve({ filter: /^holdfast(\/|$)/ }, ({ path }) => {
      const folder = Object.hasOwn(ownFolders, path) ? ownFolders[path as keyof typeof ownFolders] : undefined;
      return folder === undefined ? undefined : { path: pathToFileURL(entryOf(folder)).href, external: true };
    });
  },
};

function entryOf(folder: string): string {
  return ownFile(`compiler/${folder}/index.ts`, `compiler/${folder}/index.js`);
}
