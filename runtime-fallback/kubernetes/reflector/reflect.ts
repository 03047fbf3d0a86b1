import { resourceText } from "../resource.ts";
import { sleep } from "../../clock.ts";
import { type Backoff, createBackoff } from "./backoff.ts";
import type { ReflectorFailure } from "./failure.ts";
import { listOnce } from "./list-once.ts";
import type { ReflectorContext } from "./context.ts";
import { watchOnce, type WatchResult } from "./watch-once.ts";

/** Where the next step begins. */
interface Position {
  /** From which to watch; undefined where to list. */
  readonly version: string | undefined;
  readonly listedAt: number;
  /** Watches that failed one after the other without getting beyond that version. */
  readonly inVain: number;
  /** Whether the last watch failed. */
  readonly hasFailed: boolean;
  /** As the last list said. */
  readonly isServed: boolean | undefined;
}

interface Step {
  readonly position: Position;
  readonly pauseMs: number;
}

interface Loop<T> {
  readonly context: ReflectorContext<T>;
  readonly backoff: Backoff;
  readonly signal: AbortSignal;
}

/**
 * After so many watches in vain from one resourceVersion a list is taken, which depends on nothing that was before. Not
 * at once: an API server that restarts should not have to list everything to everybody.
 */
const maxInVain = 5;
/** Below this a watch is not worth its request. */
const shortestMs = 1000;

/** Lists, watches, and begins again, until the signal is aborted. */
export async function reflect<T>(context: ReflectorContext<T>, signal: AbortSignal): Promise<void> {
  const { clock, random, timing } = context;
  const loop = { context, backoff: createBackoff(timing.backoff, random), signal };
  let position: Position = { version: undefined, listedAt: -Infinity, inVain: 0, hasFailed: false, isServed: undefined };
  while (!signal.aborted) {
    const step = await takeStep(loop, position);
    position = step.position;
    if (step.pauseMs > 0) await sleep(clock, step.pauseMs, signal);
  }
}

/** Whatever fails that has no reason to, a log or a counter, too, is one more failure: nothing ends the loop. */
async function takeStep<T>(loop: Loop<T>, position: Position): Promise<Step> {
  try {
    const { version } = position;
    return await (version === undefined ? listStep(loop, position) : watchStep(loop, { ...position, version }));
  } catch {
    return { position: { ...position, version: undefined }, pauseMs: loop.backoff.nextMs() };
  }
}

async function listStep<T>(loop: Loop<T>, position: Position): Promise<Step> {
  const { context, signal } = loop;
  const { clock, timing, random, metrics, query, log } = context;
  const result = await listOnce(context, signal);
  if (signal.aborted) return { position, pauseMs: 0 };
  switch (result.state) {
    case "listed":
      return {
        position: { version: result.version, listedAt: clock.monotonic(), inVain: 0, hasFailed: false, isServed: true },
        pauseMs: 0,
      };
    case "not served":
      if (position.isServed !== false)
        log.info("the API server does not serve this resource; it is looked for again and again", {
          resource: resourceText(query.resource),
        });
      return { position: { ...position, isServed: false }, pauseMs: timing.pollMs * (0.8 + random() * 0.4) };
    case "failed": {
      const { failure } = result;
      const pauseMs = pauseAfter(loop, failure);
      metrics.onListFailed(query.resource, failure.reason);
      log.warn("a list failed", { ...failureFields(loop, failure), pauseMs });
      return { position, pauseMs };
    }
  }
}

async function watchStep<T>(loop: Loop<T>, position: Position & { readonly version: string }): Promise<Step> {
  const { context, signal, backoff } = loop;
  const { clock, timing, random } = context;
  const leftMs = position.listedAt + timing.relistMs - clock.monotonic();
  const [least, most] = timing.watchMs;
  const lastsMs = Math.min(least + random() * (most - least), leftMs);
  const isTooOld = position.hasFailed && context.ageMs() > timing.resumeMs;
  // Too little may be left for a watch, too.
  if (isTooOld || lastsMs < shortestMs) return { position: { ...position, version: undefined }, pauseMs: 0 };
  const result = await watchOnce(context, { version: position.version, seconds: Math.ceil(lastsMs / 1000) }, signal);
  if (signal.aborted) return { position, pauseMs: 0 };
  backoff.wentWellFor(result.hasHeard || result.failure === undefined ? result.lastedMs : 0);
  return afterWatch(loop, position, result);
}

function afterWatch<T>(loop: Loop<T>, position: Position, result: WatchResult): Step {
  const { metrics, query, log } = loop.context;
  const { failure } = result;
  metrics.onWatchEnded(query.resource, failure?.reason ?? "expired");
  if (failure === undefined)
    return { position: { ...position, version: result.version, inVain: 0, hasFailed: false }, pauseMs: 0 };
  const inVain = result.version === position.version ? position.inVain + 1 : 0;
  const mustList = failure.mustList || inVain >= maxInVain;
  const pauseMs = pauseAfter(loop, failure);
  log.warn("a watch failed", { ...failureFields(loop, failure), pauseMs });
  return { position: { ...position, version: mustList ? undefined : result.version, inVain, hasFailed: true }, pauseMs };
}

function pauseAfter<T>({ backoff }: Loop<T>, { retryAfterMs }: ReflectorFailure): number {
  return Math.round(Math.max(backoff.nextMs(), retryAfterMs));
}

function failureFields<T>({ context }: Loop<T>, { reason, message }: ReflectorFailure) {
  return { resource: resourceText(context.query.resource), reason, message };
}
