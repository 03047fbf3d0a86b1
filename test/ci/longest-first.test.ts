import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { slowFiles } from "../../.ci/longest-first.ts";
import { root } from "../house/source-files.ts";

test("each slow file is there, once", () => {
  expect(slowFiles.filter((file, at) => !existsSync(join(root, file)) || slowFiles.indexOf(file) !== at)).toEqual([]);
});
