import type { Clock } from "../clock.ts";
import { errorText } from "../controller/log.ts";
import type { CriticalService, ServiceCriterion } from "./critical-service.ts";
import type { LiveAnswers } from "./live-answers.ts";
import { type CriterionState, criterionText, lookAtCriterion } from "./open-criterion.ts";

/** What a service says of one of its criteria. */
export interface ReportedCriterion extends CriterionState {
  /** `Finalizer example.com/hold of configmaps` */
  readonly criterion: string;
}

/** Looks at all criteria of a service; of a generation that was looked at a moment ago it says the same. */
export type LookAtCriteria = (
  service: CriticalService,
  generation: unknown,
  signal: AbortSignal,
) => Promise<readonly ReportedCriterion[]>;

interface Look {
  readonly of: string;
  readonly until: number;
  readonly criteria: readonly ReportedCriterion[];
}

/** A report, and no decision: deletes are decided by what is stored then. */
const lookMs = 60_000;
/**
 * A criterion about a finalizer may list a hundred thousand objects: at most a twentieth of the time goes into that.
 */
const restFactor = 19;

/** For one leader: what was seen before is nobody else's. */
export function criteriaLooks(answers: LiveAnswers, clock: Clock): LookAtCriteria {
  const looks = new Map<string, Look>();
  return async (service, generation, signal) => {
    const of = `${service.uid} ${String(generation)}`;
    const known = looks.get(service.name);
    if (known !== undefined && known.of === of && clock.monotonic() < known.until) return known.criteria;
    const start = clock.monotonic();
    const criteria: ReportedCriterion[] = [];
    for (const criterion of service.criteria) criteria.push(await report(criterion, answers, signal));
    const end = clock.monotonic();
    looks.set(service.name, { of, criteria, until: end + Math.max(lookMs, restFactor * (end - start)) });
    return criteria;
  };
}

async function report(criterion: ServiceCriterion, answers: LiveAnswers, signal: AbortSignal): Promise<ReportedCriterion> {
  const text = criterionText(criterion);
  try {
    return { criterion: text, ...(await lookAtCriterion(criterion, answers, signal)) };
  } catch (error) {
    signal.throwIfAborted();
    const message = `not known now, and denied until it is: ${errorText(error)}`;
    return { criterion: text, resolvable: "Unknown", readable: "Unknown", met: "Unknown", message };
  }
}
