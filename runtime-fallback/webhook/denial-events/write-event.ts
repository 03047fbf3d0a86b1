import type { ApiAnswer, ApiRequest, RequestServer } from "../../kubernetes/api-server.ts";
import { isJsonObject, objectsOf } from "../../../compiler/api/json.ts";
import type { Clock } from "../../clock.ts";
import { type Log, throttledWarning } from "../../telemetry/log.ts";
import { type Said, countEvent, createEvent, type EventOutcome } from "./event.ts";

export interface WritingOptions {
  readonly api: RequestServer;
  readonly clock: Clock;
  readonly log: Log;
  /** Of this process: its Pod. */
  readonly instance: string;
  readonly timeoutMs: number;
}

/** What is known of one object and rule. */
export interface DenialRecord {
  /** Since the Event that was written last. */
  count: number;
  quietUntil: number;
  written: { readonly name: string; readonly note: string } | undefined;
}

const warnEveryMs = 60_000;

/** Writes the Event about a denial, or counts it in the one that there is. Never rejects. */
export function eventWriter({
  api,
  clock,
  log,
  instance,
  timeoutMs,
}: WritingOptions): (denial: DenialRecord, said: Said) => Promise<EventOutcome> {
  const warn = throttledWarning(log, clock, warnEveryMs);
  const request = (sent: ApiRequest): Promise<ApiAnswer> => api.request({ ...sent, timeoutMs });
  const outcomeOf = ({ status, body }: ApiAnswer): EventOutcome => {
    if (status < 300) return "written";
    if (status === 404 || isTerminating(body)) return "closing";
    warn("denied", "an Event about a denial was not taken", { status, reason: String(body["message"]) });
    return "denied";
  };
  const create = async (denial: DenialRecord, said: Said): Promise<EventOutcome> => {
    const answer = await request(createEvent(said, instance));
    const { metadata } = answer.body;
    const name = isJsonObject(metadata) ? metadata["name"] : undefined;
    if (answer.status < 300 && typeof name === "string") denial.written = { name, note: said.note };
    return outcomeOf(answer);
  };
  return async (denial: DenialRecord, said: Said): Promise<EventOutcome> => {
    const { written, count } = denial;
    try {
      if (written?.note === said.note) {
        const answer = await request(countEvent(said, { name: written.name, count }));
        if (answer.status !== 404) return outcomeOf(answer);
      }
      // Of another note, or gone: Events do not live long.
      denial.count = 1;
      return await create(denial, said);
    } catch (error) {
      warn("lost", "an Event about a denial was lost", { error: error instanceof Error ? error : String(error) });
      return "lost";
    }
  };
}

function isTerminating({ details }: ApiAnswer["body"]): boolean {
  const causes = isJsonObject(details) ? objectsOf(details["causes"]) : [];
  return causes.some(({ reason }) => reason === "NamespaceTerminating");
}
