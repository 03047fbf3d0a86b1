import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ControlPlane } from "../control-plane/control-plane.ts";
import { applyCustomResourceDefinition } from "../control-plane/crds.ts";
import { applyYaml } from "../control-plane/requests.ts";
import { root } from "../house/source-files.ts";
import { group } from "../language/requests.ts";
import { untilCompiled } from "../language/until-compiled.ts";

/** Applies committed files (`presets/helm-keep`) as a user would, and returns when the server goes by them. */
export async function enforceFiles(server: ControlPlane, stems: readonly string[]): Promise<void> {
  const texts = stems.map((stem) => readFileSync(join(root, "generated", `${stem}.yaml`), "utf8"));
  await enforceText(server, texts.join("\n---\n"));
}

/** Presets match ConfigMaps, so that no canary of that kind may be asked while the server still compiles them. */
export async function enforceText(server: ControlPlane, yaml: string): Promise<void> {
  const versions = [{ name: "v1" }] as const;
  await applyCustomResourceDefinition(server, { group, kind: "Thing", plural: "things", scope: "Namespaced", versions });
  await applyYaml(server, yaml);
  await untilCompiled(server, "presets");
}
