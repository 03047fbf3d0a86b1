import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { fencesOf } from "../../documents/fences.ts";
import { apiserverMetrics } from "./apiserver-metrics.ts";
import { dashboardIn, expectFit, expectNoOverlap, monitoringFile, rulesIn } from "./monitoring-files.ts";
import { type Selected, readPromql } from "./promql.ts";
import { seriesOf } from "./registered-metrics.ts";

const { others, alerts, recordings } = rulesIn("apiserver-alerts.yaml");
const { panels, drawn } = dashboardIn("apiserver-dashboard.json");

const known = new Map([
  ...[...seriesOf(apiserverMetrics)].map(([name, { labels, values }]) => [name, { labels, values }] as const),
  ...recordings.map(({ record, expr }) => [record, { labels: readPromql(expr).grouped, values: valuesRead(expr) }] as const),
]);
/** Names of policies and webhooks, in matchers: no list has them. */
const selectsByName = [".+", ".+[.]holdfast[.]dev", "$policy"];

const expressions = [
  ...recordings.map(({ record, expr }) => [record, expr] as const),
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...drawn.map(({ title, expr }) => [title, expr] as const),
];

describe.each(expressions)("%s", (_, expr) => {
  const { errors, selected, grouped } = readPromql(expr);

  test("is PromQL about metrics, labels and values that API servers have", () => {
    expect(errors).toEqual([]);
    expect(selected.length).toBeGreaterThan(0);
    expect(selected.flatMap(wrongMatchers)).toEqual([]);
    const labels = selected.flatMap(({ metric }) => known.get(metric)?.labels ?? []);
    expect(grouped.filter((label) => ![...labels, "le"].includes(label))).toEqual([]);
  });
});

function valuesRead(expr: string): Readonly<Record<string, readonly string[]>> {
  const metrics = readPromql(expr).selected.map(({ metric }) => metric);
  return Object.assign({}, ...apiserverMetrics.filter(({ name }) => metrics.includes(name)).map(({ values }) => values));
}

function wrongMatchers({ metric, matchers }: Selected): readonly string[] {
  const found = known.get(metric);
  if (found === undefined) return [metric];
  return matchers.flatMap(({ label, operator, value }) => {
    if (!found.labels.includes(label)) return [`${metric}{${label}}`];
    if (selectsByName.includes(value)) return [];
    const wanted = operator.endsWith("~") ? value.split("|") : [value];
    return wanted.filter((one) => found.values[label]?.includes(one) !== true).map((one) => `${metric}{${label}="${one}"}`);
  });
}

test("the file is the spec of a PrometheusRule, and alerts have names of their own", () => {
  expect(others).toEqual({});
  const names = [...alerts, ...rulesIn("alerts.yaml").alerts].map(({ alert }) => alert);
  expect(new Set(names).size).toBe(names.length);
  expect(alerts.length).toBe(10);
});

test.each(alerts.map((alert) => [alert.alert, alert] as const))(
  "%s says how bad it is, and where the page says what to do",
  (_, alert) => expectFit(alert),
);

test.each(alerts.map(({ alert, expr, annotations }) => [alert, expr, annotations] as const))(
  "%s names only labels that are left of what it reads",
  (_, expr, annotations) => {
    const { selected, grouped } = readPromql(expr);
    const left = grouped.length > 0 ? grouped : selected.flatMap(({ metric }) => known.get(metric)?.labels ?? []);
    const used = [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].map(([, label = ""]) => label);
    expect(used.filter((label) => !left.includes(label))).toEqual([]);
  },
);

test("names of policies are chosen in the recording rules alone, where the command of the page puts them", () => {
  const chosen = (expr: string): boolean => expr.includes('=~".+"');
  expect(recordings.filter(({ expr }) => !chosen(expr))).toEqual([]);
  expect(alerts.filter(({ expr }) => chosen(expr))).toEqual([]);
});

test("the command of the page puts names in the place of all policies, everywhere", () => {
  const shown = fencesOf("docs/operate/metrics.md").find(({ text }) => text.includes("sed "))?.text ?? "";
  const sed = /^sed .*(?= >)/m.exec(shown)?.[0] ?? "";
  const options = { cwd: dirname(monitoringFile("apiserver-alerts.yaml")), encoding: "utf8" } as const;
  const named = execFileSync("sh", ["-c", `names='keep|shop-keep'; ${sed}`], options);
  const original = readFileSync(monitoringFile("apiserver-alerts.yaml"), "utf8");
  expect(named).toBe(original.replaceAll('=~".+"', '=~"keep|shop-keep"'));
  expect(named).not.toBe(original);
});

test("every metric of the list is drawn or alerts", () => {
  const read = new Set(expressions.flatMap(([, expr]) => readPromql(expr).selected.map(({ metric }) => metric)));
  const unread = apiserverMetrics.filter((metric) => ![...seriesOf([metric]).keys()].some((name) => read.has(name)));
  expect(unread.map(({ name }) => name)).toEqual([]);
});

test("the dashboard has panels beside each other, and names series by labels that are left", () => {
  expectNoOverlap(panels);
  const wrong = drawn.filter(({ expr, legendFormat }) =>
    [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].some(([, label = ""]) => !readPromql(expr).grouped.includes(label)),
  );
  expect(wrong.map(({ title }) => title)).toEqual([]);
});
