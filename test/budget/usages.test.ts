import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { bytesPerUsage } from "../../bench/webhook/bytes-per-usage.ts";

/** It was 1,640 bytes before they were packed (docs/adr/0077). How full arrays are moves it by some. */
test("the webhook keeps a Usage, with its indices, in at most 400 bytes", async () => {
  setFlagsFromString("--expose-gc");
  globalThis.gc = runInNewContext("gc") as NodeJS.GCFunction;
  expect(await bytesPerUsage(20_000)).toBeLessThanOrEqual(400);
});
