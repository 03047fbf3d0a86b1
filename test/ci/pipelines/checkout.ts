import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { keepLabelled, userProject } from "../../cli/user-project.ts";
import { temporaryDirectory } from "../../fixtures/temporary-directory.ts";
import { root } from "../../house/source-files.ts";

export const cases = `policies: [keep-labelled]
cases:
  - name: a labelled ConfigMap
    delete: { apiVersion: v1, kind: ConfigMap, metadata: { name: a, namespace: shop, labels: { example.com/keep: "true" } } }
    expect: deny
`;

const files = {
  "policies/keep-labelled.ts": keepLabelled,
  "policies/keep-labelled.test.yaml": cases,
  "deploy/claim.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: shop }\n",
};

/** What is not of the machine on which tests run. */
const environment = {
  PATH: [dirname(process.execPath), ...(process.env["PATH"] ?? "").split(delimiter)].join(delimiter),
  HOME: process.env["HOME"],
  NO_COLOR: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_SYSTEM: "/dev/null",
};

/** What `npx` and scripts find: the path of it. */
export function writeHoldfastBin(directory: string): string {
  const bin = join(directory, "node_modules/.bin/holdfast");
  mkdirSync(dirname(bin), { recursive: true });
  writeFileSync(bin, `#!/bin/sh\nexec "${process.execPath}" "${join(root, "compiler/cli/main.ts")}" "$@"\n`);
  chmodSync(bin, 0o755);
  return bin;
}

/** A checkout of a branch, whose origin has `main`; the policies are compiled, and `holdfast` is what `npx` finds. */
export class Checkout {
  readonly directory: string;

  constructor(more: Readonly<Record<string, string>> = {}, { below = "" } = {}) {
    const placed = Object.fromEntries(Object.entries({ ...files, ...more }).map(([name, text]) => [join(below, name), text]));
    const project = userProject(placed, []);
    this.directory = join(project, below);
    const bin = writeHoldfastBin(this.directory);
    writeFileSync(join(project, ".gitignore"), "node_modules\n");
    this.git("init", "--quiet", "--initial-branch=main", project);
    execFileSync(bin, ["compile", "-q"], { cwd: this.directory, env: environment });
    this.commit();
    const origin = temporaryDirectory({});
    this.git("clone", "--quiet", "--bare", project, origin);
    this.git("remote", "add", "origin", origin);
    this.git("checkout", "--quiet", "-b", "change");
  }

  git(...words: readonly string[]): string {
    return execFileSync("git", words, { cwd: this.directory, env: environment, encoding: "utf8" });
  }

  commit(): void {
    this.git("add", "--all");
    this.git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "--allow-empty", "-m", "change");
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.directory, name), text);
  }

  run(script: string, env: Texts = {}, cwd = this.directory): Promise<StepOutcome> {
    return runScript(script, { env, cwd });
  }
}

type Texts = Readonly<Record<string, string | undefined>>;

/** As a runner does: `bash -eo pipefail`. */
export function runScript(
  script: string,
  { env = {}, cwd }: { readonly env?: Texts; readonly cwd: string },
): Promise<StepOutcome> {
  return new Promise((resolve) => {
    const words = ["--noprofile", "--norc", "-eo", "pipefail", "-c", script];
    execFile("bash", words, { cwd, env: { ...environment, ...env } }, (error, out, said) => {
      resolve({ code: error === null ? 0 : typeof error.code === "number" ? error.code : -1, out, error: said });
    });
  });
}

export interface StepOutcome {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}
