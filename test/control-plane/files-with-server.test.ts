import { describe, expect, test } from "vitest";

import { sourceFiles } from "../house/source-files.ts";
import { testFilesWithServer } from "./files-with-server.ts";

describe("test files with a server", () => {
  const found = testFilesWithServer();

  test("are all that open a suite with one", () => {
    const opening = sourceFiles("test").filter(
      ({ path, text }) => path.endsWith(".test.ts") && /^describeWithServer\(/m.test(text),
    );
    expect(opening.length).toBeGreaterThan(10);
    expect(found).toEqual(expect.arrayContaining(opening.map(({ path }) => path)));
  });

  test("are also those that do so through another module", () => {
    expect(found).toContain("test/mutants/prevent-delete-server.test.ts");
  });

  test("are no others", () => {
    const without = [
      "test/cel/print.test.ts",
      "test/ack/three-executions.test.ts",
      "test/control-plane/files-with-server.test.ts",
    ];
    expect(found.filter((path) => without.includes(path))).toEqual([]);
  });
});
