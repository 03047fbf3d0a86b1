import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { defaultRotation, renewalShareMs } from "../../../runtime-fallback/certificates/rotation-settings.ts";
import { maxStalenessMs } from "../../../runtime-fallback/webhook/queries/cached-answers.ts";
import { root } from "../../house/source-files.ts";
import { anchorsOf, dashboardIn, expectFit, expectNoOverlap, rulesIn } from "./monitoring-files.ts";
import { type Selected, readPromql } from "./promql.ts";
import { controllerRegistry, metricsIn, seriesOf, webhookRegistry } from "./registered-metrics.ts";

const { others, alerts } = rulesIn("alerts.yaml");
const { panels, drawn } = dashboardIn("dashboard.json");

const registered = seriesOf([...metricsIn(await webhookRegistry().text()), ...metricsIn(await controllerRegistry().text())]);
/** Of what Prometheus adds, and of histograms. */
const added = ["instance", "job", "le"];
/** Their values are not known here. */
const open = ["version", "rules_hash", "node", "resource"];

const expressions: readonly (readonly [string, string])[] = [
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
  ...drawn.map(({ title, expr }) => [title, expr] as const),
];

describe.each(expressions)("%s", (_, expr) => {
  const { errors, selected, grouped } = readPromql(expr);

  test("is PromQL", () => {
    expect(errors).toEqual([]);
    expect(selected.length).toBeGreaterThan(0);
  });

  test("reads metrics that there are, by labels and values that they have", () => {
    expect(selected.filter(({ metric }) => !registered.has(metric))).toEqual([]);
    expect(selected.flatMap(wrongMatchers)).toEqual([]);
    const known = selected.flatMap(({ metric }) => registered.get(metric)?.labels ?? []);
    expect(grouped.filter((label) => ![...known, ...added].includes(label))).toEqual([]);
  });

  test("asks counters for their rate, and gauges for their value", () => {
    const ranged = [...expr.matchAll(/\b(rate|increase|changes)\(([a-z_0-9]+)/g)].map(([, by = "", metric = ""]) => ({
      by,
      metric,
    }));
    for (const { metric } of selected) {
      const type = registered.get(metric)?.type;
      const by = ranged.filter((one) => one.metric === metric).map((one) => one.by);
      if (type === "gauge") expect([[], ["changes"]]).toContainEqual(by);
      else expect(by).not.toEqual([]);
    }
  });
});

/** `a|b` is two values; each of them has to be one that the label can have. */
function wrongMatchers({ metric, matchers }: Selected): readonly string[] {
  const values = registered.get(metric)?.values ?? {};
  return matchers.flatMap(({ label, operator, value }) => {
    const wanted = operator.endsWith("~") ? value.split("|") : [value];
    if (open.includes(label) && label in values) return [];
    return wanted.filter((one) => values[label]?.includes(one) !== true).map((one) => `${metric}{${label}="${one}"}`);
  });
}

test("the file is the spec of a PrometheusRule, and alerts have names of their own", () => {
  expect(others).toEqual({});
  expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length);
  expect(alerts.length).toBeGreaterThan(20);
});

test.each(alerts.map((alert) => [alert.alert, alert] as const))(
  "%s says how bad it is, and where the page says what to do",
  (_, alert) => expectFit(alert),
);

test.each(["metrics", "alerts"])(
  "links of docs/operate/%s.md into both pages lead to headings, and every alert has one",
  (page) => {
    const text = readFileSync(join(root, `docs/operate/${page}.md`), "utf8");
    const links = [...text.matchAll(/\]\((metrics\.md|alerts\.md|)#([^)]+)\)/g)];
    expect(links.length).toBeGreaterThan(3);
    const broken = links.filter(([, to, anchor = ""]) => !anchorsOf(`docs/operate/${to || `${page}.md`}`).includes(anchor));
    expect(broken.map(([link]) => link)).toEqual([]);
  },
);

test.each(alerts.map(({ alert, expr, annotations }) => [alert, expr, annotations] as const))(
  "%s names only labels that are left of what it reads",
  (_, expr, annotations) => {
    const { selected, grouped } = readPromql(expr);
    const own = selected.flatMap(({ metric }) => registered.get(metric)?.labels ?? []);
    const isGrouped = /\b(sum|max|count|absent)\b/.test(expr);
    const left = isGrouped ? grouped : [...own, ...added];
    const used = [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].map(([, label = ""]) => label);
    expect(used.filter((label) => !left.includes(label))).toEqual([]);
  },
);

describe("limits stand where the processes have theirs", () => {
  const days = (alert: string): number => Number(/< (\d+) \* 86400/.exec(exprOf(alert))?.[1]);
  const dayMs = 86_400_000;

  test("certificates: after the time at which they should have been replaced, and before they end", () => {
    expect(days("HoldfastCertificateExpires") * dayMs).toBeLessThan(renewalShareMs(defaultRotation.servingLifeMs) - dayMs);
    expect(days("HoldfastCertificateExpiresSoon")).toBeLessThan(days("HoldfastCertificateExpires"));
    expect(days("HoldfastAuthorityExpires") * dayMs).toBeLessThan(renewalShareMs(defaultRotation.authorityLifeMs) - dayMs);
    expect(days("HoldfastAuthorityExpires") * dayMs).toBeGreaterThanOrEqual(defaultRotation.servingLifeMs);
  });

  test("informers: when a replica stops deciding by them", () => {
    expect(exprOf("HoldfastInformerStale")).toBe(`holdfast_informer_staleness_seconds > ${maxStalenessMs / 1_000}`);
  });
});

function exprOf(name: string): string {
  return alerts.find(({ alert }) => alert === name)?.expr ?? "";
}

describe("the dashboard", () => {
  test("shows every metric of ours", () => {
    const shown = new Set(
      drawn.flatMap(({ expr }) => readPromql(expr).selected).map(({ metric }) => registered.get(metric)?.name),
    );
    const known = [...registered.values()].map(({ name }) => name).filter((name) => name.startsWith("holdfast_"));
    expect(known.filter((name) => !shown.has(name))).toEqual([]);
  });

  test("has panels beside each other, none on another", () => expectNoOverlap(panels));

  test("names series by labels that are left", () => {
    const wrong = drawn.filter(({ expr, legendFormat }) => {
      const left = expr.includes("by (") ? readPromql(expr).grouped : added;
      return [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].some(([, label = ""]) => !left.includes(label));
    });
    expect(wrong.map(({ title }) => title)).toEqual([]);
  });
});
