import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { holdfastHere } from "../../cli/user-project.ts";
import { type Tree, writeTree } from "../../fixtures/tree.ts";
import { documentsIn } from "../../fixtures/yaml-documents.ts";
import { type Written, asksPods, fallbackText, keepersFor, policyText } from "../manifests/compile-fallback.ts";
import type { Helm } from "./helm.ts";

export interface Compiled {
  readonly chart: string;
  readonly kustomization: string;
}

interface Compiling {
  /** The file that declares the fallback. */
  readonly declaration?: string;
  readonly flags?: readonly string[];
}

/** What `holdfast compile --chart` makes of a declaration with these properties, in a directory of its own. */
export async function compileChart(
  directory: string,
  properties: string,
  policies: Tree = {},
  { declaration = "policies/fallback.ts", flags = [] }: Compiling = {},
): Promise<Compiled> {
  const tree = { [declaration]: fallbackText(properties), ...keepersFor(properties), ...asking, ...policies };
  mkdirSync(directory, { recursive: true });
  writeTree(directory, tree);
  const words = ["compile", "policies", "--out", "generated", "--chart", "charts/holdfast", ...flags];
  const { code, out, error } = await holdfastHere(directory, words);
  if (code !== 0) throw new Error(`${error}\n${out}`);
  return { chart: join(directory, "charts/holdfast"), kustomization: join(directory, "generated/fallback") };
}

const asking: Tree = { "policies/used.ts": policyText(asksPods) };

export type Objects = Readonly<Record<string, Written>>;

/** The objects in some YAML by kind and name: in whatever order, and without documents of comments alone. */
export function byName(yaml: string): Objects {
  const objects = documentsIn(yaml).filter((document) => document !== null) as readonly Written[];
  return Object.fromEntries(objects.map((object) => [`${object.kind} ${object.metadata.name}`, object]));
}

export const caBundle = Buffer.from("-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n").toString("base64");

/** What other values a mode of certificates asks for. */
export const modes = {
  "self-managed": { "certificates.mode": "self-managed" },
  "cert-manager": {
    "certificates.mode": "cert-manager",
    "certificates.certManager.issuer": { name: "ca", kind: "ClusterIssuer" },
  },
  provided: { "certificates.mode": "provided", "certificates.provided": { secret: "theirs", caBundle } },
} as const;

/** Values by their paths, as arguments of Helm. */
export function given(values: object): readonly string[] {
  return Object.entries(values).flatMap(([path, value]) => ["--set-json", `${path}=${JSON.stringify(value)}`]);
}

/** `helm template` with these values. */
export async function render(helm: Helm, chart: string, values: object = {}): Promise<Objects> {
  const { code, stdout, stderr } = await helm(["template", "holdfast", chart, ...given(values)]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).not.toMatch(/PRIVATE KEY|^kind: Secret$/m);
  return byName(stdout);
}
