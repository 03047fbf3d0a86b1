import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readObjects } from "../../compiler/manifest/yaml.ts";
import { fencesOf } from "../documents/fences.ts";
import { root } from "../house/source-files.ts";
import { openDirectory, removeDirectory } from "../fixtures/open-directory.ts";
import { usingHoldfast } from "../fixtures/tree.ts";

/** What one run of `holdfast compile --static` left behind; where it was written is where an API server reads it. */
export interface StaticSet {
  readonly directory: string;
  readonly policies: string;
  /** For `--admission-control-config-file`. */
  readonly admissionConfiguration: string;
  /** YAML of the same policies for the API. */
  readonly generated: string;
  remove(): void;
}

/** Keeps ConfigMaps that carry a label. Its guards need no parameters, but for the one that is switched off. */
export const keepPolicy = `import { deletionPolicy, released } from "holdfast";

export default deletionPolicy({
  name: "keep-labelled",
  match: [{ group: "", resource: "configmaps" }],
  overrides: [released()],
  guards: { namespaces: { off: "policies from files have no parameters" } },
  rules: {
    keep: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["example.com/keep"] === "yes",
      message: ({ oldObject }) => \`ConfigMap \${oldObject.metadata.name} is protected by its label\`,
    },
  },
});
`;

/** The policy about policies of docs/operate/static.md. */
const lockedPolicies = fencesOf("docs/operate/static.md").find(({ language }) => language === "ts")?.text ?? "";

/** Runs the command as a person would, and changes nothing of what it wrote. */
export function compileSet(...flags: readonly string[]): StaticSet {
  const policies = { "policies/keep.ts": keepPolicy, "policies/locked-policies.ts": lockedPolicies };
  const working = openDirectory({ ...usingHoldfast, ...policies });
  const [directory, generated] = [join(working, "control-plane"), join(working, "generated")];
  const where = ["--out", "generated", "--static", "control-plane", "--static-path", directory];
  const command = [join(root, "compiler/cli/main.ts"), "compile", "policies", ...where, "--kube", "1.36", ...flags];
  execFileSync(process.execPath, command, { cwd: working, stdio: "pipe" });
  return {
    directory,
    policies: join(directory, "policies"),
    admissionConfiguration: join(directory, "admission-configuration.yaml"),
    generated,
    remove: () => removeDirectory(working),
  };
}

export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: unknown };
  readonly spec: { readonly [key: string]: unknown };
}

/** Every object of every YAML file in a directory. */
export function manifestsIn(directory: string): readonly Manifest[] {
  const files = readdirSync(directory).filter((name) => name.endsWith(".yaml") && name !== "kustomization.yaml");
  return files.flatMap((name) => readObjects(readFileSync(join(directory, name), "utf8"), "1.2") as readonly Manifest[]);
}
