import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { parse } from "yaml";
import { root } from "../../house/source-files.ts";

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** A recording rule: a series made of others. */
interface Recording {
  readonly record: string;
  readonly expr: string;
}

interface Panel {
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

/** `repository` of package.json: where `runbook_url` leads. */
const repository = "https://github.com/holdfast-dev/holdfast";

export const monitoringFile = (name: string): string => join(root, "docs/operate/monitoring", name);
const read = (name: string): string => readFileSync(monitoringFile(name), "utf8");

/** A file of rules: what else it holds than groups, its alerts and its recording rules. */
export function rulesIn(name: string) {
  const { groups, ...others } = parse(read(name)) as {
    readonly groups: readonly { readonly rules: readonly (Alert | Recording)[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  return {
    others,
    alerts: rules.filter((rule): rule is Alert => "alert" in rule),
    recordings: rules.filter((rule): rule is Recording => "record" in rule),
  };
}

/** A dashboard: its panels, and what they draw. */
export function dashboardIn(name: string) {
  const { panels } = JSON.parse(read(name)) as { readonly panels: readonly Panel[] };
  return { panels, drawn: panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target }))) };
}

/** Headings as GitHub makes anchors of them. */
export function anchorsOf(page: string): readonly string[] {
  const headings = [...readFileSync(join(root, page), "utf8").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

/** An alert says how bad it is, what happened, and leads to a heading of a page that says what to do. */
export function expectFit({ alert, labels, annotations, ...rest }: Alert): void {
  expect(alert).toMatch(/^Holdfast[A-Za-z]+$/);
  expect(["critical", "warning", "info"]).toContain(labels["severity"]);
  expect(annotations["summary"]).not.toMatch(/^$|\n/);
  expect(annotations["description"]).toMatch(/\.$/);
  expect(rest.for ?? "1m").toMatch(/^\d+[mh]$/);
  const [url, anchor = ""] = (annotations["runbook_url"] ?? "").split("#");
  expect(url).toBe(`${repository}/blob/main/docs/operate/alerts.md`);
  expect(anchorsOf("docs/operate/alerts.md")).toContain(anchor);
}

/** Panels stand beside each other, none on another. */
export function expectNoOverlap(panels: readonly Panel[]): void {
  const places = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  );
  expect(new Set(places).size).toBe(places.length);
}
