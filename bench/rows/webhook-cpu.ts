import { type Line, type Row, atMost } from "../row.ts";
import { cpuLine } from "../webhook/cpu.ts";

export const webhookPipeline: Row = {
  name: "webhook-pipeline",
  means: `What the webhook costs around a rule, in CPU time of its process: TLS, limits, deadlines, decoding, logs, metrics. It
runs with the Node options of its container. The rule allows at once. One floor is a server that answers a constant; the
other parses the review and looks into a map.`,
  measure: async (bench) => [
    await cpuLine(bench, {
      what: "webhook, 4 KB, pipeline alone, CPU",
      review: "4 KB, allow at once",
      reviews: 2_000,
      servers: { "raw https": "floor", "JSON + Map": "floor", "webhook: pipeline": "ours" },
      goal: atMost(90),
    }),
  ],
};

export const webhookDeny: Row = {
  name: "webhook-deny",
  means: `What it costs to deny the delete of a ConfigMap that one of 10,000 Usages names, by the shipped rule, and how many such
reviews one core answers in a second. The peers in Go know the same Usages; one works like Crossplane's webhook.`,
  measure: async (bench) => {
    const cpu = await cpuLine(bench, {
      what: "webhook, 4 KB, deny, CPU",
      review: "4 KB, deny",
      reviews: 2_000,
      servers: {
        "raw https": "floor",
        "JSON + Map": "floor",
        "Go, generic": "peer",
        "Go, like Crossplane": "peer",
        "webhook: rules": "ours",
      },
      goal: atMost(130),
    });
    return [cpu, perCore(cpu)];
  },
};

export const webhookAllow: Row = {
  name: "webhook-allow",
  means: `What it costs to allow a delete if memory knows of no Usage. The webhook then asks the API server once, live, because
memory may be behind.`,
  measure: async (bench) => [
    await cpuLine(bench, {
      what: "webhook, 4 KB, allow with live read, CPU",
      review: "4 KB, allow with live read",
      reviews: 1_000,
      servers: { "raw https": "floor", "JSON + Map": "floor", "webhook: rules": "ours" },
      goal: atMost(300),
    }),
  ],
};

export const webhookLarge: Row = {
  name: "webhook-large",
  means: `The same denial for a ConfigMap of 238 KB. Parsing the review dominates.`,
  measure: async (bench) => [
    await cpuLine(bench, {
      what: "webhook, 238 KB, deny, CPU",
      review: "238 KB, deny",
      reviews: 200,
      servers: { "raw https": "floor", "Go, generic": "peer", "Go, like Crossplane": "peer", "webhook: rules": "ours" },
      goal: atMost(1_500),
    }),
  ],
};

function perCore({ measured }: Line): Line {
  const rates = measured.map((one) => ({ ...one, values: one.values.map((micros) => 1e6 / micros) }));
  const goal = { limit: "at least", figure: 7_000 } as const;
  return { what: "webhook, 4 KB, deny, reviews of one core", unit: "per second", measured: rates, goal };
}
