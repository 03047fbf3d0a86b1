/**
 * Builds what is published: `dist/`, with bundled JavaScript, type declarations and a package.json of its own.
 * Nothing of the development set-up (pinned Node, test tools, TypeScript sources) gets in.
 */
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundlePackage } from "./bundle-package.ts";
import { fallbackFiles, functionFiles } from "./image/process-files.ts";
import { publishDocs } from "./published-docs.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
const commandLine = "compiler/cli/main.ts";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly homepage: string;
  readonly bugs: object;
  readonly repository: object;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: object;
  readonly exports: Readonly<Record<string, string>>;
}

rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.package.json"], {
  cwd: root,
  stdio: "inherit",
});
for (const file of ["README.md", "CHANGELOG.md", "LICENSE"]) cpSync(join(root, file), join(dist, file));
rewriteDeclarations();
await bundlePackage(dist, [commandLine, ...Object.values(readManifest().exports).filter((one) => one.endsWith(".ts"))]);
shipRuleSources();
// Editors read schemas by path: `"$schema": "./node_modules/holdfast/config.schema.json"`.
for (const [name, path] of schemas()) cpSync(join(root, path), join(dist, name));
// `holdfast init` copies some of them, and docs/systems/ tells users to copy the others.
for (const name of readdirSync(join(root, "policies")).filter((one) => /^(ack|appcat|crossplane)-/.test(one)))
  cpSync(join(root, "policies", name), join(dist, "policies", name));
for (const folder of ["presets", "fallback", "starter"])
  cpSync(join(root, "policies", folder), join(dist, folder), { recursive: true });
// A job of GitLab has the package, and not this repository.
cpSync(join(root, ".ci/pipelines"), join(dist, "pipelines"), { recursive: true });
await shipContainer();
publishDocs(dist);
writeFileSync(join(dist, "package.json"), `${JSON.stringify(publishedManifest(), undefined, 2)}\n`);
console.log("built dist/; `npm pack ./dist` makes the package");

/** What `docker build` needs, for whoever has the package and not this repository. */
async function shipContainer(): Promise<void> {
  const container = join(dist, "container");
  cpSync(join(root, "runtime-fallback/container"), container, { recursive: true });
  for (const [name, text] of await fallbackFiles()) writeFileSync(join(container, name), text);
  const ofFunction = join(container, "function");
  cpSync(join(root, "runtime-fallback/composition-function/package"), join(ofFunction, "package"), { recursive: true });
  cpSync(join(container, "collect-runtime.sh"), join(ofFunction, "collect-runtime.sh"));
  for (const [name, text] of await functionFiles()) writeFileSync(join(ofFunction, name), text);
}

/** TypeScript rewrites `./x.ts` to `./x.js` in JavaScript but leaves it in declarations, where no such file will be. */
function rewriteDeclarations(): void {
  for (const entry of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    if (!entry.endsWith(".d.ts")) continue;
    const path = join(dist, entry);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll(/(["'])(\.{1,2}\/[^"']+)\.ts\1/g, "$1$2.js$1"));
  }
}

/**
 * What of ours is written in the language of rules is read by the compiler as source (compiler/source/own-sources.ts).
 * It stands beside the JavaScript under another name, or TypeScript would take it for the module itself.
 */
function shipRuleSources(): void {
  const templates = readdirSync(join(root, "compiler/guard/templates")).map((name) => join("compiler/guard/templates", name));
  const overrides = ["overrides", "released-until", "implied-overrides"].map((name) => `compiler/language/overrides/${name}.ts`);
  for (const path of [...templates, ...overrides]) {
    const text = readFileSync(join(root, path), "utf8");
    const imported = text.replaceAll(/from "(\.\/[^"]+)\.ts"/g, (_, module: string) =>
      templates.includes(join(dirname(path), `${module}.ts`)) ? `from "${module}.source.ts"` : `from "${module}.js"`,
    );
    const sources = imported.replaceAll(/from "(\.\.\/[^"]+)\.ts"/g, `from "$1.js"`);
    writeFileSync(join(dist, path.replace(/\.ts$/, ".source.ts")), sources);
  }
}

function publishedManifest(): object {
  const { name, version, description, license, engines, exports } = readManifest();
  const { keywords, homepage, bugs, repository } = readManifest();
  const { peerDependencies, peerDependenciesMeta } = readManifest();
  return {
    name,
    version,
    description,
    keywords,
    homepage,
    bugs,
    repository,
    license,
    type: "module",
    // kubectl finds `kubectl holdfast` by this name.
    bin: { holdfast: javaScriptOf(commandLine), "kubectl-holdfast": javaScriptOf(commandLine) },
    exports: Object.fromEntries(Object.entries(exports).map(([path, source]) => [path, compiled(path, source)])),
    engines,
    dependencies: dependenciesOfCompiler(),
    peerDependencies,
    peerDependenciesMeta,
  };
}

/** Of the fallback the package has what `holdfast serve` runs; libraries of the rest are none of its users'. */
function dependenciesOfCompiler(): Readonly<Record<string, string>> {
  const modules = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  const texts = modules.map((name) => readFileSync(join(dist, name), "utf8"));
  const isImported = (name: string) => texts.some((text) => text.includes(`"${name}"`) || text.includes(`"${name}/`));
  return Object.fromEntries(Object.entries(readManifest().dependencies).filter(([name]) => isImported(name)));
}

function schemas(): readonly (readonly [name: string, path: string])[] {
  return Object.entries(readManifest().exports).filter(([, path]) => path.endsWith(".json"));
}

function compiled(path: string, source: string): object | string {
  if (source.endsWith(".json")) return path;
  return { types: source.replace(/\.ts$/, ".d.ts"), default: javaScriptOf(source) };
}

function javaScriptOf(source: string): string {
  return source.replace(/\.ts$/, ".js");
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
}
