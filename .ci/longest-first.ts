import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * What took 25 s or more in CI, the longest first (`npm run test:slowest`). How long a file takes does not show in its
 * size, by which vitest goes on a clean checkout: one of 290 s began last, and the other workers waited for it.
 */
export const slowFiles: readonly string[] = [
  "test/oracle/language-oracle.test.ts",
  "test/fallback/faults/watch-faults-server.test.ts",
  "test/language/language-server.test.ts",
  "test/fallback/faults/certificate-faults-server.test.ts",
  "test/guard/matrix/bypass-matrix-server.test.ts",
  "test/package/package.test.ts",
  "test/uninstall/uninstall-server.test.ts",
  "test/language/language.test.ts",
  "test/fallback/faults/strangers-server.test.ts",
  "test/test-on-server/cases-server.test.ts",
  "test/fallback/faults/storm-server.test.ts",
  "test/fallback/faults/webhook-dies-server.test.ts",
  "test/fallback/container/image-server.test.ts",
  "test/ack/limits-server.test.ts",
  "test/oracle/oracle-server.test.ts",
  "test/fallback/faults/api-server-faults-server.test.ts",
  "test/documents/language.test.ts",
  "test/control-plane/pool/reset-server.test.ts",
  "test/package/package-server.test.ts",
  "test/guard/report-search/report-search-server.test.ts",
  "test/fallback/critical-services/bulk-delete-server.test.ts",
  "test/fidelity/mutants/mutants.test.ts",
  "test/fallback/certificates/rotation-server.test.ts",
  "test/fallback/faults/size-server.test.ts",
  "test/ack/read-back-server.test.ts",
  "test/cli/test-command.test.ts",
  "test/fallback/faults/usage-race-server.test.ts",
  "test/fallback/faults/discovery-server.test.ts",
  "test/control-plane/lifecycle-server.test.ts",
  "test/fallback/usages/usage-server.test.ts",
  "test/install/manifests/read-back-server.test.ts",
  "test/fallback/critical-services/criteria-server.test.ts",
  "test/static/protection-server.test.ts",
  "test/fallback/container/function-image-server.test.ts",
  "test/fallback/usages/bounded-work-server.test.ts",
  "test/fallback/kubernetes/reflector/real-server.test.ts",
  "test/ack/matrix-server.test.ts",
  "test/fidelity/grammar.test.ts",
  "test/diagnostics/syntax/syntax.test.ts",
  "test/split/split-search.test.ts",
  "test/guard/namespace-constructs.test.ts",
  "test/diagnostics/examples.test.ts",
  "test/fidelity/search-server.test.ts",
  "test/guard/limits/parameters-server.test.ts",
  "test/fallback/enforcement/upgrade-server.test.ts",
  "test/verify/verify-server.test.ts",
  "test/fallback/usages/acts-for-nobody-server.test.ts",
  "test/guard/owner-versions-server.test.ts",
  "test/fallback/namespaces/namespace-guard-server.test.ts",
  "test/presets/foreground-server.test.ts",
  "test/serve/serve-server.test.ts",
  "test/fallback/critical-services/scaling-server.test.ts",
  "test/documents/usages-server.test.ts",
  "test/fallback/usages/authors/usage-authors-server.test.ts",
  "test/fallback/controller/leader-election-server.test.ts",
  "test/split/answered-by-webhook-search.test.ts",
  "test/fallback/usages/shipped-kinds-server.test.ts",
  "test/fallback/critical-services/marks-server.test.ts",
  "test/presets/cascading-definitions-server.test.ts",
  "test/guard/opening-server.test.ts",
  "test/ack/controllers-server.test.ts",
  "test/cli/serve.test.ts",
  "test/language/parse/rejections.test.ts",
  "test/fidelity/fidelity-oracle.test.ts",
  "test/guard/release-search.test.ts",
  "test/rules/rules-server.test.ts",
  "test/fallback/usages/shipped-attempts-server.test.ts",
];

/** For vitest: whoever begins last is soon done. All others are in vitest's own order. */
export class LongestFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(specifications)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const at = slowFiles.indexOf(relative(root, moduleId));
  return at === -1 ? slowFiles.length : at;
}
