import { readFileSync } from "node:fs";
import type { Project } from "ts-morph";
import { ownModules } from "./own-modules.ts";

/**
 * `holdfast/kinds` has all kinds of Kubernetes in 80 files, and a policy names one: TypeScript reads the files of those
 * that the texts name. Where a name is unknown, or the module is used as a whole, it reads them all.
 */
export function limitKinds(project: Project, texts: Iterable<string>): void {
  const index = ownModules["holdfast/kinds"];
  const lines = readFileSync(index, "utf8").split("\n");
  const names = namedKinds(texts);
  const kept = lines.filter((line) => namesIn(line).some((name) => names?.has(name) === true));
  if (names === undefined || kept.flatMap(namesIn).filter((name) => names.has(name)).length < names.size) return;
  project.createSourceFile(index, `${kept.join("\n")}\nexport {};\n`, { overwrite: true });
}

/** Undefined where a text uses the module in another way than to import or export single names. */
function namedKinds(texts: Iterable<string>): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const text of texts) {
    const statements = [...text.matchAll(/\b(?:import|export)\s+(?:type\s*)?\{([^{}]*)\}\s*from\s*["']holdfast\/kinds["']/g)];
    if (statements.length !== text.split("holdfast/kinds").length - 1) return undefined;
    for (const [, list = ""] of statements) for (const name of listed(list)) names.add(name);
  }
  return names;
}

/** `export type { Role } from "./rbac/role.ts";`: a line each. */
function namesIn(line: string): readonly string[] {
  return listed(/^export type \{([^}]*)\} from /.exec(line)?.[1] ?? "");
}

/** `type Pod as MyPod, Node` are `Pod` and `Node`. */
function listed(names: string): readonly string[] {
  return names
    .split(",")
    .map(
      (name) =>
        name
          .trim()
          .replace(/^type\s+/, "")
          .split(/\s/)[0] ?? "",
    )
    .filter((name) => name !== "");
}
