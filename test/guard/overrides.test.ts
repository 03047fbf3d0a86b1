import { beforeAll, describe, expect, test } from "vitest";
import { type PolicyRequest, create, del, delCollection, update } from "../../compiler/simulator/testing/index.ts";
import { type Asked, askedPolicy } from "./asked.ts";

const policyWith = (overrides: string): string => `
import { approvedByAnother, confirmedByName, deletionPolicy, namespaceTerminating, permitted, released, terminating, type Override } from "holdfast";

export default deletionPolicy({
  name: "keep",
  match: [{ group: "", resource: "configmaps" }],
  overrides: [${overrides}],
  rules: {
    keep: {
      denyWhen: ({ oldObject }) => oldObject.metadata.labels?.["keep"] === "yes",
      message: ({ oldObject }) => \`\${oldObject.metadata.name} is kept\`,
    },
  },
});
`;

const uid = "3f0e7b1c-0000-4000-8000-000000000001";

type Annotations = Readonly<Record<string, string>>;

function settings(annotations: Annotations = {}, more: object = {}) {
  const metadata = { name: "settings", namespace: "shop", uid, labels: { keep: "yes" }, annotations, ...more };
  return { apiVersion: "v1", kind: "ConfigMap", metadata };
}

const said = (asked: Asked, request: PolicyRequest): readonly string[] =>
  asked.ask(request).map(({ action, message }) => `${action} ${message}`);

const deniedBy = (asked: Asked, request: PolicyRequest): readonly string[] => asked.ask(request).map(({ rule }) => rule);

const denied = "deny keep: settings is kept";

describe("released", () => {
  let asked: Asked;
  beforeAll(async () => {
    asked = await askedPolicy(policyWith("released()"));
  });
  const how = `; to delete it anyway: kubectl annotate configmaps/settings -n shop holdfast.dev/release=${uid} (or commit that annotation)`;

  test("is named by the denial, also of a collection", () => {
    expect(said(asked, del(settings()))).toEqual([`${denied}${how}`]);
    expect(said(asked, delCollection(settings()))).toEqual([`${denied}${how}`]);
  });

  test("opens with the object's own UID, and says so", () => {
    expect(said(asked, del(settings({ "holdfast.dev/release": uid })))).toEqual([
      "audit released: ConfigMap shop/settings is protected, and its release annotation allows this delete",
    ]);
  });

  test("a mark that was copied, or outlived its object, opens nothing", () => {
    const other = "3f0e7b1c-0000-4000-8000-000000000002";
    expect(said(asked, del(settings({ "holdfast.dev/release": other })))).toEqual([`${denied}${how}`]);
    expect(said(asked, del(settings({ "holdfast.dev/release": "" })))).toEqual([`${denied}${how}`]);
  });

  test("says nothing of what is not protected", () => {
    expect(said(asked, del(settings({ "holdfast.dev/release": uid }, { labels: {} })))).toEqual([]);
  });

  test("unmarks the release guard of the object that carries it, and of no other", () => {
    const [marked, unmarked] = [settings(), settings({}, { labels: {} })];
    const guard =
      "releaseGuard: ConfigMap shop/settings is protected against deletion, and this update would remove the protection";
    expect(said(asked, update(marked, unmarked))).toEqual([expect.stringContaining(`deny ${guard}`)]);
    const mark = { "holdfast.dev/release": uid };
    expect(said(asked, update(settings(mark), settings(mark, { labels: {} })))).toEqual([]);
    // Both in one update: the object as stored is not released.
    expect(said(asked, update(marked, settings(mark, { labels: {} })))).toEqual([expect.stringContaining(`deny ${guard}`)]);
  });
});

describe("released, of what a Namespace holds", () => {
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop", uid } };
  const mark = { "holdfast.dev/release": uid };

  test("the Namespace may go when everything in it is released", async () => {
    const asked = await askedPolicy(policyWith("released()"));
    expect(deniedBy(asked, del(namespace).holding(settings()))).toEqual(["namespaceGuard"]);
    expect(deniedBy(asked, del(namespace).holding(settings(mark)))).toEqual([]);
    expect(deniedBy(asked, del(namespace).holding(settings(mark), settings({ "holdfast.dev/release": "other" })))).toEqual([
      "namespaceGuard",
    ]);
  });

  test("or when everything in it is confirmed: whoever empties it may delete that", async () => {
    const asked = await askedPolicy(policyWith("confirmedByName()"));
    const confirmed = settings({ "holdfast.dev/confirm-delete": "settings" });
    expect(deniedBy(asked, del(namespace).holding(confirmed))).toEqual([]);
    expect(deniedBy(asked, del(namespace).holding(confirmed, settings()))).toEqual(["namespaceGuard"]);
  });

  test("it stays where the controller that empties it could not take the same way, and the message says what to delete", async () => {
    const asked = await askedPolicy(policyWith("approvedByAnother()"));
    const approved = settings({ "holdfast.dev/approved-by": `${uid}/bob` });
    expect(said(asked, del(namespace).as("alice").holding(approved))).toEqual([
      "deny namespaceGuard: Namespace shop holds ConfigMap settings, which is protected against deletion. Delete that first; if it is denied, the message " +
        "says what to do: kubectl delete configmaps/settings -n shop",
    ]);
    expect(said(asked, del(approved).as("alice"))).toEqual([expect.stringContaining("audit approvedByAnother: ")]);
  });

  test("a released Pod may be evicted", async () => {
    const text = policyWith("released()").replace("configmaps", "pods");
    const asked = await askedPolicy(text);
    const pod = (annotations: Annotations) => ({ ...settings(annotations), kind: "Pod" });
    const eviction = {
      apiVersion: "policy/v1",
      kind: "Eviction",
      metadata: { name: "settings", namespace: "shop" },
    };
    const evict = create(eviction).resource("pods").subresource("eviction");
    expect(deniedBy(asked, evict.holding(pod({})))).toEqual(["evictionGuard"]);
    expect(deniedBy(asked, evict.holding(pod(mark)))).toEqual([]);
  });

  test("a confirmed Pod may be evicted, and an approved one by another person", async () => {
    const text = policyWith("confirmedByName(), approvedByAnother()").replace("configmaps", "pods");
    const asked = await askedPolicy(text);
    const evicted = (annotations: Annotations, user: string) =>
      create({ apiVersion: "policy/v1", kind: "Eviction", metadata: { name: "settings", namespace: "shop" } })
        .resource("pods")
        .subresource("eviction")
        .holding({ ...settings(annotations), kind: "Pod" })
        .as(user);
    const approved = { "holdfast.dev/approved-by": `${uid}/bob` };
    expect(said(asked, evicted({}, "alice"))).toEqual([
      "deny evictionGuard: Pod shop/settings is protected against deletion, and an eviction deletes it. Delete it instead; if that is denied, " +
        "the message says what to do: kubectl delete pod/settings -n shop",
    ]);
    expect(deniedBy(asked, evicted({ "holdfast.dev/confirm-delete": "settings" }, "alice"))).toEqual([]);
    expect(deniedBy(asked, evicted(approved, "alice"))).toEqual([]);
    expect(deniedBy(asked, evicted(approved, "bob"))).toEqual(["evictionGuard"]);
    expect(deniedBy(asked, evicted(approved, "system:serviceaccount:kube-system:node-controller"))).toEqual(["evictionGuard"]);
  });
});

describe("states", () => {
  test("what is terminating goes on terminating", async () => {
    const asked = await askedPolicy(policyWith("terminating()"));
    const ending = { deletionTimestamp: "2026-01-01T00:00:00Z" };
    expect(said(asked, del(settings()))).toEqual([denied]);
    expect(said(asked, del(settings({}, ending)))).toEqual([]);
    // T28: an update of it is guarded anyway.
    const unmarking = update(settings({}, ending), settings({}, { ...ending, labels: {} }));
    expect(said(asked, unmarking)).toEqual([expect.stringContaining("deny releaseGuard: ")]);
  });

  test("a Namespace that is being deleted takes its content along where the policy says so", async () => {
    const asked = await askedPolicy(policyWith("namespaceTerminating()"));
    const ending = { metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" }, status: { phase: "Terminating" } };
    expect(said(asked, del(settings()).in({}))).toEqual([denied]);
    expect(said(asked, del(settings()).in(ending))).toEqual([]);
  });
});

describe("people", () => {
  test("confirm by name", async () => {
    const asked = await askedPolicy(policyWith(`confirmedByName("example.com/sure")`));
    expect(said(asked, del(settings()))).toEqual([
      `${denied}; to delete it anyway: kubectl annotate configmaps/settings -n shop example.com/sure=settings (or commit that annotation)`,
    ]);
    expect(said(asked, del(settings({ "example.com/sure": "other" })))).toHaveLength(1);
    expect(said(asked, del(settings({ "example.com/sure": "settings" })))).toEqual([
      "audit confirmedByName: ConfigMap shop/settings is protected, and its confirmed name allows this delete",
    ]);
  });

  test("have the verb", async () => {
    const asked = await askedPolicy(policyWith(`permitted("delete-protected")`));
    expect(said(asked, del(settings()))).toEqual([
      `${denied}; to delete it anyway: ask somebody whom RBAC gives the verb delete-protected on configmaps`,
    ]);
    const permitted = del(settings()).allowedTo("delete-protected", "configmaps", { namespace: "shop" });
    expect(said(asked, permitted)).toEqual([
      "warn permitted: ConfigMap shop/settings is protected, and RBAC allows this delete by the verb delete-protected",
    ]);
  });

  test("are two", async () => {
    const asked = await askedPolicy(policyWith("approvedByAnother()"));
    const approved = (by: string) => settings({ "holdfast.dev/approved-by": `${uid}/${by}` });
    expect(said(asked, del(approved("bob")).as("alice"))).toEqual([
      "audit approvedByAnother: ConfigMap shop/settings is protected, and is deleted because somebody else has approved it",
    ]);
    for (const alone of [approved("alice"), approved(""), settings({ "holdfast.dev/approved-by": "other/bob" }), settings()])
      expect(said(asked, del(alone).as("alice"))).toEqual([
        expect.stringContaining(`${denied}; to delete it anyway: have somebody else run: `),
      ]);
  });

  test("are people: no controller, and no account that one of them may use", async () => {
    const asked = await askedPolicy(policyWith("approvedByAnother()"));
    const approved = (by: string) => settings({ "holdfast.dev/approved-by": `${uid}/${by}` });
    const machines = [
      "system:serviceaccount:kube-system:generic-garbage-collector",
      "system:serviceaccount:kube-system:ttl-after-finished-controller",
      "system:serviceaccount:kube-system:namespace-controller",
      "system:kube-controller-manager",
      "system:apiserver",
      "system:node:one",
      "system:serviceaccount:shop:made-by-bob",
    ];
    for (const machine of machines) {
      expect(said(asked, del(approved("bob")).as(machine))).toEqual([expect.stringContaining(denied)]);
      expect(said(asked, del(approved(machine)).as("alice"))).toEqual([expect.stringContaining(denied)]);
      expect(deniedBy(asked, update(settings(), approved(machine)).as(machine))).toEqual(["approvedByAnother"]);
    }
    expect(said(asked, del(approved("bob")).as("system:admin"))).toEqual([expect.stringContaining("audit approvedByAnother")]);
  });

  test("have accounts act for them where the policy names these", async () => {
    const asked = await askedPolicy(policyWith(`approvedByAnother({ serviceAccounts: ["argocd/controller"] })`));
    const approved = (by: string) => settings({ "holdfast.dev/approved-by": `${uid}/${by}` });
    const [controller, other] = ["system:serviceaccount:argocd:controller", "system:serviceaccount:argocd:other"];
    expect(said(asked, del(approved("bob")).as(controller))).toEqual([expect.stringContaining("audit approvedByAnother")]);
    expect(said(asked, del(approved(controller)).as("alice"))).toEqual([expect.stringContaining("audit approvedByAnother")]);
    expect(said(asked, del(approved(controller)).as(controller))).toEqual([expect.stringContaining(denied)]);
    expect(said(asked, del(approved("bob")).as(other))).toEqual([expect.stringContaining(denied)]);
    expect(said(asked, del(approved(other)).as("alice"))).toEqual([expect.stringContaining(denied)]);
    expect(deniedBy(asked, update(settings(), approved(controller)).as(controller))).toEqual([]);
  });

  test("do not write each other's name", async () => {
    const asked = await askedPolicy(policyWith("approvedByAnother()"));
    const approved = (by: string) => settings({ "holdfast.dev/approved-by": `${uid}/${by}` });
    const forged = [
      expect.stringContaining(
        "deny approvedByAnother: holdfast.dev/approved-by on ConfigMap shop/settings can only be given, on the object itself",
      ),
    ];
    expect(said(asked, update(settings(), approved("bob")).as("bob"))).toEqual([]);
    expect(said(asked, update(settings(), approved("bob")).as("alice"))).toEqual(forged);
    expect(said(asked, update(approved("bob"), approved("carol")).as("alice"))).toEqual(forged);
    expect(said(asked, update(approved("bob"), settings()).as("alice"))).toEqual([]);
    expect(said(asked, update(approved("bob"), approved("bob")).as("alice"))).toEqual([]);
  });
});

describe("several", () => {
  test("are named in the policy's order, and each says that it was taken", async () => {
    const asked = await askedPolicy(policyWith(`terminating(), released(), confirmedByName()`));
    const [message] = said(asked, del(settings()));
    expect(message).toMatch(
      /^deny keep: settings is kept; to delete it anyway: .*holdfast\.dev\/release=.*; or: .*holdfast\.dev\/confirm-delete=settings/,
    );
    const both = { "holdfast.dev/release": uid, "holdfast.dev/confirm-delete": "settings" };
    expect(said(asked, del(settings(both))).map((one) => one.split(":")[0])).toEqual(["audit released", "audit confirmedByName"]);
  });

  test("are of one's own, too", async () => {
    const own = `{ name: "empty", when: ({ oldObject }) => (oldObject.metadata.finalizers ?? []).length === 0, how: "take its finalizers off" }`;
    const asked = await askedPolicy(policyWith(own));
    expect(said(asked, del(settings()))).toEqual([]);
    expect(said(asked, del(settings({}, { finalizers: ["a/b"] })))).toEqual([
      `${denied}; to delete it anyway: take its finalizers off`,
    ]);
  });
});

describe("names that may hold anything", () => {
  const role = (name: string) => ({
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRole",
    metadata: { name, uid, labels: { keep: "yes" } },
  });
  const text = policyWith("released()")
    .replace('group: "", resource: "configmaps"', 'group: "rbac.authorization.k8s.io", resource: "clusterroles"')
    .replace("${oldObject.metadata.name} is kept", "it is kept");

  test.each([
    ["system:aggregate-to-admin", "system:aggregate-to-admin"],
    ["x; rm -rf .", "(a name that cannot be shown)"],
    ["two\nlines", "(a name that cannot be shown)"],
    ["a".repeat(254), "(a name that cannot be shown)"],
  ])("%j stands in the command as %s", async (name, shown) => {
    const asked = await askedPolicy(text);
    expect(said(asked, del(role(name)))).toEqual([
      `deny keep: it is kept; to delete it anyway: kubectl annotate clusterroles.rbac.authorization.k8s.io/${shown} ` +
        `holdfast.dev/release=${uid} (or commit that annotation)`,
    ]);
  });
});
