import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../house/source-files.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");
const page = read("docs/reference/stability.md");
const { exports, engines, peerDependencies, devDependencies } = JSON.parse(read("package.json")) as {
  readonly exports: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
  readonly peerDependencies: { readonly vitest: string };
  readonly devDependencies: Readonly<Record<string, string>>;
};

/** The cells of the table below a heading, row by row. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  const [text = ""] = section.split("\n## ");
  const rows = text.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test("every entry of the package has a promise, and nothing else has", () => {
  const rows = rowsBelow("Entries of the package");
  expect(rows.map(([name]) => name)).toEqual(Object.keys(exports).map((path) => `\`${path.replace(/^\./, "holdfast")}\``));
  expect(rows.filter(([, level = ""]) => !["stable", "preview"].includes(level))).toEqual([]);
});

test("supported versions are those that package.json and the tests have", () => {
  const rows = new Map(rowsBelow("Supported versions").map(([of = "", ...cells]) => [of.split(",")[0], cells] as const));
  expect(rows.get("Node")?.[0]).toBe(`${engines.node.replace(">=", "")} and newer`);
  expect(rows.get("vitest")).toEqual([
    `${peerDependencies.vitest.replace(/>=(\d+)\..*/, "$1")} and newer`,
    devDependencies["vitest"],
  ]);
  const compilers = ["typescript-5", "typescript-6", "typescript"].map((name) =>
    (devDependencies[name] ?? "").replace(/^npm:typescript@/, ""),
  );
  const named = compilers.map((version) =>
    version.startsWith("5") ? version.replace(/\.\d+$/, "") : version.replace(/\..*$/, ""),
  );
  expect(rows.get("TypeScript")?.[0]).toBe(`${named[0]}, ${named[1]} and ${named[2]}`);
  const [, kubernetes = ""] = rows.get("Kubernetes") ?? [];
  const [oldest = "", newest = ""] = kubernetes.split(" and ");
  expect(read("docs/reference/kubernetes-versions.md").replaceAll(/\s+/g, " ")).toContain(`on ${oldest} and on ${newest}`);
});
