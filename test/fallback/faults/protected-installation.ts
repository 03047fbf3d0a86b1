import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { root } from "../../house/source-files.ts";
import { type Installation, install, type Sources } from "../../install/installed/installation.ts";
import type { Deployed } from "../../install/installed/deployed.ts";
import { configMaps, objectsOn, reference, usages } from "../usages/objects.ts";

const declaration = `import { fallback } from "holdfast";
export default fallback({
  image: "registry.example.com/holdfast@sha256:${"a".repeat(64)}",
  usages: { of: [{ group: "", resource: "configmaps" }] },
});
`;

/** Where things go wrong: a webhook is there. */
export interface Protected extends Installation {
  readonly webhook: Deployed;
}

/** Usages, and whatever other policies are wanted, as a user installs them. */
export async function installProtection(server: ControlPlane, others: Sources = {}): Promise<Protected> {
  const policy = (name: string): string => readFileSync(join(root, "policies/fallback", name), "utf8");
  const named = {
    "usages.ts": policy("usages.ts"),
    "used-objects.ts": policy("used-objects.ts"),
    "usage-kinds.ts": policy("usage-kinds.ts"),
    "usage-records.ts": policy("usage-records.ts"),
    "fallback.ts": declaration,
  };
  const installation = await install(server, { ...named, ...others });
  const { webhook } = installation;
  if (webhook === undefined) throw new Error("nothing asks the webhook");
  return { ...installation, webhook };
}

/** ConfigMaps in `shop`, each with a Usage that is ready: from here on they may not go. Their UIDs, by their names. */
export async function makeKept(server: ControlPlane, count: number, prefix = "kept"): Promise<ReadonlyMap<string, string>> {
  const objects = objectsOn(() => server);
  const names = Array.from({ length: count }, (_, at) => `${prefix}-${at}`);
  const made = await Promise.all(
    names.map(async (name) => {
      const { uid } = await objects.make(configMaps, name);
      await objects.use(usages, name, { reason: "kept", of: reference(configMaps, name) });
      return [name, uid] as const;
    }),
  );
  await waitUntil(
    `${count} Usages are ready`,
    async () => (await Promise.all(names.map((name) => objects.ready(usages, name)))).every((said) => said?.status === "True"),
    120_000,
  );
  return new Map(made);
}
