import { names, rulesFile } from "../settings.ts";
import type { RulesBundle } from "../rules-bundle.ts";
import { type Installation, type ManifestObject, describedBy } from "./manifest-object.ts";

/** Enough that no two sets of rules have one name; the whole hash stands among the webhook's arguments. */
const hashLength = 10;

export const rulesName = ({ sha256 }: RulesBundle): string => `${names.rules}-${sha256.slice(0, hashLength)}`;

/** Other rules are another object: Pods that run the old ones can start again until the new ones have taken over. */
export function rulesObject(installation: Installation, bundle: RulesBundle): ManifestObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: describedBy(installation, { name: rulesName(bundle), wave: "rules", pruned: "last" }),
    immutable: true,
    data: { [rulesFile]: bundle.text },
  };
}
