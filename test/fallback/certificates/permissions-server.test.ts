import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ApiRequest, RequestServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { type CertificateMode, certificateReconciler } from "../../../runtime-fallback/certificates/certificates.ts";
import { readInstant, writeBundle } from "../../../runtime-fallback/certificates/self-managed.ts";
import { certificatePath } from "../../../runtime-fallback/certificates/certificate-names.ts";
import { systemClock } from "../../../runtime-fallback/clock.ts";
import { createLeaderElection } from "../../../runtime-fallback/controller/leader-election.ts";
import type { PolicyRule } from "../../../compiler/api/resource.ts";
import { applyCustomResourceDefinition } from "../../control-plane/crds.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { mergePatch, created } from "../../control-plane/requests.ts";
import { controllerRightsOf } from "../../install/installed/compiled-rights.ts";
import { asUser, grant } from "../on-server.ts";
import { base64, bundlesOf, names, paths } from "./rotation-world.ts";

/**
 * Two looks make all of it: nothing is due for a third of a second after the first, and the authority never settles.
 */
const settings = { servingLifeMs: 3_000, authorityLifeMs: 10_000, backdateMs: 60_000, settleMs: 0, overlapMs: 0, lookMs: 1_000 };
const group = "admissionregistration.k8s.io";

/** `update secrets holdfast-webhook-ca`, `create leases.coordination.k8s.io`; for a request and for a rule. */
function rightOf({ method, path }: ApiRequest): string {
  const [, root, ...parts] = path.replace(/\?.*/, "").split("/");
  const [apiGroup = "", , ...rest] = root === "api" ? ["", ...parts] : parts;
  const [resource = "", name] = rest[0] === "namespaces" && rest.length > 2 ? rest.slice(2) : rest;
  const verbs = { GET: "get", POST: "create", PUT: "update", PATCH: "patch", DELETE: "delete" };
  return textOf(verbs[method], { apiGroup, resource, name });
}

interface What {
  readonly apiGroup: string;
  readonly resource: string;
  readonly name: string | undefined;
}

function textOf(verb: string, { apiGroup, resource, name }: What): string {
  return `${verb} ${resource}${apiGroup === "" ? "" : `.${apiGroup}`}${name === undefined ? "" : ` ${name}`}`;
}

function rightsIn(rules: readonly PolicyRule[]): readonly string[] {
  const cells = rules.flatMap(({ apiGroups, resources, resourceNames = [undefined], verbs }) =>
    apiGroups.flatMap((apiGroup) =>
      resources.flatMap((resource) =>
        resourceNames.flatMap((name) => verbs.map((verb) => textOf(verb, { apiGroup, resource, name }))),
      ),
    ),
  );
  return cells.toSorted();
}

/** As the controller does it: what it does about certificates it does while it leads. */
async function whileLeading(api: RequestServer, work: () => Promise<unknown>): Promise<void> {
  const election = createLeaderElection({
    api,
    lease: { namespace: names.namespace, name: "holdfast-controller" },
    identity: "the only one",
    clock: systemClock,
    random: Math.random,
    log: () => undefined,
  });
  await election.run(() => work().then(() => undefined), new AbortController().signal);
}

/** Whose certificates they are, and something for the controller to do. */
const modes = {
  "self-managed": "",
  "cert-manager": `certificates: { certManager: { issuer: "ca" } }`,
  provided: `certificates: { provided: { secret: "tls", caBundle: "${base64("-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n")}" } }`,
} as const satisfies Record<CertificateMode, string>;

const claims = `foregroundClaims: [{ claim: { group: "x.io", resource: "claims" }, composite: { group: "x.io", resource: "xclaims" } }]`;

function rightsFor(mode: CertificateMode) {
  return controllerRightsOf(mode === "self-managed" ? "" : `${modes[mode]}, ${claims}`);
}

function reconcilerOn(api: RequestServer, mode: CertificateMode, lines: string[] = [], expiry: (number | undefined)[] = []) {
  return certificateReconciler(mode, {
    api,
    names,
    settings,
    clock: systemClock,
    log: (level, message, fields) => void lines.push(`${level} ${message} ${JSON.stringify(fields)}`),
    gauges: { servingNotAfter: (seconds) => expiry.push(seconds), authorityNotAfter: () => undefined },
  });
}

const look = (reconcile: ReturnType<typeof reconcilerOn>) => reconcile("certificates", new AbortController().signal);
/** As much of cert-manager's definition as is read. */
const certificates = {
  group: "cert-manager.io",
  kind: "Certificate",
  plural: "certificates",
  scope: "Namespaced",
  versions: [{ name: "v1", statusSubresource: true }],
} as const;
const webhook = {
  rules: [],
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
  clientConfig: { url: "https://127.0.0.1:1/" },
};
const configuration = {
  metadata: { name: "holdfast" },
  webhooks: ["one.holdfast.dev", "two.holdfast.dev"].map((name) => ({ ...webhook, name })),
};

describeWithServer("what the controller may do about certificates", {}, (server) => {
  beforeAll(async () => {
    await created(server(), "/api/v1/namespaces", { metadata: { name: "holdfast" } });
    await created(server(), `/apis/${group}/v1/validatingwebhookconfigurations`, configuration);
    for (const mode of ["self-managed", "cert-manager", "provided"] as const) {
      await grant(server(), { user: mode, namespace: "holdfast", permissions: rightsFor(mode) });
    }
  });

  beforeEach(async () => {
    const path = `/apis/coordination.k8s.io/v1/namespaces/${names.namespace}/leases/holdfast-controller`;
    await server().request({ method: "DELETE", path });
  });

  test("is what it needs, and it needs all of it", async () => {
    const used = new Set<string>();
    const api = asUser(server(), "self-managed", (request) => {
      if (!request.path.endsWith("selfsubjectreviews")) used.add(rightOf(request));
    });
    const lines: string[] = [];
    await whileLeading(api, () => look(reconcilerOn(api, "self-managed", lines)));
    for (const path of [paths.authority, paths.serving]) {
      const { body } = await server().request({ method: "GET", path });
      // Both ways in which a Secret cannot be used any more: by an update it can be fixed, and not even by that.
      await server().request({ method: "PUT", path, body: { ...body, data: { "tls.crt": "", "tls.key": "" } } });
      await look(reconcilerOn(api, "self-managed", lines));
      const { body: fixed } = await server().request({ method: "GET", path });
      await server().request({
        method: "PUT",
        path,
        body: { ...fixed, data: { "tls.crt": "", "tls.key": "" }, immutable: true },
      });
      await look(reconcilerOn(api, "self-managed", lines));
    }
    const { role, clusterRole } = rightsFor("self-managed");
    expect([...used].toSorted()).toEqual(rightsIn([...role, ...clusterRole]));
    expect(lines.filter((line) => line.includes("certificates: written") && line.includes("is of no use"))).toHaveLength(2);
    expect(lines.filter((line) => line.includes("certificates: removed, because no update could fix it"))).toHaveLength(2);
  });

  test("is nothing else: other Secrets and configurations, lists, and webhooks that it would delete", async () => {
    const { request } = asUser(server(), "self-managed");
    const configurations = `/apis/${group}/v1/validatingwebhookconfigurations`;
    const forbidden: readonly ApiRequest[] = [
      { method: "GET", path: "/api/v1/namespaces/holdfast/secrets" },
      { method: "GET", path: "/api/v1/namespaces/holdfast/secrets/other" },
      { method: "GET", path: "/api/v1/namespaces/default/secrets/holdfast-webhook-ca" },
      { method: "GET", path: configurations },
      { method: "DELETE", path: `${configurations}/holdfast` },
      mergePatch(`${configurations}/other`, {}),
    ];
    for (const one of forbidden) expect([one.path, (await request(one)).status]).toEqual([one.path, 403]);
  });

  test("with cert-manager: it reads when the Certificate ends; it could write nothing, and read no Secret", async () => {
    const used = new Set<string>();
    const expiry: (number | undefined)[] = [];
    const api = asUser(server(), "cert-manager", (request) => used.add(rightOf(request)));
    await whileLeading(api, () => look(reconcilerOn(api, "cert-manager", [], expiry)));
    expect([...used].toSorted()).toEqual(rightsIn(rightsFor("cert-manager").role));
    const path = certificatePath(names);
    const collection = path.slice(0, path.lastIndexOf("/"));
    const metadata = { name: "holdfast-webhook-tls" };
    await applyCustomResourceDefinition(server(), certificates);
    await look(reconcilerOn(api, "cert-manager", [], expiry));
    await created(server(), collection, { apiVersion: "cert-manager.io/v1", kind: "Certificate", metadata });
    await look(reconcilerOn(api, "cert-manager", [], expiry));
    for (const notAfter of ["2031-05-06T07:08:09Z", "soon"]) {
      const status = mergePatch(`${path}/status`, { status: { notAfter } });
      expect(await server().request(status)).toMatchObject({ status: 200 });
      await look(reconcilerOn(api, "cert-manager", [], expiry));
    }
    expect(expiry).toEqual([undefined, undefined, undefined, Date.UTC(2031, 4, 6, 7, 8, 9) / 1_000, undefined]);
    for (const secret of [paths.serving, paths.authority])
      expect(await api.request({ method: "GET", path: secret })).toMatchObject({ status: 403 });
    expect(await api.request({ method: "PUT", path, body: {} })).toMatchObject({ status: 403 });
  });

  test("with provided certificates: it asks for nothing but its Lease", async () => {
    const used = new Set<string>();
    const api = asUser(server(), "provided", (request) => used.add(rightOf(request)));
    await whileLeading(api, () => look(reconcilerOn(api, "provided")));
    const lease = "leases.coordination.k8s.io";
    const own = [`create ${lease}`, `get ${lease} holdfast-controller`, `update ${lease} holdfast-controller`];
    expect([...used].toSorted()).toEqual(own);
    expect(rightsIn(rightsFor("provided").role)).toEqual(own);
  });

  describe("the API server", () => {
    test("denies a caBundle for a configuration that has changed meanwhile, and changes nothing else in it", async () => {
      const api = asUser(server(), "self-managed");
      const { body: before } = await api.request({ method: "GET", path: paths.configuration });
      expect(await writeBundle(api, names, { configuration: before, bundle: "first" })).toBe("written");
      expect(await writeBundle(api, names, { configuration: before, bundle: "second" })).toBe("overtaken");
      const { body: after } = await api.request({ method: "GET", path: paths.configuration });
      expect(bundlesOf(after)).toEqual(["first", "first"]);
      const rest = (body: Readonly<Record<string, unknown>>) =>
        (body["webhooks"] as readonly { readonly clientConfig: object }[]).map((one) => ({
          ...one,
          clientConfig: { ...one.clientConfig, caBundle: undefined },
        }));
      expect(rest(after)).toEqual(rest(before));
      const generations = [before, after].map((body) => (body["metadata"] as { readonly generation: number }).generation);
      expect(generations[1]).toBe((generations[0] ?? 0) + 1);
    });

    test("tells its time to everybody", async () => {
      const earlier = { ...systemClock, now: () => 0 };
      const { latest } = await readInstant(asUser(server(), "anybody"), earlier);
      expect(Math.abs(latest - Date.now())).toBeLessThan(10_000);
    });
  });
});
