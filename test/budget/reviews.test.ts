import { expect, test } from "vitest";
import { bytesPerReview } from "../../bench/webhook/bytes-per-review.ts";

/** It is 99,300 bytes, give or take a hundred. */
test("the webhook allocates at most 105,000 bytes for a review of 4 KB that it denies from memory", async () => {
  expect(await bytesPerReview()).toBeLessThanOrEqual(105_000);
});
