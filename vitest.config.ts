import "./.ci/check-node.mjs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./.ci/longest-first.ts";
import { combinedOnTheOldest, sameOnTheOldest } from "./test/control-plane/same-on-the-oldest.ts";

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * They need programs that Go builds: a Kubernetes control plane, or the API server's own evaluator. `test/house/` holds
 * the names.
 */
const serverFiles = ["test/**/*-server.test.ts", "test/**/*-oracle.test.ts"];

const leftOut: Readonly<Record<string, string[]>> = {
  oldest: [...sameOnTheOldest, ...combinedOnTheOldest],
  "oldest-all": [...sameOnTheOldest],
};

export default defineConfig(({ mode }) => ({
  resolve: {
    // Policies import the package by its name; in this repository that is the source of the language.
    alias: [
      { find: /^holdfast$/, replacement: file("./compiler/language/index.ts") },
      { find: /^holdfast\/evaluate$/, replacement: file("./compiler/simulator/evaluate/index.ts") },
      { find: /^holdfast\/testing$/, replacement: file("./compiler/simulator/testing/index.ts") },
      { find: /^holdfast\/vitest$/, replacement: file("./compiler/simulator/vitest/index.ts") },
    ],
  },
  test: {
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Commands that tests start keep what they compile there, and not with what their user has.
    env: { HOLDFAST_CACHE: join(tmpdir(), "holdfast-test-cache") },
    // What is waited for comes; how soon depends on what else the machine does. Vitest's own second is too short beside
    // two other files.
    expect: { poll: { timeout: 20_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "units",
          include: ["test/**/*.test.ts"],
          exclude: serverFiles,
          // Loading the compiler takes a second, which each of 200 files would pay. No file may leave anything behind.
          isolate: false,
          // They wait for nothing: one for each core.
          maxWorkers: "100%",
        },
      },
      // For `holdfast test policies`, which names them.
      { extends: true, test: { name: "policies", include: ["policies/**/*.test.ts"], maxWorkers: "100%" } },
      {
        extends: true,
        test: {
          name: "servers",
          include: serverFiles,
          exclude: leftOut[mode] ?? [],
          globalSetup: ["test/control-plane/programs/say-what-is-skipped.ts", "test/control-plane/pool/global-setup.ts"],
          // As above: suites share a control plane one after the other, and nothing else.
          isolate: false,
          // Servers and processes are waited for a quarter of the time: three at once keep two cores busy (38 min
          // instead of 46).
          maxWorkers: 3,
          // After the others, since it has other workers.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
}));
