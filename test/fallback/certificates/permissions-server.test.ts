import { beforeAll, describe, expect, test } from "vitest";
import type { ApiRequest, RequestServer } from "../../../runtime-fallback/api/api-server.ts";
import { certificatePermissions } from "../../../runtime-fallback/certificates/certificate-permissions.ts";
import { type CertificateMode, certificateReconciler } from "../../../runtime-fallback/certificates/certificates.ts";
import { readInstant } from "../../../runtime-fallback/certificates/server-time.ts";
import { writeBundle } from "../../../runtime-fallback/certificates/write-bundle.ts";
import { systemClock } from "../../../runtime-fallback/clock.ts";
import type { PolicyRule } from "../../../runtime-fallback/controller/policy-rule.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { asUser, created, grant } from "../on-server.ts";
import { bundlesOf, names, paths } from "./rotation-world.ts";

/** Two looks make all of it: nothing is due for a third of a second after the first, and the authority never settles. */
const settings = { servingLifeMs: 3_000, authorityLifeMs: 10_000, backdateMs: 60_000, settleMs: 0, overlapMs: 0, lookMs: 1_000 };
const group = "admissionregistration.k8s.io";

/** `update secrets holdfast-webhook-ca`, for a request and for a rule. */
function rightOf({ method, path }: ApiRequest): string {
  const [resource = "", name] = path.split("/").slice(path.includes(group) ? 4 : 5);
  const verbs = { GET: "get", POST: "create", PUT: "update", PATCH: "patch", DELETE: "delete" };
  return [verbs[method], resource, ...(name === undefined ? [] : [name])].join(" ");
}

function rightsIn(rules: readonly PolicyRule[]): readonly string[] {
  return rules.flatMap(({ verbs, resources, resourceNames }) =>
    verbs.flatMap((verb) =>
      resources.flatMap((resource) => resourceNames?.map((name) => `${verb} ${resource} ${name}`) ?? [`${verb} ${resource}`]),
    ),
  );
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
      await grant(server(), { user: mode, namespace: "holdfast", permissions: certificatePermissions(mode, names) });
    }
  });

  test("is what it needs, and it needs all of it", async () => {
    const used = new Set<string>();
    const api = asUser(server(), "self-managed", (request) => {
      if (!request.path.endsWith("selfsubjectreviews")) used.add(rightOf(request));
    });
    const lines: string[] = [];
    await look(reconcilerOn(api, "self-managed", lines));
    for (const path of [paths.authority, paths.serving]) {
      const { body } = await server().request({ method: "GET", path });
      // Both ways in which a Secret cannot be used any more: by an update it can be mended, and not even by that.
      await server().request({ method: "PUT", path, body: { ...body, data: { "tls.crt": "", "tls.key": "" } } });
      await look(reconcilerOn(api, "self-managed", lines));
      const { body: mended } = await server().request({ method: "GET", path });
      await server().request({
        method: "PUT",
        path,
        body: { ...mended, data: { "tls.crt": "", "tls.key": "" }, immutable: true },
      });
      await look(reconcilerOn(api, "self-managed", lines));
    }
    const { role, clusterRole } = certificatePermissions("self-managed", names);
    expect([...used].toSorted()).toEqual([...rightsIn(role), ...rightsIn(clusterRole)].toSorted());
    expect(lines.filter((line) => line.includes("certificates: written") && line.includes("is of no use"))).toHaveLength(2);
    expect(lines.filter((line) => line.includes("certificates: removed, because no update could mend it"))).toHaveLength(2);
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
      { method: "PATCH", path: `${configurations}/other`, body: {}, contentType: "application/merge-patch+json" },
    ];
    for (const one of forbidden) expect([one.path, (await request(one)).status]).toEqual([one.path, 403]);
  });

  test("with cert-manager: it reads when the certificate ends, and could write nothing", async () => {
    const used = new Set<string>();
    const expiry: (number | undefined)[] = [];
    const api = asUser(server(), "cert-manager", (request) => used.add(rightOf(request)));
    await look(reconcilerOn(api, "cert-manager", [], expiry));
    expect([...used]).toEqual(rightsIn(certificatePermissions("cert-manager", names).role));
    expect(expiry).toEqual([expect.any(Number)]);
    const { status } = await api.request({ method: "PUT", path: paths.serving, body: {} });
    expect(status).toBe(403);
  });

  test("with provided certificates: it asks nothing", async () => {
    const used: ApiRequest[] = [];
    await look(
      reconcilerOn(
        asUser(server(), "provided", (request) => used.push(request)),
        "provided",
      ),
    );
    expect(used).toEqual([]);
    expect(certificatePermissions("provided", names)).toEqual({ role: [], clusterRole: [] });
  });

  describe("the API server", () => {
    test("refuses a caBundle for a configuration that has changed meanwhile, and changes nothing else in it", async () => {
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
