import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../house/source-files.ts";
import { diagnosticsPage } from "./diagnostics-page.ts";

test("docs/diagnostics.md shows every diagnostic as it is", () => {
  const written = readFileSync(join(root, "docs/diagnostics.md"), "utf8");
  expect(written === diagnosticsPage() ? "" : "run `node test/diagnostics/write-docs.ts`").toBe("");
}, 300_000);
