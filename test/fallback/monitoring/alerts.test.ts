import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { defaultRotation, renewalShareMs } from "../../../runtime-fallback/certificates/rotation-settings.ts";
import { maxStalenessMs } from "../../../runtime-fallback/webhook/queries/cached-answers.ts";
import { root } from "../../house/source-files.ts";
import { metricsPage } from "./metrics-page.ts";
import { type Selected, readPromql } from "./promql.ts";
import { controllerRegistry, metricsIn, seriesOf, webhookRegistry } from "./registered-metrics.ts";

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

interface Panel {
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const read = (name: string): string => readFileSync(join(root, "docs/operate/monitoring", name), "utf8");
const { groups, ...others } = parse(read("alerts.yaml")) as { readonly groups: readonly { readonly rules: readonly Alert[] }[] };
const alerts = groups.flatMap(({ rules }) => rules);
const { panels } = JSON.parse(read("dashboard.json")) as { readonly panels: readonly Panel[] };
const drawn = panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })));

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
  (_, alert) => {
    const { labels, annotations } = alert;
    expect(alert.alert).toMatch(/^Holdfast[A-Za-z]+$/);
    expect(["critical", "warning", "info"]).toContain(labels["severity"]);
    expect(annotations["summary"]).not.toMatch(/^$|\n/);
    expect(annotations["description"]).toMatch(/\.$/);
    expect(alert.for ?? "1m").toMatch(/^\d+[mh]$/);
    const [page, heading = ""] = (annotations["runbook"] ?? "").split("#");
    expect(page).toBe("docs/operate/metrics.md");
    expect(headings).toContain(heading);
  },
);

const headings = [...metricsPage.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading.toLowerCase());

test("every link on the page leads to a heading of it", () => {
  const links = [...metricsPage.matchAll(/\]\(#([^)]+)\)/g)].map(([, link = ""]) => link);
  expect(links.filter((link) => !headings.includes(link))).toEqual([]);
});

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

  test("has panels beside each other, none on another", () => {
    const places = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    );
    expect(new Set(places).size).toBe(places.length);
  });

  test("names series by labels that are left", () => {
    const wrong = drawn.filter(({ expr, legendFormat }) => {
      const left = expr.includes("by (") ? readPromql(expr).grouped : added;
      return [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].some(([, label = ""]) => !left.includes(label));
    });
    expect(wrong.map(({ title }) => title)).toEqual([]);
  });
});
