/**
 * Compiles the policies of this repository: those of `policies/`, with the fallback and what it is asked, into
 * `generated/`, and the presets into a directory of their own, because nobody wants the marks of every system at once.
 * What follows on the command line is passed on; `--show` to the compilation that has the policy.
 */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

const isPolicy = (name: string): boolean => name.endsWith(".ts") && !name.endsWith(".test.ts");
const policies = readdirSync(join(root, "policies")).filter(isPolicy);

/** The others of that folder are opt-in. */
const fallback = ["fallback.ts", "usages.ts", "usage-records.ts", "critical-services.ts", "holdfast-installation.ts"];

compile([...policies.map((name) => `policies/${name}`), ...fallback.map((name) => `policies/fallback/${name}`)], "generated");
compile(["policies/presets"], "generated/presets");

function passedOn(out: string): readonly string[] {
  const words = process.argv.slice(2);
  const isOther = (word = ""): boolean => word.startsWith("policies/presets") !== (out === "generated/presets");
  return words.filter(
    (word, at) => !(word === "--show" && isOther(words[at + 1])) && !(words[at - 1] === "--show" && isOther(word)),
  );
}

function compile(paths: readonly string[], out: string): void {
  const words = ["compiler/cli/main.ts", "compile", ...paths, "--out", out, "--command", "npm run compile", ...passedOn(out)];
  const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exitCode = status ?? 1;
}
