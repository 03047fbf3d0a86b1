import { expect } from "vitest";
import type { ApiResponse } from "../control-plane/api-client.ts";

/** `said`: how the message begins that follows `denied request: `. */
export async function expectDenied(answer: Promise<ApiResponse>, said: string): Promise<void> {
  const { status, body } = await answer;
  expect([status, body["message"]]).toEqual([403, expect.stringContaining(`denied request: ${said}`) as string]);
}
