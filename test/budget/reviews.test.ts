import { expect, test } from "vitest";
import { bytesPerReview } from "../../bench/webhook/bytes-per-review.ts";

/** It is 46,000 bytes, give or take a thousand. */
test("the webhook allocates at most 50,000 bytes for a review of 4 KB that it denies from memory", async () => {
  expect(await bytesPerReview()).toBeLessThanOrEqual(50_000);
});
