import type { IncomingMessage } from "node:http";
import type { Clock } from "../../clock.ts";
import { Rejection } from "../rejection.ts";

export interface ExpectedBody {
  /** As announced; Node lets no more through. */
  readonly bytes: number;
  readonly withinMs: number;
}

/** All of a body, in one piece of memory. */
export function readBody(request: IncomingMessage, clock: Clock, { bytes, withinMs }: ExpectedBody): Promise<Buffer> {
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
