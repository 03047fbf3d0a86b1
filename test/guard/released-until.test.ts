import { beforeAll, describe, expect, test } from "vitest";
import { type PolicyRequest, create, del, update } from "../../compiler/simulator/testing/index.ts";
import { compileFiles } from "../fixtures/compile-files.ts";
import { fallbackDeclaration } from "../language/fallback/asking-policy.ts";
import { type Asked, askedPolicy } from "./asked.ts";

const policyWith = (overrides: string, resource = "configmaps"): string => `
import { deletionPolicy, released, releasedUntil } from "holdfast";

export default deletionPolicy({
  name: "keep",
  match: [{ group: "${resource === "replicasets" ? "apps" : ""}", resource: "${resource}" }],
  overrides: [${overrides}],
  rules: {
    keep: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes",
      message: ({ oldObject }) => \`\${oldObject.metadata.name} is kept\`,
    },
    pinned: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["pinned"] === "yes",
      message: "pinned objects are kept",
    },
  },
});
`;

const uid = "3f0e7b1c-0000-4000-8000-000000000001";
const other = "3f0e7b1c-0000-4000-8000-000000000002";
const annotation = "holdfast.dev/released-until";
const now = "2026-03-29T10:00:00Z";

/** Carries this as its release. */
function settings(release?: string, more: object = {}) {
  const annotations = release === undefined ? {} : { [annotation]: release };
  const metadata = { name: "settings", namespace: "shop", uid, labels: { keep: "yes" }, annotations, ...more };
  return { apiVersion: "v1", kind: "ConfigMap", metadata };
}

const until = (time: string): string => `${uid}/2026-03-29T${time}Z`;

const compiled = (overrides = 'releasedUntil({ max: "2h" })', resource?: string): Promise<Asked> =>
  askedPolicy(policyWith(overrides, resource), { "fallback.ts": fallbackDeclaration });

const said = (asked: Asked, request: PolicyRequest): readonly string[] =>
  asked.ask(request).map(({ action, message }) => `${action} ${message}`);

const deniedBy = (asked: Asked, request: PolicyRequest): readonly string[] => asked.ask(request).map(({ rule }) => rule);

const give = `kubectl annotate configmaps/settings -n shop ${annotation}=${uid}/$(date -u -d '+2 hours' +%FT%TZ)`;
const denial = (why = ""): string => `deny keep: settings is kept${why}; to delete it anyway: ${give}`;
const again = (why: string): string =>
  `deny keep: settings is kept; ${why}; to delete it anyway: kubectl annotate configmaps/settings -n shop ${annotation}- && ${give}`;

let asked: Asked;
beforeAll(async () => {
  asked = await compiled();
});

describe("a delete of an object that is released until a time", () => {
  test("is denied without a release, whatever time it is, with the command that gives one", () => {
    expect(said(asked, del(settings()))).toEqual([denial()]);
  });

  test.each(["10:00:01", "12:00:00", "12:01:00"])("goes until %s, and whoever deletes is told", (time) => {
    expect(said(asked, del(settings(until(time))).at(now))).toEqual([
      `warn releasedUntil: ConfigMap shop/settings is protected, and is deleted because it is released until 2026-03-29T${time}Z`,
    ]);
  });

  test.each(["10:00:00", "09:59:59", "00:00:00"])("is denied once %s has come, and says when it ended", (time) => {
    expect(said(asked, del(settings(until(time))).at(now))).toEqual([again(`its release ended at 2026-03-29T${time}Z`)]);
  });

  test("is denied where the release lasts longer than it may", () => {
    for (const end of ["2026-03-29T12:01:01Z", "2026-04-29T10:00:00Z", "9999-12-31T23:59:59Z"])
      expect(said(asked, del(settings(`${uid}/${end}`)).at(now))).toEqual([
        again(`its release ends at ${end}, which is more than 2h from now`),
      ]);
    expect(said(asked, del(settings(`${uid}/2026-99-99T99:99:99Z`)).at(now))).toEqual([
      again("its release says no time: 2026-99-99T99:99:99Z"),
    ]);
  });

  test.each([
    `${other}/2026-03-29T11:00:00Z`,
    "",
    uid,
    `${uid}/`,
    `${uid}/tomorrow`,
    `${uid}/2026-03-29T11:00:00+00:00`,
    `${uid}/2026-03-29T11:00:00.000Z`,
    `${uid}/2026-03-29T11:00:00Z\n`,
    `${uid}/x/2026-03-29T11:00:00Z`,
    "/2026-03-29T11:00:00Z",
    "2026-03-29T11:00:00Z",
  ])("is denied natively with %j, which is no release of the object", (value) => {
    expect(said(asked, del(settings(value)))).toEqual([
      `deny keep: settings is kept; to delete it anyway: kubectl annotate configmaps/settings -n shop ${annotation}- && ${give}`,
    ]);
  });

  test("needs no release, and no clock, where nothing protects it", () => {
    expect(said(asked, del(settings(until("09:00:00"), { labels: {} })))).toEqual([]);
  });

  test("is asked of each rule by itself", () => {
    const both = { labels: { keep: "yes", pinned: "yes" } };
    expect(deniedBy(asked, del(settings(until("09:00:00"), both)).at(now))).toEqual(["keep", "pinned"]);
    expect(deniedBy(asked, del(settings(until("11:00:00"), both)).at(now))).toEqual(["releasedUntil"]);
  });

  test("cannot be tested without a time", () => {
    expect(() => asked.ask(del(settings(until("11:00:00"))))).toThrow("rule keep of keep asks what time it is");
  });

  test("is denied in the webhook's own Namespace, about which nobody asks the webhook", () => {
    const own = settings(until("11:00:00"), { namespace: "holdfast-system" });
    expect(deniedBy(asked, del(own).at(now))).toEqual(["keep"]);
  });

  test("goes by another override, too, without a release", async () => {
    const with2 = await compiled('released(), releasedUntil({ max: "30m" })');
    const marked = settings(undefined, { annotations: { "holdfast.dev/release": uid } });
    expect(deniedBy(with2, del(marked))).toEqual(["released"]);
    expect(said(with2, del(settings(until("10:45:00"))).at(now))).toEqual([
      expect.stringContaining("; its release ends at 2026-03-29T10:45:00Z, which is more than 30m from now; to delete it"),
    ]);
  });
});

describe("webhook configurations, about which the API server asks no webhook", () => {
  test("are not released so", async () => {
    const text = policyWith('releasedUntil({ max: "2h" })', "validatingwebhookconfigurations").replace(
      'group: ""',
      'group: "admissionregistration.k8s.io"',
    );
    const ofConfigurations = await askedPolicy(text, { "fallback.ts": fallbackDeclaration });
    const { namespace: _, ...metadata } = settings(until("11:00:00")).metadata;
    const configuration = { apiVersion: "admissionregistration.k8s.io/v1", kind: "ValidatingWebhookConfiguration", metadata };
    expect(deniedBy(ofConfigurations, del(configuration).at(now))).toEqual(["keep"]);
  });
});

describe("a release", () => {
  const written = (before: string | undefined, after: string | undefined, more: object = {}): PolicyRequest =>
    update(settings(before, more), settings(after, more));
  const rejected =
    `deny releasedUntil: ${annotation} on ConfigMap shop/settings can only be given, on the object itself, its UID and when the release ` +
    `ends: ${uid}/<time in UTC, as 2026-03-29T12:00:00Z>; a release that stands is taken back and not changed: ` +
    `kubectl annotate configmaps/settings -n shop ${annotation}-`;

  test("is given and taken back", () => {
    expect(said(asked, written(undefined, until("11:00:00")))).toEqual([]);
    expect(said(asked, written(until("11:00:00"), undefined))).toEqual([]);
    expect(said(asked, written("something else", until("11:00:00")))).toEqual([]);
    expect(said(asked, written(until("11:00:00"), until("11:00:00")))).toEqual([]);
  });

  test("is not changed while it stands: it cannot be made longer", () => {
    for (const time of ["11:30:00", "10:30:00"]) expect(said(asked, written(until("11:00:00"), until(time)))).toEqual([rejected]);
  });

  test("names the object itself, and a time", () => {
    for (const value of ["", uid, `${other}/2026-03-29T11:00:00Z`, `${uid}/soon`])
      expect(said(asked, written(undefined, value))).toEqual([rejected]);
  });

  test("may be made longer without that guard", async () => {
    const open = await compiled('{ ...releasedUntil({ max: "2h" }), deniesUpdate: undefined }');
    expect(said(open, written(until("11:00:00"), until("11:30:00")))).toEqual([]);
  });

  test("of the owner may be copied, and releases nothing", () => {
    const ownerReferences = [{ apiVersion: "apps/v1", kind: "Deployment", name: "web", uid: other }];
    const copied = settings(`${other}/2026-03-29T11:00:00Z`, { ownerReferences });
    expect(said(asked, update(settings(undefined, { ownerReferences }), copied))).toEqual([]);
    expect(deniedBy(asked, del(copied))).toEqual(["keep"]);
    const itself = [{ apiVersion: "v1", kind: "ConfigMap", name: "settings", uid }];
    expect(said(asked, written(until("11:00:00"), until("11:30:00"), { ownerReferences: itself }))).toEqual([rejected]);
  });

  test("leaves the guards on: what is to go is deleted, not unmarked, with its Namespace or evicted", async () => {
    const open = until("11:00:00");
    expect(deniedBy(asked, update(settings(open), settings(open, { labels: {} })))).toEqual(["releaseGuard"]);
    const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop", uid: other } };
    expect(deniedBy(asked, del(namespace).holding(settings(open)))).toEqual(["namespaceGuard"]);
    const ofPods = await compiled(undefined, "pods");
    const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "settings", namespace: "shop" } };
    const evict = create(eviction).resource("pods").subresource("eviction");
    expect(deniedBy(ofPods, evict.holding({ ...settings(open), kind: "Pod" }))).toEqual(["evictionGuard"]);
  });

  test("is given through the object itself, not through a part of it", async () => {
    const ofPods = await compiled(undefined, "pods");
    const pod = (release?: string) => ({ ...settings(release), kind: "Pod" });
    const status = (before?: string, after?: string) => update(pod(before), pod(after)).resource("pods").subresource("status");
    expect(deniedBy(ofPods, status(undefined, until("11:00:00")))).toEqual(["releasedUntil", "overrideGuard"]);
    expect(deniedBy(ofPods, status(until("11:00:00"), undefined))).toEqual(["overrideGuard"]);
    const binding = {
      apiVersion: "v1",
      kind: "Binding",
      metadata: { name: "settings", namespace: "shop", annotations: { [annotation]: until("11:00:00") } },
      target: { kind: "Node", name: "n" },
    };
    expect(deniedBy(ofPods, create(binding).resource("pods").subresource("binding"))).toEqual(["bindingGuard"]);
  });

  test("is no controller's to copy onto the object", async () => {
    const ofSets = await compiled(undefined, "replicasets");
    const set = (release?: string) => ({ ...settings(release), apiVersion: "apps/v1", kind: "ReplicaSet" });
    const copy = update(set(), set(until("11:00:00")));
    expect(deniedBy(ofSets, copy.as("system:serviceaccount:kube-system:deployment-controller"))).toEqual(["copiedOverrideGuard"]);
    expect(deniedBy(ofSets, copy.as("alice"))).toEqual([]);
  });
});

test("without a fallback the compiler points at the override", () => {
  const text = policyWith('released(), releasedUntil({ max: "2h" })');
  const { diagnostics } = compileFiles({ "keep.ts": text });
  expect(diagnostics.map(({ message, span }) => [message, text.slice(span.start, span.end)])).toEqual([
    ["the override `releasedUntil` needs a webhook, and no file declares one", 'releasedUntil({ max: "2h" })'],
  ]);
});
