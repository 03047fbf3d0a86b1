import { readFileSync } from "node:fs";
import { importRules } from "../../runtime-fallback/webhook/rules/rules-module.ts";
import { documentsIn } from "../../test/fixtures/yaml-documents.ts";

export type Rules = Awaited<ReturnType<typeof importRules>>;

/** The rules of `generated/fallback`, as the webhook loads them. */
export function shippedRules(): Promise<Rules> {
  const text = readFileSync(new URL("../../generated/fallback/rules.yaml", import.meta.url), "utf8");
  const [map] = documentsIn(text) as readonly { readonly data: Readonly<Record<string, string>> }[];
  return importRules(Buffer.from(map?.data["rules.mjs"] ?? ""), "rules.yaml");
}
