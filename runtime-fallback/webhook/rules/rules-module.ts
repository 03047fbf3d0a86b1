import { HelpfulError, errorMessage } from "../../../compiler/api/helpful-error.ts";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { registerHooks } from "node:module";
import type { RulesModule } from "../../../compiler/api/rules-module.ts";

/**
 * Runs the very bytes whose hash was compared: a file that changes in between changes nothing. Rejects with a
 * `HelpfulError` where the rules are not those that were compiled, or there are none.
 */
export async function loadRules(file: string, sha256: string): Promise<RulesModule> {
  const bytes = await readBytes(file);
  const found = sha256Of(bytes);
  if (found !== sha256) {
    throw new HelpfulError(
      `${file} is not what was compiled: its SHA-256 is ${found}, and ${sha256} was named`,
      "apply the ConfigMap and the Deployment of one compilation together",
    );
  }
  return importRules(bytes, file);
}

/** Runs a module that was bundled by a compiler of this version; `name` is for the error. */
export async function importRules(bytes: Buffer, name: string): Promise<RulesModule> {
  const module = await importBytes(bytes);
  if (isRulesModule(module)) return module;
  throw new HelpfulError(`${name} has no rules`, "compile again: npx holdfast compile");
}

/**
 * The module has a URL without its text, which the loader of Node would keep several times: 8 MiB for 100 KiB of rules.
 * The hash of the text makes it the URL of these bytes: Node keeps a module for as long as the process lives, so others
 * under the same URL would get it. Without the hook it is a module that throws.
 */
async function importBytes(bytes: Buffer): Promise<unknown> {
  const url = `data:text/javascript,throw%20new%20Error("the%20rules%20were%20not%20loaded")//${sha256Of(bytes)}`;
  const hooks = registerHooks({
    load: (asked, context, next) =>
      asked === url ? { format: "module", source: bytes, shortCircuit: true } : next(asked, context),
  });
  try {
    return await import(url);
  } finally {
    hooks.deregister();
  }
}

function sha256Of(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    const reason = errorMessage(error);
    throw new HelpfulError(
      `${file} cannot be read: ${reason}`,
      "mount the ConfigMap with the rules, or name another file: --rules",
    );
  }
}

function isRulesModule(module: unknown): module is RulesModule {
  if (typeof module !== "object" || module === null) return false;
  const hasRules = "rules" in module && Array.isArray(module.rules) && module.rules.every(saysWhatItIsAbout);
  const hasLists = hasRules && "policies" in module && Array.isArray(module.policies);
  return hasLists && "Unanswered" in module && typeof module.Unanswered === "function";
}

/** Rules of an older compiler do not, and could not be told from rules that are about everything. */
function saysWhatItIsAbout(rule: unknown): boolean {
  if (typeof rule !== "object" || rule === null) return false;
  return "match" in rule && Array.isArray(rule.match) && "operations" in rule && Array.isArray(rule.operations);
}
