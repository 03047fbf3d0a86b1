import { expect, test } from "vitest";
import { median, quantile } from "../../bench/statistics.ts";

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[10, 9], 9.5],
  [[7], 7],
])("the median of %j is %f", (values, expected) => {
  expect(median(values)).toBe(expected);
});

test("of nothing there is no median, and no quantile", () => {
  expect(median([])).toBeNaN();
  expect(quantile([], 0.99)).toBeNaN();
});

test("a quantile is the first value that so many are not above, in the order of numbers and not of their texts", () => {
  const values = Array.from({ length: 100 }, (_, at) => 100 - at);
  expect([quantile(values, 0), quantile(values, 0.5), quantile(values, 0.99), quantile(values, 1)]).toEqual([1, 51, 100, 100]);
});

test("values stay in their order", () => {
  const values = [3, 1, 2];
  median(values);
  quantile(values, 0.5);
  expect(values).toEqual([3, 1, 2]);
});
