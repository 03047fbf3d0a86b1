import { afterAll, beforeAll, describe, test } from "vitest";

import { readEnvironment } from "../control-plane/environment.ts";
import { type Oracle, type OracleOptions, startOracle } from "./oracle.ts";
import { findOracle } from "./oracle-binary.ts";

/** Most of it for the day on which the program is built. */
const startTimeoutMs = 30 * 60_000;

/**
 * A suite with an oracle of its own, which is started before the first test and stopped after the last. Without Go the
 * suite is skipped (test/control-plane/programs/say-what-is-skipped.ts says so, once); in CI it fails.
 */
export function describeWithOracle(name: string, options: OracleOptions, define: (oracle: () => Oracle) => void): void {
  const availability = findOracle();
  if (availability.kind === "available") {
    describe(name, () => defineWithOracle(options, define));
  } else if (readEnvironment().continuousIntegration) {
    describe(name, () => failFor(availability.reason));
  } else {
    describe.skip(name, () => defineWithOracle(options, define));
  }
}

function defineWithOracle(options: OracleOptions, define: (oracle: () => Oracle) => void): void {
  let oracle: Oracle | undefined;
  beforeAll(async () => {
    oracle = await startOracle(options);
  }, startTimeoutMs);
  afterAll(() => oracle?.stop());
  define(() => {
    if (oracle === undefined) throw new Error("ask for the oracle inside of a test or hook");
    return oracle;
  });
}

function failFor(reason: string): void {
  test("has an oracle", () => {
    throw new Error(reason);
  });
}
