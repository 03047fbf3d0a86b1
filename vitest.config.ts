import "./.ci/check-node.mjs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    // Policies import the package by its name; in this repository that is the source of the language.
    alias: [
      { find: /^holdfast$/, replacement: file("./compiler/dsl/index.ts") },
      { find: /^holdfast\/evaluate$/, replacement: file("./compiler/evaluate/index.ts") },
      { find: /^holdfast\/testing$/, replacement: file("./compiler/testing/index.ts") },
      { find: /^holdfast\/vitest$/, replacement: file("./compiler/vitest/index.ts") },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/control-plane/pool/global-setup.ts"],
    // Servers and processes are waited for a quarter of the time: three at once keep two cores busy (38 min instead of 46).
    maxWorkers: 3,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // What is waited for comes; how soon depends on what else the machine does. Vitest's own second is too short beside two other files.
    expect: { poll: { timeout: 20_000 } },
  },
});
