import { type Budget, type BudgetClaim, type Lease, type BudgetOwner, createBudget } from "../budget.ts";
import type { CheckedRequest } from "./check-request.ts";
import type { AnswerDeadline } from "../deadline.ts";
import { type DecodeTurns, type EndTurn, decodeTurns, decodeBody } from "./decode-body.ts";
import type { Limits } from "../limits.ts";
import { type Review, decodeReview } from "./review.ts";
import { scanJson } from "./scan-json.ts";
import type { IncomingMessage } from "node:http";
import type { Clock } from "../../clock.ts";
import { Rejection } from "../rejection.ts";

/** A review in memory, until it is released. */
export interface ReceivedReview {
  readonly review: Review;
  release(): void;
}

export interface Receiver {
  receive(request: IncomingMessage, checked: CheckedRequest, deadline: AnswerDeadline): Promise<ReceivedReview>;
  bodyBytes(): number;
  decodedBytes(): number;
}

/**
 * Takes in reviews within what memory allows. Room for a body is taken before its first byte is read, since bodies that
 * each got half of what they need would wait for each other. Who finds none waits: the connection is not read, so the
 * body stays with its sender. Then 503 with Retry-After, which makes an API server come again within its timeout.
 */
export function createReceiver(limits: Limits, clock: Clock): Receiver {
  const small = createBudget(limits.allBodyBytes / 4, clock);
  const large = createBudget((limits.allBodyBytes / 4) * 3, clock);
  const decoded = createBudget(limits.decodedBytes, clock);
  const largeDecoded = createBudget(limits.decodedBytes / 2, clock);
  const turns = decodeTurns(clock);

  const receive: Receiver["receive"] = async (request, { route, bodyBytes: bytes }, deadline) => {
    const take = (budget: Budget, weight: number, owners: readonly BudgetOwner[]): Promise<Lease> =>
      takeOrReject(budget, { weight, owners, waitMs: Math.min(limits.waitMs, deadline.remainingMs()), deadline });
    const address = request.socket.remoteAddress ?? "";
    const room = await take(bytes <= limits.smallBodyBytes ? small : large, bytes, [{ name: address, share: 1 / 2 }]);
    try {
      const body = await readBody(request, clock, { bytes, withinMs: limits.bodyMs });
      const scanned = scanJson(body);
      const { decodedBytes } = scanned;
      if (decodedBytes > limits.decodedBytes) throw new Rejection("too-large", "the body holds more values than any object can");
      const isLong = decodedBytes > limits.reviewBytes;
      const weight = Math.max(decodedBytes, limits.reviewBytes);
      const work = await take(isLong ? largeDecoded : decoded, weight, workersOf(route.rule, address));
      const endTurn = isLong ? await takeTurn(turns, { address, deadline, work }) : () => undefined;
      try {
        return releasedOnError(work, () => decodeReview(decodeBody(body, scanned)));
      } finally {
        endTurn();
      }
    } finally {
      room.release();
    }
  };
  return { receive, bodyBytes: () => small.used + large.used, decodedBytes: () => decoded.used + largeDecoded.used };
}

/**
 * A rule that is stuck leaves half to the others, also where all reviews come from one address, as they do
 * behind a load balancer. Whoever sends reviews of his own making leaves half of that rule's half to the API
 * server, and of everything a quarter.
 */
function workersOf(rule: string, address: string): readonly BudgetOwner[] {
  return [
    { name: `rule ${rule}`, share: 1 / 2 },
    { name: `address ${address}`, share: 3 / 4 },
    { name: `rule ${rule} from ${address}`, share: 1 / 4 },
  ];
}

async function takeOrReject(budget: Budget, claim: BudgetClaim): Promise<Lease> {
  const lease = await budget.take(claim);
  if (lease !== undefined) return lease;
  if (claim.deadline?.signal.aborted === true) throw new Rejection("gave-up", "whoever asked did not wait");
  throw new Rejection("busy", "too many reviews at once");
}

interface Turn {
  readonly address: string;
  readonly deadline: AnswerDeadline;
  readonly work: Lease;
}

async function takeTurn(turns: DecodeTurns, { address, deadline, work }: Turn): Promise<EndTurn> {
  const endTurn = await turns.take(address, deadline.signal);
  if (endTurn !== undefined) return endTurn;
  work.release();
  throw new Rejection("gave-up", "the review did not get its turn in time");
}

function releasedOnError(work: Lease, decode: () => Review): ReceivedReview {
  try {
    return { review: decode(), release: work.release };
  } catch (error) {
    work.release();
    throw error;
  }
}

interface ExpectedBody {
  /** As announced; Node lets no more through. */
  readonly bytes: number;
  readonly withinMs: number;
}

/** All of a body, in one piece of memory. */
function readBody(request: IncomingMessage, clock: Clock, { bytes, withinMs }: ExpectedBody): Promise<Buffer> {
  // Memory that nothing is written to is not used: the system gives out pages as they are touched.
  const body = Buffer.allocUnsafeSlow(bytes);
  let length = 0;
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      cancel();
      request.off("data", append).off("end", end).off("close", hangUp).off("error", hangUp);
      // A request may fail once more when nobody listens, which must not end the process.
      request.on("error", () => undefined);
    };
    const fail = (rejection: Rejection): void => {
      settle();
      reject(rejection);
    };
    const append = (chunk: Buffer): void => {
      length += chunk.copy(body, length);
    };
    const end = (): void => {
      settle();
      resolve(body.subarray(0, length));
    };
    const hangUp = (): void => fail(new Rejection("gave-up", "the body ended early"));
    const cancel = clock.after(withinMs, () => fail(new Rejection("too-slow", "the body did not come in time")));
    request.on("data", append).on("end", end).on("close", hangUp).on("error", hangUp);
  });
}
