import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readyReasons } from "../../runtime-fallback/usages/condition.ts";
import { root } from "../house/source-files.ts";

const page = "docs/systems/usage-reference.md";

test(`${page} has every reason that a Usage can give`, () => {
  const rows = [...readFileSync(join(root, page), "utf8").matchAll(/^\| `(\w+)` \| (?:True|False) \|/gm)].map(
    ([, reason]) => reason,
  );
  expect(new Set(rows)).toEqual(new Set(readyReasons));
});
