import { expect, test } from "vitest";
import { type DocumentedMetric, documentedMetrics } from "./metrics-page.ts";
import { controllerRegistry, isOurs, metricsIn, webhookRegistry } from "./registered-metrics.ts";

const byName = (one: DocumentedMetric, other: DocumentedMetric): number => (one.name < other.name ? -1 : 1);

test.each([
  ["Webhook", webhookRegistry],
  ["Controller", controllerRegistry],
] as const)(
  "docs/operate/metrics.md lists every metric of the process with its type and labels, and no other: %s",
  async (own, open) => {
    const registered = metricsIn(await open().text())
      .filter(isOurs)
      .map(({ name, type, labels }) => ({ name, type, labels: labels.toSorted() }));
    const documented = [...documentedMetrics(own), ...documentedMetrics("Both")].map(({ labels, ...metric }) => ({
      ...metric,
      labels: labels.toSorted(),
    }));
    expect(documented.toSorted(byName)).toEqual(registered.toSorted(byName));
  },
);
