import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compile } from "../../compiler/compile.ts";
import { parseCommandLine } from "../../compiler/cli/arguments/command-line.ts";
import { root } from "../house/source-files.ts";

const page = readFileSync(join(root, "docs/operate/static.md"), "utf8");
const { staticFiles } = compile({
  paths: ["policies/ack-prevent-delete.ts"],
  workingDirectory: root,
  kube: 36,
  static: { path: "/etc/kubernetes/holdfast", contents: "protection" },
});
const protection = staticFiles?.policies[0]?.text ?? "";

test("the commands of docs/operate/static.md are understood", () => {
  const commands = [...page.matchAll(/holdfast (compile [^`\n]*-[^`\n]*)/g)].map((match) => match[1]?.trim() ?? "");
  const whole = commands.filter((command) => command !== "compile --static");
  expect(whole.length).toBeGreaterThan(2);
  for (const command of whole) expect(parseCommandLine(command.split(" "))).toMatchObject({ kind: "compile" });
});

test("docs/operate/static.md says of each rule of the protection what it denies", () => {
  const named = [...page.matchAll(/^\| `(\w+Guard)` \|/gm)].map((match) => match[1]);
  const rules = [...protection.matchAll(/# Rule (\w+Guard)$/gm)].map((match) => match[1]);
  expect(rules.length).toBeGreaterThan(5);
  expect(new Set(named)).toEqual(new Set(rules));
});

test("docs/operate/static.md names the limits of what is compared", () => {
  // The API server takes 64 match conditions, and there are 5 operations: no object has more.
  const known = new Set([5, 64]);
  const limits = [...protection.matchAll(/size\([^\n]*\) <= (\d+)/g)].map((match) => Number(match[1]));
  for (const limit of new Set(limits.filter((one) => !known.has(one) && one > 0)))
    expect(page).toMatch(new RegExp(`\\b${limit}\\b`));
});
