import { readFileSync } from "node:fs";
import type { ControlPlane } from "./control-plane.ts";
import { waitUntil } from "./wait-until.ts";

/** Waits for an audit event that says this under that key: `keep/released`. */
export async function untilAudited({ auditLog }: ControlPlane, key: string, text: string): Promise<void> {
  const says = (line: string): boolean => {
    if (!line.includes(`"${key}":`)) return false;
    const { annotations } = JSON.parse(line) as { readonly annotations?: Readonly<Record<string, string>> };
    return annotations?.[key]?.includes(text) === true;
  };
  await waitUntil(`the audit log says ${key}: ${text}`, async () => readFileSync(auditLog, "utf8").split("\n").some(says));
}
