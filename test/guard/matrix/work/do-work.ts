import type { ControlPlane } from "../../../control-plane/control-plane.ts";
import { type Target, targets } from "../targets.ts";
import { createNamespace } from "../victims.ts";
import { byControllers } from "./controllers.ts";
import { deletes } from "./deletes.ts";
import { edits } from "./edits.ts";
import type { Work } from "./place.ts";
import { bindings } from "./volumes.ts";
import { overrides } from "./overrides.ts";

/** A piece of work on one kind, with what came of it. */
export interface WorkRecord {
  readonly work: string;
  readonly kind: string;
  readonly outcome: string;
  /** What was denied, or did not happen. */
  readonly failure: string | undefined;
}

interface PlannedWork {
  readonly work: Work;
  readonly target: Target;
}

export const plannedWork: readonly PlannedWork[] = [...edits, ...bindings, ...deletes, ...overrides, ...byControllers].flatMap(
  (work) => targets.filter(work.isDoneOn).map((target) => ({ work, target })),
);

/** So much at once: each piece asks the server all the time whether it is done. */
const lanes = 12;

/** All work, side by side. */
export async function doWork(server: ControlPlane): Promise<readonly WorkRecord[]> {
  const records: WorkRecord[] = [];
  const waiting = [...plannedWork.entries()];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, planned] = next;
      records[at] = await doOne(server, planned, `work-${at}`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return records;
}

async function doOne(server: ControlPlane, { work, target }: PlannedWork, name: string): Promise<WorkRecord> {
  const record = { work: work.title, kind: target.kind };
  try {
    if (target.isNamespaced) await createNamespace(server, name);
    return { ...record, outcome: await work.run({ server, target, name }), failure: undefined };
  } catch (error) {
    return { ...record, outcome: "failed", failure: String(error) };
  }
}
