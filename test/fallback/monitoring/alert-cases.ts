import type { AlertCase, Series } from "./promtool.ts";

const checks = (labels: string): string =>
  `apiserver_validating_admission_policy_check_total{policy="keep", policy_binding="keep", ${labels}}`;
const denied = checks(`enforcement_action="deny", error_type="invalid_error"`);
const condition = (kind: string, name: string): string =>
  `apiserver_admission_match_condition_evaluation_errors_total{kind="${kind}", name="${name}", operation="DELETE"}`;
const plugin = (le: string): string =>
  `apiserver_admission_controller_admission_duration_seconds_bucket{name="ValidatingAdmissionPolicy", type="validate", operation="DELETE", le="${le}"}`;
const call = (metric: string, labels = ""): string =>
  `apiserver_admission_webhook_${metric}{name="in-use.usages.holdfast.dev", operation="DELETE"${labels}}`;
const rejections = (error: string): string => call("rejection_count", `, error_type="${error}"`);
const reviews = (evaluation: string): string => `holdfast_admission_reviews_total{rule="keep", evaluation="${evaluation}"}`;
const review = (le: string): string => `holdfast_admission_duration_seconds_bucket{rule="keep", le="${le}"}`;
const rejected = (why: string): string => `holdfast_webhook_rejected_requests_total{why="${why}"}`;
const build = (instance: string, hash: string): string =>
  `holdfast_build_info{job="webhook", instance="${instance}", version="1", rules_hash="${hash}"}`;
const expiry = "holdfast_webhook_certificate_expiry_timestamp_seconds";
const day = 86_400;
const first = "_x20 1+0x20";

/** Of each alert a series that it is for, and one that it must not fire on: `[fires, calm, minutes]`. */
const ofApiservers: Readonly<Record<string, readonly [Series, Series, number]>> = {
  HoldfastNoPolicyMetrics: [
    { up: "1x40" },
    { 'apiserver_admission_controller_admission_duration_seconds_count{name="ValidatingAdmissionPolicy"}': "5x40" },
    30,
  ],
  // The first event of a series, at once; and an old one, of which nothing more comes.
  HoldfastPolicyConditionFails: [{ [condition("policy", "keep")]: first }, { [condition("policy", "keep")]: "7x60" }, 30],
  HoldfastPolicyFails: [{ [checks(`enforcement_action="deny", error_type="out_of_budget"`)]: first }, { [denied]: first }, 30],
  HoldfastPolicyErrorIgnored: [
    { [checks(`enforcement_action="allow", error_type="invalid_error"`)]: first },
    { [denied]: first, [checks(`enforcement_action="warn", error_type="invalid_error"`)]: first },
    30,
  ],
  // Sixty a minute after a day of one an hour; and sixty a minute as ever.
  HoldfastPolicyDenialsJump: [{ [denied]: "0+0.017x1500 30+60x60" }, { [denied]: "0+60x1600" }, 1_530],
  HoldfastPolicyChecksSlow: [
    { [plugin("0.1")]: "0x60", [plugin("0.5")]: "0+60x60", [plugin("+Inf")]: "0+60x60" },
    { [plugin("0.1")]: "0+60x60", [plugin("0.5")]: "0+60x60", [plugin("+Inf")]: "0+60x60" },
    40,
  ],
  HoldfastWebhookCallsFail: [{ [rejections("calling_webhook_error")]: first }, { [rejections("no_error")]: first }, 30],
  HoldfastWebhookFailsOpen: [
    { [call("fail_open_count")]: first },
    { [call("fail_open_count").replace("usages.holdfast.dev", "example.com")]: first },
    30,
  ],
  HoldfastWebhookConditionFails: [
    { [condition("webhook", "in-use.usages.holdfast.dev")]: first },
    { [condition("webhook", "in-use.example.com")]: first },
    30,
  ],
  HoldfastWebhookCallsSlow: [
    {
      [call("admission_duration_seconds_bucket", ', le="1"')]: "0x60",
      [call("admission_duration_seconds_bucket", ', le="2.5"')]: "0+6x60",
      [call("admission_duration_seconds_bucket", ', le="+Inf"')]: "0+6x60",
    },
    {
      [call("admission_duration_seconds_bucket", ', le="1"')]: "0+6x60",
      [call("admission_duration_seconds_bucket", ', le="2.5"')]: "0+6x60",
      [call("admission_duration_seconds_bucket", ', le="+Inf"')]: "0+6x60",
    },
    40,
  ],
};

const ofProcesses: Readonly<Record<string, readonly [Series, Series, number]>> = {
  HoldfastNoWebhook: [{ holdfast_webhook_ready: "0x10" }, { holdfast_webhook_ready: "1x10" }, 5],
  HoldfastWebhookNotReady: [{ holdfast_webhook_ready: "0x30" }, { holdfast_webhook_ready: "1x30" }, 20],
  HoldfastReviewsFail: [{ [reviews("error")]: "0+1x40" }, { [reviews("denied")]: "0+1x40" }, 30],
  HoldfastReviewsSlow: [
    { [review("2.5")]: "0x40", [review("5")]: "0+6x40", [review("+Inf")]: "0+6x40" },
    { [review("2.5")]: "0+6x40", [review("5")]: "0+6x40", [review("+Inf")]: "0+6x40" },
    30,
  ],
  HoldfastWebhookBusy: [{ [rejected("busy")]: "0+1x40" }, { [rejected("gave-up")]: "0+9x40" }, 30],
  HoldfastRequestsRejected: [{ [rejected("bad-handshake")]: "0+60x40" }, { [rejected("gave-up")]: "0+60x40" }, 35],
  HoldfastDenialsJump: [{ [reviews("denied")]: "0+0.017x1500 30+60x60" }, { [reviews("denied")]: "0+60x1600" }, 1_530],
  HoldfastInformerStale: [
    { holdfast_informer_staleness_seconds: "0+60x30" },
    { holdfast_informer_staleness_seconds: "30x30" },
    20,
  ],
  HoldfastInformerFails: [
    { 'holdfast_informer_lists_total{resource="pods", result="denied"}': "0+1x30" },
    { 'holdfast_informer_lists_total{resource="pods", result="listed"}': "0+1x30" },
    20,
  ],
  HoldfastCertificateExpires: [{ [expiry]: `${10 * day}x90` }, { [expiry]: `${60 * day}x90` }, 80],
  HoldfastCertificateExpiresSoon: [{ [expiry]: `${2 * day}x30` }, { [expiry]: `${10 * day}x30` }, 20],
  HoldfastAuthorityExpires: [
    { holdfast_authority_expiry_timestamp_seconds: `${80 * day}x90` },
    { holdfast_authority_expiry_timestamp_seconds: `${200 * day}x90` },
    80,
  ],
  HoldfastCertificateDenied: [
    { holdfast_webhook_certificates_denied_total: "0x10 1x20" },
    { holdfast_webhook_certificates_denied_total: "3x90" },
    20,
  ],
  HoldfastNoLeader: [
    { 'holdfast_leader{instance="a"}': "0x20", 'holdfast_leader{instance="b"}': "0x20" },
    { 'holdfast_leader{instance="a"}': "1x20", 'holdfast_leader{instance="b"}': "0x20" },
    15,
  ],
  HoldfastTwoLeaders: [
    { 'holdfast_leader{instance="a"}': "1x20", 'holdfast_leader{instance="b"}': "1x20" },
    { 'holdfast_leader{instance="a"}': "1x20", 'holdfast_leader{instance="b"}': "0x20" },
    15,
  ],
  HoldfastReconcileFails: [
    { 'holdfast_reconcile_retries_total{loop="usages"}': "0+1x60" },
    { 'holdfast_reconcile_retries_total{loop="usages"}': "0+1x5 5x60" },
    50,
  ],
  HoldfastQueueGrows: [
    { 'holdfast_reconcile_queue_depth{loop="usages"}': "200x40" },
    { 'holdfast_reconcile_queue_depth{loop="usages"}': "20x40" },
    30,
  ],
  HoldfastRestarts: [
    { 'process_start_time_seconds{job="webhook", instance="a"}': "0+60x30", [build("a", "x")]: "1x30" },
    { 'process_start_time_seconds{job="other", instance="b"}': "0+60x30", [build("a", "x")]: "1x30" },
    20,
  ],
  HoldfastReplicasDiffer: [
    { [build("a", "x")]: "1x40", [build("b", "y")]: "1x40" },
    { [build("a", "x")]: "1x40", [build("b", "none")]: "1x40" },
    30,
  ],
  HoldfastEventsDropped: [
    { 'holdfast_events_total{job="webhook", outcome="limited"}': "0+10x60" },
    { 'holdfast_events_total{job="webhook", outcome="written"}': "0+10x60" },
    50,
  ],
  HoldfastUsagesNotReady: [
    { 'holdfast_usages{resource="usages", reason="NotProtected"}': "1x60" },
    {
      'holdfast_usages{resource="usages", reason="Available"}': "1x60",
      'holdfast_usages{resource="usages", reason="NotProtected"}': "0x60",
    },
    50,
  ],
  HoldfastCriticalServicesNotReady: [
    { 'holdfast_critical_services{reason="Unreadable"}': "1x60" },
    { 'holdfast_critical_services{reason="Marked"}': "1x60" },
    50,
  ],
  HoldfastClaimsWait: [
    { holdfast_claims_oldest_waiting_seconds: "18000x20" },
    { holdfast_claims_oldest_waiting_seconds: "600x20" },
    15,
  ],
  HoldfastUnprotectedTooLong: [
    { 'holdfast_unprotected_objects{state="expired"}': "1x60" },
    { 'holdfast_unprotected_objects{state="expired"}': "0x60", 'holdfast_unprotected_objects{state="open"}': "3x60" },
    50,
  ],
};

const casesOf = (table: typeof ofProcesses): readonly AlertCase[] =>
  Object.entries(table).flatMap(([alert, [fires, calm, after]]) => [
    { alert, series: fires, after, fires: true },
    { alert, series: calm, after, fires: false },
  ]);

/** A counter of long ago, of which one scrape has failed 15 minutes before the alerts are evaluated. */
const missedScrape = "400x29 stale 400x40";
const afterMissedScrapes: readonly AlertCase[] = [
  { alert: "HoldfastWebhookCallsFail", series: { [rejections("calling_webhook_error")]: missedScrape } },
  { alert: "HoldfastWebhookFailsOpen", series: { [call("fail_open_count")]: missedScrape } },
  { alert: "HoldfastPolicyErrorIgnored", series: { [checks(`enforcement_action="allow", error_type="x"`)]: missedScrape } },
].map((one) => ({ ...one, after: 45, fires: false }));

/** By file of docs/operate/monitoring. */
export const alertCases = {
  "apiserver-alerts.yaml": [...casesOf(ofApiservers), ...afterMissedScrapes],
  "alerts.yaml": casesOf(ofProcesses),
} as const;
