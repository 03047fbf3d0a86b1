import { beforeEach, describe, expect, test } from "vitest";
import { type Metrics, type Evaluation, admissionMetrics } from "../../../runtime-fallback/telemetry/metrics.ts";
import { type MetricsRegistry, createRegistry } from "../../../runtime-fallback/telemetry/registry.ts";

let registry: MetricsRegistry;
let metrics: Metrics;
beforeEach(() => {
  registry = createRegistry({ version: "1.2.3", rulesHash: "abc" });
  metrics = admissionMetrics(registry, { rules: ["usage", "critical"], rejections: ["busy", "bad-json"] });
});

/** All series of ours, with their values. */
async function series(): Promise<ReadonlyMap<string, string>> {
  const lines = (await registry.text()).split("\n").filter((line) => line.startsWith("holdfast_"));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), line.slice(line.lastIndexOf(" ") + 1)]));
}

test("reviews are counted by rule and evaluation, and timed by rule", async () => {
  metrics.reviewed({ rule: "usage", evaluation: "denied", seconds: 0.002 });
  metrics.reviewed({ rule: "usage", evaluation: "denied", seconds: 7 });
  metrics.reviewed({ rule: "critical", evaluation: "error", seconds: 0.002 });
  const now = await series();
  expect(now.get('holdfast_admission_reviews_total{rule="usage",evaluation="denied"}')).toBe("2");
  expect(now.get('holdfast_admission_reviews_total{rule="critical",evaluation="error"}')).toBe("1");
  expect(now.get('holdfast_admission_duration_seconds_count{rule="usage"}')).toBe("2");
  expect(now.get('holdfast_admission_duration_seconds_bucket{le="0.0025",rule="usage"}')).toBe("1");
});

test("every series is there from the start, at zero", async () => {
  const now = await series();
  for (const evaluation of ["allowed", "denied", "error", "not-ready"]) {
    expect(now.get(`holdfast_admission_reviews_total{rule="critical",evaluation="${evaluation}"}`)).toBe("0");
  }
  expect(now.get('holdfast_webhook_rejected_requests_total{why="busy"}')).toBe("0");
  expect(now.get('holdfast_admission_duration_seconds_count{rule="usage"}')).toBe("0");
});

test("100,000 users, rules and reasons of strangers add no series", async () => {
  const before = [...(await series()).keys()];
  for (let index = 0; index < 100_000; index += 1) {
    metrics.reviewed({ rule: `rule-${index}`, evaluation: `evaluation-${index}` as Evaluation, seconds: index });
    metrics.rejected(`user-${index}`);
  }
  const after = await series();
  expect([...after.keys()]).toEqual(before);
  expect(after.get('holdfast_webhook_rejected_requests_total{why="other"}')).toBe("100000");
  expect(after.get('holdfast_admission_reviews_total{rule="other",evaluation="other"}')).toBe("100000");
});

describe("gauges", () => {
  test("ask when they are read", async () => {
    let atWork = 3;
    metrics.measure({ reviewsAtWork: () => atWork, bodyBytes: () => 4096, connections: () => 2 });
    expect((await series()).get("holdfast_webhook_reviews_at_work")).toBe("3");
    atWork = 0;
    const now = await series();
    expect(now.get("holdfast_webhook_reviews_at_work")).toBe("0");
    expect(now.get("holdfast_webhook_body_bytes")).toBe("4096");
    expect(now.get("holdfast_webhook_connections")).toBe("2");
  });

  test("tell when the certificate expires, and how many could not be used", async () => {
    metrics.certificateExpires(Date.UTC(2027, 0, 1));
    metrics.certificateDenied();
    const now = await series();
    expect(now.get("holdfast_webhook_certificate_expiry_timestamp_seconds")).toBe(String(Date.UTC(2027, 0, 1) / 1000));
    expect(now.get("holdfast_webhook_certificates_denied_total")).toBe("1");
  });

  test("say which build this is", async () => {
    expect([...(await series()).keys()]).toContain(
      `holdfast_build_info{version="1.2.3",rules_hash="abc",node="${process.version}"}`,
    );
  });
});

test("what the process says of itself is there, and two registries know nothing of each other", async () => {
  expect(await registry.text()).toContain("process_resident_memory_bytes ");
  const other = createRegistry({ version: "2", rulesHash: "" });
  metrics.rejected("busy");
  expect(await other.text()).not.toContain("holdfast_webhook_rejected");
});
