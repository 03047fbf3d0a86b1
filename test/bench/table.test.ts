import { expect, test } from "vitest";
import { performancePage } from "../../bench/report/performance-page.ts";
import { figure, tableOf } from "../../bench/report/table.ts";
import { type Line, type Row, atMost, floor, ours, peer, ratioAtMost } from "../../bench/row.ts";

const lines: readonly Line[] = [
  {
    what: "DELETE of an unmarked object",
    unit: "ms",
    measured: [floor("no policies", [2, 2]), peer("100 by hand", [5, 6]), ours([3, 3])],
    goal: ratioAtMost(1.2, "no policies"),
  },
  { what: "reviews", unit: "µs", measured: [ours([120.4], 2000)], goal: atMost(130) },
  { what: "first", unit: "ms", measured: [ours([1])], goal: ratioAtMost(0.5, "Go") },
  { what: "memory", unit: "MiB", measured: [floor("none", [300]), ours([370])] },
  {
    what: "more memory",
    unit: "MiB",
    measured: [floor("none", [300]), ours([370])],
    goal: { limit: "at most", figure: 80, beside: { name: "none", by: "difference" } },
  },
];

test("a table has floors, peers, ours, the ratio, the goal, whether it is met, and how many there were", () => {
  const cells = tableOf(lines)
    .split("\n")
    .map((row) =>
      row
        .split("|")
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
  expect(cells.filter((_, at) => at !== 1)).toEqual([
    ["what", "floor", "peers", "Holdfast", "ratio", "goal", "met", "n"],
    [
      "DELETE of an unmarked object",
      "no policies 2.00",
      "100 by hand 5.50",
      "3.00 ms",
      "1.50x",
      "<= 1.2x of no policies",
      "no",
      "2",
    ],
    ["reviews", "", "", "120 µs", "", "<= 130 µs", "yes", "2000"],
    ["first", "", "", "1.00 ms", "", "<= 0.5x of Go", "not measured", "1"],
    ["memory", "none 300", "", "370 MiB", "1.23x", "", "", "1"],
    ["more memory", "none 300", "", "370 MiB", "1.23x", "<= 80 MiB more than none", "yes (+70.0)", "1"],
  ]);
});

test("all rows of a table are of one width", () => {
  const widths = tableOf(lines)
    .split("\n")
    .map((row) => row.length);
  expect(new Set(widths).size).toBe(1);
});

test.each([
  [0.1234, "0.12"],
  [12.34, "12.3"],
  [1234.5, "1235"],
  [Number.NaN, "-"],
])("%f is shown as %s", (value, shown) => {
  expect(figure(value)).toBe(shown);
});

const row: Row = {
  name: "delete-unmarked",
  means: `What everybody\npays. ${"word ".repeat(40)}`,
  measure: () => Promise.resolve([]),
};

test("the page names the machine, and says of each row what it means, its figures, or why there are none", () => {
  const page = performancePage(
    [
      { row, lines },
      { row: { ...row, name: "webhook-deny" }, lines: [], missing: "Go is not installed" },
    ],
    ["2 cores", "Node v26"],
  );
  expect(page).toContain("- 2 cores\n- Node v26\n");
  expect(page).toContain(`## \`delete-unmarked\`\n\nWhat everybody pays. word`);
  expect(page).toContain(tableOf(lines));
  expect(page).toContain("## `webhook-deny`");
  expect(page).toContain("\n\nNot measured in this run: Go is not installed.\n");
  const prose = page.split("\n").filter((one) => !one.startsWith("|"));
  expect(prose.filter((one) => one.length > 120)).toEqual([]);
});
