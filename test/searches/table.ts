/** A search, a race or a fault whose length is a choice. */
export interface Search {
  /** The test file, from the root of the repository. */
  readonly file: string;
  /** What the size counts. */
  readonly one: string;
  /** In every run but `npm run test:long`: what the file asserts still holds, and it takes seconds. */
  readonly small: number;
  /** In `npm run test:long`. */
  readonly full: number;
  /** Its searches can be named together. */
  readonly group: Group;
  /** Of its tests, where others of the file have nothing to do with it. */
  readonly tests?: string;
  /** Of the server, where that is not the newest. */
  readonly kubernetes?: "1.30";
}

/**
 * `rules`: of generated rules. `properties`: of fast-check, without a server. `server`: asks a real one. `faults`:
 * docs/operate/faults.md.
 */
export const groups = ["rules", "properties", "server", "faults"] as const;
type Group = (typeof groups)[number];

/** Of every run but `npm run test:long`: a red run is about the change, at a desk, too. */
export const fixedSeed = 20_261_122;

const rules = {
  "release-guard": {
    file: "test/guard/release-search.test.ts",
    one: "a rule, with 20 updates",
    small: 48,
    full: 5_000,
  },
  "namespace-guard": {
    file: "test/guard/namespace-search.test.ts",
    one: "a rule about the Namespace, with 25 updates",
    small: 14,
    full: 5_000,
  },
  "namespace-constructs": {
    file: "test/guard/namespace-constructs.test.ts",
    one: "a hundredth of the language's cases, each with the guard of Namespaces",
    small: 30,
    full: 100,
  },
  "kept-marks": {
    file: "test/split/kept-marks-search.test.ts",
    one: "a rule that asks the cluster, with 40 updates",
    small: 20,
    full: 2_000,
  },
  split: {
    file: "test/split/split-search.test.ts",
    one: "a rule that asks the cluster, with 25 requests",
    small: 18,
    full: 2_000,
  },
  "answered-by-webhook": {
    file: "test/split/answered-by-webhook-search.test.ts",
    one: "a rule with what CEL cannot say, with 25 requests",
    small: 36,
    full: 2_000,
  },
  "natural-rules": {
    file: "test/natural-rules/natural-rules-search.test.ts",
    one: "an object for each rule",
    small: 50,
    full: 1_000,
  },
  fidelity: {
    file: "test/fidelity/fidelity-oracle.test.ts",
    one: "a rule and an object, asked of TypeScript, local CEL and the API server's evaluator",
    small: 1_000,
    full: 20_000,
  },
  "fidelity-seeds": {
    file: "test/fidelity/fidelity-oracle.test.ts",
    one: "a seed with 20,000 cases (small: 500); the seeds follow each other, so that the next run begins where one ended",
    tests: "seeds of",
    small: 1,
    full: 100,
  },
  "fidelity-mutants": {
    file: "test/fidelity/mutants/mutants.test.ts",
    one: "a rule, with 100 objects, made at most for each planted fault (small: three faults, otherwise all)",
    small: 150,
    full: 10_000,
  },
  "second-opinion": {
    file: "test/second-opinion/second-opinion.test.ts",
    one: "a rule, with 20 objects, of whose expressions two engines that are not ours evaluate what they can",
    small: 40,
    full: 2_000,
  },
  "cost-estimate": {
    file: "test/oracle/language-oracle.test.ts",
    one: "a request of each family of rules, grown in every way",
    tests: "never costs",
    small: 1,
    full: 2,
  },
  "damaged-policy": {
    file: "test/diagnostics/robustness.test.ts",
    one: "a damaged text of a policy, of each sort of damage",
    small: 150,
    full: 2_000,
  },
} as const;

const properties = {
  "keep-namespace": {
    file: "test/fallback/composition-function/keep-namespace.test.ts",
    one: "a request to the composition function, with fields that is unknown",
    small: 400,
    full: 200_000,
  },
  "match-constraints": {
    file: "test/manifest/match-constraints.test.ts",
    one: "a match and a request",
    small: 3_000,
    full: 300_000,
  },
  "listed-objects": { file: "test/fallback/kubernetes/list-body.test.ts", one: "a list", small: 1_000, full: 100_000 },
  "packed-objects": { file: "test/fallback/webhook/memory/packing.test.ts", one: "eight objects", small: 500, full: 50_000 },
  "packed-stores": {
    file: "test/fallback/webhook/memory/kept-store.test.ts",
    one: "thirty writes and lists at most",
    small: 100,
    full: 10_000,
  },
  "whole-views": { file: "test/fallback/webhook/queries/whole-view.test.ts", one: "an object", small: 1_000, full: 100_000 },
  yaml: { file: "test/manifest/yaml.test.ts", one: "a text and a key", small: 2_000, full: 200_000 },
  "cel-printing": { file: "test/print/round-trip.test.ts", one: "a CEL expression", small: 3_000, full: 300_000 },
  "cel-values": { file: "test/cel/cel-values.test.ts", one: "a pair of values, of each sort", small: 500, full: 20_000 },
  patterns: {
    file: "test/lower/patterns/same-answers.test.ts",
    one: "a regular expression, with up to 12 texts",
    small: 3_000,
    full: 200_000,
  },
  "patterns-in-go": {
    file: "test/lower/patterns/same-answers-oracle.test.ts",
    one: "a regular expression, with up to 12 texts, asked of Go",
    small: 3_000,
    full: 200_000,
  },
  schemas: { file: "test/crd-types/any-schema.test.ts", one: "a schema of a definition", small: 300, full: 5_000 },
  texts: {
    file: "test/language/parse/local-cel.test.ts",
    one: "a pair of texts, of each kind of value",
    small: 1_000,
    full: 50_000,
  },
  rotation: {
    file: "test/fallback/certificates/rotation-search.test.ts",
    one: "a history of up to 30 events, of each sort",
    small: 40,
    full: 1_000,
  },
  "leader-election": {
    file: "test/fallback/controller/leader-election-search.test.ts",
    one: "a history of three candidates",
    small: 200,
    full: 20_000,
  },
  "work-queue": { file: "test/fallback/controller/work-queue.test.ts", one: "a history of a queue", small: 300, full: 30_000 },
  selections: { file: "test/fallback/usages/selections.test.ts", one: "a history of selections", small: 100, full: 20_000 },
  reflector: {
    file: "test/fallback/kubernetes/reflector/histories.test.ts",
    one: "a history of a watched resource",
    small: 150,
    full: 5_000,
  },
  budget: { file: "test/fallback/webhook/budget.test.ts", one: "a history of claims", small: 200, full: 20_000 },
  "escape-text": { file: "test/fallback/escape-text.test.ts", one: "a text that is cut", small: 2_000, full: 200_000 },
  "usage-target": { file: "test/fallback/usages/same-target.test.ts", one: "a Usage", small: 2_000, full: 200_000 },
  "stream-lines": {
    file: "test/fallback/kubernetes/watch-events.test.ts",
    one: "a stream and its cuts",
    small: 100,
    full: 100_000,
  },
  "critical-services": {
    file: "test/fallback/critical-services/decide.test.ts",
    one: "CriticalServices and a delete",
    small: 100,
    full: 50_000,
  },
  "slow-sockets": {
    file: "test/fallback/webhook/slow.test.ts",
    one: "a slow connection",
    small: 500,
    full: 2_000,
  },
} as const;

const server = {
  "deletion-graphs": {
    file: "test/deletion/exactness-server.test.ts",
    one: "a graph of 20 to 200 objects with up to three deletes, planned and made",
    small: 17,
    full: 500,
  },
  "deletion-graphs-oldest": {
    file: "test/deletion/exactness-server.test.ts",
    one: "the same, of Kubernetes 1.30",
    kubernetes: "1.30",
    small: 17,
    full: 500,
  },
  "fidelity-server": {
    file: "test/fidelity/search-server.test.ts",
    one: "a rule and an object, asked of a real API server, too",
    small: 750,
    full: 50_000,
  },
  "fidelity-server-oldest": {
    file: "test/fidelity/search-server.test.ts",
    one: "the same, of Kubernetes 1.30",
    kubernetes: "1.30",
    small: 400,
    full: 50_000,
  },
  "language-server": {
    file: "test/language/language-server.test.ts",
    one: "a hundredth of the language's cases, asked of a real API server, too",
    small: 34,
    full: 100,
  },
  "language-server-oldest": {
    file: "test/language/language-server.test.ts",
    one: "the same, of Kubernetes 1.30",
    kubernetes: "1.30",
    small: 16,
    full: 100,
  },
  "bypass-matrix-oldest": {
    file: "test/guard/matrix/bypass-matrix-server.test.ts",
    one: "a hundredth of the attacks, on Kubernetes 1.30; the newest has all of them in every run",
    kubernetes: "1.30",
    small: 34,
    full: 100,
  },
  "oracle-comparison": {
    file: "test/oracle/oracle-server.test.ts",
    one: "a hundredth of the requests that a server and its evaluator are asked",
    small: 40,
    full: 100,
  },
  "match-server": { file: "test/manifest/api-server.test.ts", one: "a policy with a match", small: 40, full: 400 },
  "texts-server": {
    file: "test/language/parse/texts-server.test.ts",
    one: "a pair of texts, of each kind of value",
    small: 1_000,
    full: 20_000,
  },
  "report-attacks": {
    file: "test/guard/report-search/report-search-server.test.ts",
    one: "a rule; whatever its report calls closed is attacked",
    small: 5,
    full: 800,
  },
  collections: {
    file: "test/guard/matrix/bypass-matrix-server.test.ts",
    one: "a collection that is deleted, of each kind",
    small: 3,
    full: 30,
  },
} as const;

const faults = {
  "webhook-dies": { file: "test/fallback/faults/webhook-dies-server.test.ts", one: "a kill of the webhook", small: 3, full: 60 },
  "api-server-faults": {
    file: "test/fallback/faults/api-server-faults-server.test.ts",
    one: "a restart of the API server",
    small: 2,
    full: 50,
  },
  discovery: {
    file: "test/fallback/faults/discovery-server.test.ts",
    one: "a restart of the API server",
    small: 2,
    full: 50,
  },
  "watch-faults": {
    file: "test/fallback/faults/watch-faults-server.test.ts",
    one: "a delete of what is in use during each fault",
    small: 20,
    full: 3_000,
  },
  "certificate-faults": {
    file: "test/fallback/faults/certificate-faults-server.test.ts",
    one: "a rotation of the serving certificate",
    small: 2,
    full: 20,
  },
  "certificate-rotations": {
    file: "test/fallback/certificates/rotation-server.test.ts",
    one: "a replacement of the serving certificate, while the webhook is asked all the time",
    small: 6,
    full: 100,
  },
  "bounded-work": {
    file: "test/fallback/usages/bounded-work-server.test.ts",
    one: "a Usage of a tenant that selects nothing",
    small: 200,
    full: 1_000,
  },
  usages: { file: "test/fallback/faults/size-server.test.ts", one: "a Usage", small: 500, full: 50_000 },
  storm: {
    file: "test/fallback/faults/storm-server.test.ts",
    one: "a review that the garbage collector causes",
    small: 600,
    full: 10_000,
  },
  strangers: {
    file: "test/fallback/faults/strangers-server.test.ts",
    one: "a slow connection",
    small: 500,
    full: 2_000,
    tests: "C10",
  },
  "webhook-reviews": {
    file: "test/fallback/faults/strangers-server.test.ts",
    one: "a mutated review",
    tests: "C16",
    small: 200,
    full: 300_000,
  },
  "usage-races": { file: "test/fallback/faults/usage-race-server.test.ts", one: "a race", small: 30, full: 10_000 },
} as const;

export type SearchName = keyof typeof rules | keyof typeof properties | keyof typeof server | keyof typeof faults;

const inGroup = (group: Group, searches: Readonly<Record<string, Omit<Search, "group">>>): Readonly<Record<string, Search>> =>
  Object.fromEntries(Object.entries(searches).map(([name, search]) => [name, { ...search, group }]));

/** Everything whose length is a choice; each is a part of `npm run test:long`. */
export const searches = {
  ...inGroup("rules", rules),
  ...inGroup("properties", properties),
  ...inGroup("server", server),
  ...inGroup("faults", faults),
} as Readonly<Record<SearchName, Search>>;
