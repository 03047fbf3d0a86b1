import { criticalServiceResource } from "../../compiler/api/critical-services.ts";
import { isJsonObject, objectsOf, type JsonObject } from "../../compiler/api/json.ts";
import { objectPath } from "../kubernetes/resource.ts";
import type { StoredObject } from "../kubernetes/stored-object.ts";
import { answerProblem, Overtaken, isOvertaken } from "../controller/answer-problem.ts";
import type { ReportedCriterion } from "./look-at-criteria.ts";
import type { MarkAccess } from "./marks.ts";
import { mergePatch } from "../kubernetes/api-server.ts";

/** What a service says of itself. */
export interface ServiceCondition {
  readonly type: "Ready" | "MayGetStuck" | "CriteriaResolvable" | "CriteriaReadable" | "CriteriaMet";
  readonly status: "True" | "False" | "Unknown";
  /** CamelCase, for programs. */
  readonly reason: string;
  readonly message: string;
}

interface Said {
  readonly conditions: readonly ServiceCondition[];
  readonly criteria: readonly ReportedCriterion[];
  readonly now: number;
}

/**
 * Writes those that have changed; only onto the state that they were found for. Rejects with
 * `Overtaken` where there is another.
 */
export async function writeConditions(
  { writer }: MarkAccess,
  service: StoredObject,
  { conditions, criteria, now }: Said,
): Promise<void> {
  const { name, resourceVersion, generation } = service.metadata;
  const before = new Map(storedConditions(service).map((condition) => [condition["type"], condition]));
  const after = conditions.map((condition) => {
    const old = before.get(condition.type);
    const since = old?.["status"] === condition.status ? old["lastTransitionTime"] : undefined;
    const lastTransitionTime = typeof since === "string" ? since : `${new Date(now).toISOString().slice(0, 19)}Z`;
    return { ...condition, observedGeneration: generation, lastTransitionTime };
  });
  const isSaid = after.every((condition) => isSame(before.get(condition.type), condition)) && hasCriteria(service, criteria);
  if (isSaid) return;
  const request = {
    method: "PATCH",
    path: `${objectPath(criticalServiceResource, { name })}/status`,
    contentType: mergePatch,
    body: { metadata: { resourceVersion }, status: { conditions: after, criteria } },
  } as const;
  const answer = await writer.request(request);
  if (answer.status === 200) return;
  const problem = answerProblem(request, answer, { what: `the status of CriticalService ${name}` });
  throw isOvertaken(answer) ? new Overtaken(problem.message) : problem;
}

/** The reason that the service gives why it is ready, or is not; undefined before it has said anything. */
export function serviceReadyReason(service: StoredObject): string | undefined {
  const reason = storedConditions(service).find(({ type }) => type === "Ready")?.["reason"];
  return typeof reason === "string" ? reason : undefined;
}

function storedConditions({ status }: StoredObject): readonly JsonObject[] {
  return isJsonObject(status) ? objectsOf(status["conditions"]) : [];
}

function hasCriteria({ status }: StoredObject, criteria: readonly ReportedCriterion[]): boolean {
  const stored = isJsonObject(status) ? objectsOf(status["criteria"]) : [];
  return stored.length === criteria.length && criteria.every((one, at) => isSame(stored[at], { ...one }));
}

function isSame(before: JsonObject | undefined, after: JsonObject): boolean {
  return before !== undefined && Object.entries(after).every(([field, value]) => before[field] === value);
}
