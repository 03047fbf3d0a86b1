import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

/** What the system's Node may be; one that says so of itself is enough, and every machine has it. */
const preload = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })`;

const configurations = readdirSync(root).filter((name) => /^vitest\.(?:.+\.)?config\.ts$/.test(name));

interface Ended {
  readonly code: unknown;
  readonly said: string;
}

function runOnOldNode(...script: readonly string[]): Promise<Ended> {
  // Not as a part of this run.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_OPTIONS)/.test(name)));
  const flags = ["--import", `data:text/javascript,${encodeURIComponent(preload)}`, ...script];
  return new Promise((resolve) => {
    execFile(process.execPath, flags, { cwd: root, env }, (error, _, stderr) => resolve({ code: error?.code, said: stderr }));
  });
}

test("there is a configuration to try", () => expect(configurations).toContain("vitest.config.ts"));

test.each(configurations)("vitest with %s ends at once on a Node that is too old, and says what to do", async (configuration) => {
  const expected = await runOnOldNode(join(root, ".ci/check-node.mjs"));
  expect(expected).toEqual({
    code: 1,
    said: expect.stringMatching(/^Holdfast needs Node 22\.19 or newer, this is 20\.20\.2\. .*\n$/) as string,
  });
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  // Its children would have the same Node, and whoever waits for their first word would wait for long.
  const file = "test/fallback/webhook/memory.test.ts";
  expect(await runOnOldNode(vitest, "run", "--config", configuration, file)).toEqual(expected);
});
