import type { Row } from "../row.ts";
import { apiServerMemory } from "./api-server-memory.ts";
import { compile1000, compile10000 } from "./compile-1000.ts";
import { compileCold } from "./compile-cold.ts";
import { compileUnchanged } from "./compile-unchanged.ts";
import { deleteDenied } from "./delete-denied.ts";
import { deleteNamespace } from "./delete-namespace.ts";
import { deleteUnmarked } from "./delete-unmarked.ts";
import { planDelete } from "./plan-delete.ts";
import { policySize } from "./policy-size.ts";
import { testCases } from "./test-cases.ts";
import { updateOtherKind } from "./update-other-kind.ts";
import { updateUnmarked } from "./update-unmarked.ts";
import { webhookAllow, webhookDeny, webhookLarge, webhookPipeline } from "./webhook-cpu.ts";
import { webhookLatency, webhookP99 } from "./webhook-latency.ts";
import { webhookMemory } from "./webhook-memory.ts";

/**
 * In the order of the table. What the rows of an area share ends with it, so that no API server is beside what is
 * measured of the webhook; what is measured of API servers as they start comes first.
 */
export const areas: readonly (readonly Row[])[] = [
  [policySize, apiServerMemory, deleteUnmarked, deleteDenied, updateOtherKind, updateUnmarked, deleteNamespace, planDelete],
  [compileCold, compile1000, compile10000, compileUnchanged, testCases],
  [webhookPipeline, webhookDeny, webhookAllow, webhookLarge, webhookP99, webhookLatency, webhookMemory],
];

export const rows: readonly Row[] = areas.flat();
