import { expect, test } from "vitest";
import { type SourceFile, importsOf, sourceFiles } from "./source-files.ts";

/**
 * Who may import whom. A folder may always import from itself. `docs/architecture.md` shows the same table to readers.
 */
export const layers: Readonly<Record<string, readonly string[]>> = {
  "compiler/diagnostics": ["node:util"],
  "compiler/language": [],
  "compiler/language/kinds": ["compiler/language"],
  "compiler/ir": ["compiler/diagnostics", "node:crypto"],
  "compiler/cel": ["re2js"],
  "compiler/simulator/admission": [
    "compiler/cel/index.ts",
    "compiler/language/matches-labels.ts",
    "compiler/language/request.ts",
    "compiler/simulator/evaluate/namespace-labels.ts",
    "compiler/simulator/evaluate/request.ts",
  ],
  "compiler/simulator/testing": [
    "compiler/simulator/admission/index.ts",
    "compiler/compile.ts",
    "compiler/language/index.ts",
    "compiler/simulator/evaluate/index.ts",
    "compiler/install",
    "compiler/ir",
    "compiler/language/kinds/served-kinds.ts",
    "compiler/manifest/yaml.ts",
  ],
  "compiler/simulator/reports": ["compiler/diagnostics", "compiler/ir/policy.ts", "compiler/simulator/testing", "node:util"],
  "compiler/simulator/suite": [
    "compiler/simulator/admission/index.ts",
    "compiler/diagnostics",
    "compiler/manifest/read-yaml.ts",
    "compiler/simulator/reports",
    "compiler/simulator/testing",
    "node:",
  ],
  "compiler/simulator/vitest": [
    "compiler/compile.ts",
    "compiler/diagnostics",
    "compiler/language/index.ts",
    "compiler/ir",
    "compiler/simulator/reports",
    "compiler/simulator/testing",
    "node:",
    "vitest",
  ],
  "compiler/cluster": [
    "compiler/simulator/admission/index.ts",
    "compiler/ir/kubernetes-version.ts",
    "compiler/manifest",
    "compiler/simulator/testing",
    "node:",
  ],
  "compiler/verify": [
    "compiler/simulator/admission/index.ts",
    "compiler/cluster",
    "compiler/language/matches-labels.ts",
    "compiler/ir/kubernetes-version.ts",
    "compiler/simulator/testing",
  ],
  "compiler/uninstall": ["compiler/cluster", "compiler/simulator/testing/object-problem.ts", "node:timers/promises"],
  "compiler/explain": [
    "compiler/simulator/admission/index.ts",
    "compiler/check/cost.ts",
    "compiler/compile.ts",
    "compiler/compiled-admission-policy.ts",
    "compiler/diagnostics",
    "compiler/ir",
    "compiler/simulator/testing",
  ],
  "compiler/serve": [
    "compiler/simulator/admission/index.ts",
    "compiler/cluster",
    "compiler/compile.ts",
    "compiler/diagnostics",
    "compiler/language/matches-labels.ts",
    "compiler/install/plan-fallback.ts",
    "compiler/ir",
    "compiler/language/kinds/served-kinds.ts",
    "compiler/manifest",
    "compiler/simulator/testing",
    "node:",
    "runtime-fallback",
  ],
  "compiler/diff": ["compiler/language/matches-labels.ts"],
  "compiler/simulator/evaluate": ["compiler/cel/authorizer.ts", "compiler/language", "compiler/ir"],
  "compiler/source": ["compiler/diagnostics", "compiler/ir/guards.ts", "ts-morph", "node:fs", "node:path", "node:url"],
  "compiler/lower/patterns": [],
  "compiler/lower": [
    "compiler/diagnostics",
    "compiler/language/parse",
    "compiler/language/limits.ts",
    "compiler/language/service-account.ts",
    "compiler/ir",
    "compiler/language/kinds/built-in-kinds.ts",
    "compiler/language/kinds/cluster-scoped.ts",
    "compiler/language/kinds/served-kinds.ts",
    "compiler/language/kinds/served-subresources.ts",
    "compiler/lower/patterns/index.ts",
    "compiler/source",
    "node:buffer",
    "ts-morph",
  ],
  "compiler/guard": [
    "compiler/plan/bound.ts",
    "compiler/print",
    "compiler/cel/index.ts",
    "compiler/diagnostics",
    "compiler/language",
    "compiler/ir",
    "compiler/language/kinds/index.ts",
  ],
  "compiler/report": ["compiler/guard/index.ts", "compiler/ir", "compiler/manifest"],
  "compiler/print": ["compiler/diagnostics", "compiler/ir"],
  "compiler/split": ["compiler/plan", "compiler/diagnostics", "compiler/ir"],
  "compiler/plan": ["compiler/print", "compiler/diagnostics", "compiler/language/limits.ts", "compiler/ir"],
  "compiler/check": ["compiler/print", "compiler/diagnostics", "compiler/language/limits.ts", "compiler/ir"],
  "compiler/install": [
    "compiler/plan/any-type.ts",
    "compiler/print",
    "compiler/check",
    "compiler/diagnostics",
    "compiler/guard/weakened/most-compared.ts",
    "compiler/ir",
    "compiler/manifest",
    "esbuild",
    "node:",
  ],
  "compiler/compiled-policy.ts": ["compiler/"],
  "compiler/manifest": ["compiler/print", "compiler/diagnostics", "compiler/ir", "ajv", "yaml", "node:"],
  "compiler/static": ["compiler/diagnostics", "compiler/guard/weakened", "compiler/ir", "compiler/manifest"],
  "compiler/crd-types": ["compiler/diagnostics", "compiler/manifest/header.ts", "yaml", "node:"],
  "compiler/compile.ts": ["compiler/", "node:path"],
  "compiler/compiled-admission-policy.ts": ["compiler/"],
  "compiler/summarize.ts": ["compiler/"],
  "compiler/fits-limits.ts": ["compiler/"],
  "compiler/type-check.ts": ["compiler/"],
  "compiler/index.ts": ["compiler/"],
  "compiler/cli": [
    "compiler/simulator/admission/index.ts",
    "compiler/cluster",
    "compiler/compile.ts",
    "compiler/crd-types",
    "compiler/diagnostics",
    "compiler/diff",
    "compiler/language/index.ts",
    "compiler/explain",
    "compiler/install/layout.ts",
    "compiler/install/own-version.ts",
    "compiler/ir",
    "compiler/manifest",
    "compiler/simulator/reports",
    "compiler/serve/index.ts",
    "compiler/static/layout.ts",
    "compiler/simulator/suite",
    "compiler/simulator/testing",
    "compiler/uninstall/index.ts",
    "compiler/verify/index.ts",
    "compiler/simulator/vitest/run-vitest.ts",
    "node:",
  ],
  "runtime-fallback/webhook/rules": [
    "compiler/language",
    "compiler/simulator/evaluate",
    "runtime-fallback/in-parallel.ts",
    "runtime-fallback/webhook/coverage.ts",
    "runtime-fallback/webhook/decision.ts",
    "node:",
  ],
  "runtime-fallback/main.ts": ["runtime-fallback/processes"],
  "runtime-fallback/start-controller.ts": ["runtime-fallback/processes"],
  "runtime-fallback/start-webhook.ts": ["runtime-fallback/processes"],
  "runtime-fallback/start-keep-namespace.ts": ["runtime-fallback/"],
  "runtime-fallback/composition-function": [
    "@bufbuild/protobuf",
    "@connectrpc/connect-node",
    "runtime-fallback/processes/flag-error.ts",
    "runtime-fallback/processes/read-flags.ts",
    "runtime-fallback/telemetry/log.ts",
    "node:",
  ],
  "runtime-fallback/processes": [
    "compiler/install/asked-hash.ts",
    "compiler/install/known-arguments.ts",
    "compiler/install/own-version.ts",
    "runtime-fallback",
    "node:",
  ],
  "runtime-fallback/webhook/queries": [
    "compiler/simulator/evaluate",
    "compiler/ir",
    "runtime-fallback/kubernetes",
    "runtime-fallback/clock.ts",
    "runtime-fallback/kubernetes/reflector",
  ],
  "runtime-fallback/clock.ts": [],
  "runtime-fallback/in-parallel.ts": [],
  "runtime-fallback/kubernetes": [
    "@kubernetes/client-node",
    "node:",
    "runtime-fallback/clock.ts",
    "runtime-fallback/escape-text.ts",
    "undici",
  ],
  "runtime-fallback/kubernetes/reflector": [
    "runtime-fallback/kubernetes",
    "runtime-fallback/clock.ts",
    "runtime-fallback/escape-text.ts",
  ],
  "runtime-fallback/escape-text.ts": [],
  "runtime-fallback/telemetry": ["runtime-fallback/clock.ts", "runtime-fallback/escape-text.ts", "pino", "prom-client"],
  "runtime-fallback/webhook": [
    "compiler/language/request.ts",
    "compiler/simulator/evaluate/request.ts",
    "compiler/ir/coverage.ts",
    "runtime-fallback/clock.ts",
    "runtime-fallback/telemetry",
    "runtime-fallback/escape-text.ts",
    "node:",
  ],
  bench: ["runtime-fallback", "test/control-plane/certificates.ts", "node:"],
  "runtime-fallback/certificates": [
    "runtime-fallback/kubernetes/api-server.ts",
    "runtime-fallback/kubernetes/json-object.ts",
    "runtime-fallback/clock.ts",
    "runtime-fallback/controller",
    "@peculiar/x509",
    "reflect-metadata",
    "node:crypto",
  ],
  "runtime-fallback/enforcement": [
    "compiler/install/asked-hash.ts",
    "compiler/ir/coverage.ts",
    "runtime-fallback/kubernetes",
    "runtime-fallback/clock.ts",
    "runtime-fallback/controller",
    "runtime-fallback/escape-text.ts",
    "runtime-fallback/webhook/coverage.ts",
    "node:https",
    "node:net",
  ],
  "runtime-fallback/usages": [
    "runtime-fallback/kubernetes",
    "runtime-fallback/clock.ts",
    "runtime-fallback/controller",
    "runtime-fallback/kubernetes/reflector",
    "runtime-fallback/escape-text.ts",
  ],
  "runtime-fallback/usages/authors": [
    "compiler/language/request.ts",
    "compiler/simulator/evaluate/request.ts",
    "runtime-fallback/kubernetes",
    "runtime-fallback/clock.ts",
    "runtime-fallback/webhook/denial-events/token-bucket.ts",
    "runtime-fallback/usages/usage.ts",
    "runtime-fallback/usages/usage-resources.ts",
    "runtime-fallback/escape-text.ts",
    "runtime-fallback/webhook/coverage.ts",
    "runtime-fallback/webhook/decision.ts",
    "runtime-fallback/webhook/rejection.ts",
  ],
  "runtime-fallback/controller": [
    "runtime-fallback/kubernetes/api-server.ts",
    "runtime-fallback/clock.ts",
    "runtime-fallback/escape-text.ts",
  ],
  "runtime-fallback/critical-services": [
    "compiler/simulator/evaluate/request.ts",
    "compiler/install/critical-services.ts",
    "runtime-fallback/kubernetes",
    "runtime-fallback/enforcement/enforcement.ts",
    "runtime-fallback/clock.ts",
    "runtime-fallback/controller",
    "runtime-fallback/kubernetes/reflector",
    "runtime-fallback/escape-text.ts",
    "runtime-fallback/webhook/coverage.ts",
    "runtime-fallback/webhook/decision.ts",
  ],
  "runtime-fallback/webhook/denial-events": [
    "runtime-fallback/kubernetes",
    "runtime-fallback/clock.ts",
    "runtime-fallback/telemetry",
    "runtime-fallback/escape-text.ts",
    "runtime-fallback/webhook/decision.ts",
    "runtime-fallback/webhook/envelope.ts",
    "runtime-fallback/webhook/review.ts",
  ],
  "runtime-fallback/appcat": [
    "compiler/simulator/evaluate/request.ts",
    "runtime-fallback/kubernetes",
    "runtime-fallback/escape-text.ts",
    "runtime-fallback/webhook/coverage.ts",
    "runtime-fallback/webhook/decision.ts",
    "runtime-fallback/webhook/review.ts",
  ],
  "runtime-fallback/namespaces": [
    "compiler/simulator/evaluate",
    "compiler/ir/coverage.ts",
    "compiler/ir/policy.ts",
    "runtime-fallback/kubernetes",
    "runtime-fallback/clock.ts",
    "runtime-fallback/in-parallel.ts",
    "runtime-fallback/webhook/rules/rules-module.ts",
    "runtime-fallback/escape-text.ts",
    "runtime-fallback/webhook/coverage.ts",
    "runtime-fallback/webhook/decision.ts",
    "runtime-fallback/webhook/deadline.ts",
    "runtime-fallback/webhook/review.ts",
  ],
  "runtime-fallback/claims": [
    "runtime-fallback/kubernetes",
    "runtime-fallback/clock.ts",
    "runtime-fallback/controller",
    "runtime-fallback/kubernetes/reflector",
    "runtime-fallback/escape-text.ts",
  ],
  policies: ["holdfast", "vitest"],
  "policies/presets": ["holdfast"],
};

/** One door for each library: nobody else knows which one it is. */
const doors: Readonly<Record<string, RegExp>> = {
  "@bufbuild/cel": /^test\/second-opinion\/bufbuild\.ts$/,
  "@marcbachmann/cel-js": /^test\/second-opinion\/marcbachmann\.ts$/,
  esbuild: /^compiler\/fallback\/rules-bundle\.ts$/,
  "@kubernetes/client-node": /^runtime-fallback\/api\/kubeconfig\.ts$/,
  pino: /^runtime-fallback\/telemetry\/log\.ts$/,
  "prom-client": /^runtime-fallback\/telemetry\/registry\.ts$/,
  "@peculiar/x509": /^runtime-fallback\/certificates\/|^test\/control-plane\//,
  "@prometheus-io/lezer-promql": /^test\/fallback\/monitoring\/promql\.ts$/,
  "@lezer/common": /^test\/fallback\/monitoring\/promql\.ts$/,
  ajv: /^compiler\/manifest\/schema\//,
  "reflect-metadata": /^runtime-fallback\/certificates\/|^test\/control-plane\//,
  re2js: /^compiler\/cel-engine\//,
  "ts-morph": /^compiler\/(source|lower)\/|^test\//,
  undici: /^runtime-fallback\/api\/connections\.ts$|^test\/control-plane\//,
  vitest: /^compiler\/vitest\/|^policies\/.*\.test\.ts$|^test\//,
  // One door for what is written, one for definitions, one for what people write: that tells where everything stands.
  yaml: /^compiler\/(manifest\/(read-)?yaml|declarations\/read-documents)\.ts$|^test\//,
};

const files = ["compiler", "policies", "runtime-fallback", "test", "bench"].flatMap(sourceFiles);

test.each(Object.keys(layers))("%s imports only from the layers below it", (layer) => {
  const allowed = [layer, ...(layers[layer] ?? [])];
  const wrong = files.filter(({ path }) => isIn(path, layer)).flatMap((file) => foreignImports(file, allowed));
  expect(wrong).toEqual([]);
});

test("every file of the compiler and of the fallback belongs to a layer", () => {
  const housed = [...sourceFiles("compiler"), ...sourceFiles("runtime-fallback")];
  const homeless = housed.filter(({ path }) => !Object.keys(layers).some((layer) => isIn(path, layer)));
  expect(homeless.map(({ path }) => path)).toEqual([]);
});

test.each(Object.entries(doors))("%s is imported through one door", (name, door) => {
  const users = files.filter((file) => importsOf(file).some((imported) => imported === name || imported.startsWith(`${name}/`)));
  expect(users.map(({ path }) => path).filter((path) => !door.test(path))).toEqual([]);
});

test("of the compiler only `serve` imports the fallback: nobody else loads its libraries", () => {
  const users = files.filter((file) => importsOf(file).some((imported) => imported.startsWith("runtime-fallback/")));
  expect(users.map(({ path }) => path).filter((path) => /^compiler\/(?!serve\/)/.test(path))).toEqual([]);
});

test("nothing imports tests", () => {
  const wrong = files
    .filter(({ path }) => !/^(test|bench)\//.test(path))
    .flatMap((file) => importsOf(file).filter((imported) => imported.startsWith("test/")));
  expect(wrong).toEqual([]);
});

function foreignImports(file: SourceFile, allowed: readonly string[]): readonly string[] {
  return importsOf(file)
    .filter((imported) => !allowed.some((prefix) => imported.startsWith(prefix)))
    .map((imported) => `${file.path} imports ${imported}`);
}

function isIn(path: string, layer: string): boolean {
  return path === layer || path.startsWith(`${layer}/`);
}
