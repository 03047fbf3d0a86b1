import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import type { RecordedCase } from "./ask-oracle.ts";
import type { Send } from "./ask-server.ts";
import type { Case } from "./cases.ts";
import { askers } from "./cluster.ts";
import { inParallel } from "../../control-plane/in-parallel.ts";
import { startReviewRecorder } from "./review-recorder.ts";

/** Sends each request as a dry run, before there are policies, to learn what admission is given for it. */
export async function recordReviews(server: ControlPlane, cases: readonly Case[], send: Send): Promise<readonly RecordedCase[]> {
  const recorder = await startReviewRecorder(server, askers);
  const [first] = cases;
  if (first === undefined) throw new Error("there are no cases");
  await waitUntil("the webhook is asked", async () => {
    await send({ ...first, group: "warm-up" }, false);
    return recorder.reviews.length > 0;
  });
  await inParallel(cases, async (one) => {
    const { status, text } = await send(one, false);
    // What is rejected without policies is rejected before admission is asked, or after: nothing could be compared.
    if (status >= 300) throw new Error(`${one.namespace}, ${one.act.title}: ${text}`);
  });
  await recorder.stop();
  const reviews = Map.groupBy(recorder.reviews, ({ userInfo }) => userInfo.groups?.find((group) => group.startsWith("case-")));
  return cases.map((one) => ({ ...one, reviews: reviews.get(one.group) ?? [] }));
}
