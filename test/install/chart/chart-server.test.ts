import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { suiteDirectory } from "../../fixtures/temporary-directory.ts";
import { at, everyFeature } from "../manifests/compile-fallback.ts";
import { type Compiled, type Objects, byName, caBundle, compileChart, modes, render } from "./charts.ts";
import { type Helm, buildTimeoutMs, startHelm } from "./helm.ts";

const directory = suiteDirectory();

/** Declarations, by how they differ. */
const declared = {
  everything: everyFeature,
  "cert-manager": `${everyFeature} certificates: { certManager: { issuer: "ca", kind: "ClusterIssuer" } }`,
  provided: `${everyFeature} certificates: { provided: { secret: "theirs", caBundle: "${caBundle}" } }`,
  "the webhook alone": `certificates: { certManager: { issuer: "ca" } }, namespace: "guards", replicas: 2,`,
  networks: `metricsFrom: { team: "monitoring" }, apiServers: ["10.0.0.0/28"], events: true,`,
} as const;

type Declaration = keyof typeof declared;

const compiled = new Map<Declaration, Compiled>();
let helm: Helm;

beforeAll(async () => {
  helm = await startHelm(suitePath("home"));
  for (const [name, properties] of Object.entries(declared))
    compiled.set(name as Declaration, await compileChart(suitePath(name), properties));
}, buildTimeoutMs);

const suitePath = (name: string): string => join(directory, name.replaceAll(" ", "-"));

const chartOf = (name: Declaration): string => compiled.get(name)?.chart ?? "";

const rendered = (name: Declaration, values: object = {}): Promise<Objects> => render(helm, chartOf(name), values);

describeWithServer("the chart, rendered by Helm", {}, (server) => {
  const kustomized = async (name: Declaration): Promise<Objects> => {
    const { stdout } = await server().kubectl(["kustomize", compiled.get(name)?.kustomization ?? ""]);
    return byName(stdout);
  };

  test.each(Object.keys(declared) as Declaration[])("%s: is what the kustomization is", async (name) => {
    const { code, stdout } = await helm(["lint", "--strict", chartOf(name)]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("0 chart(s) failed") });
    const objects = await rendered(name);
    expect(Object.keys(objects).length).toBeGreaterThan(5);
    expect(objects).toEqual(await kustomized(name));
  });

  test.each([
    ["self-managed", "provided", "everything"],
    ["cert-manager", "everything", "cert-manager"],
    ["provided", "everything", "provided"],
  ] as const)(
    "%s certificates by value, and not %s by declaration, are what a declaration makes of them",
    async (mode, other, same) => {
      expect(await rendered(other, modes[mode])).toEqual(await kustomized(same));
    },
  );

  test("cert-manager without an issuer gets an authority of the release", async () => {
    const objects = await rendered("everything", { "certificates.mode": "cert-manager" });
    expect(at(objects["Issuer holdfast-self-signed"], "spec")).toEqual({ selfSigned: {} });
    expect(at(objects["Certificate holdfast-webhook-ca"], "spec.issuerRef.name")).toBe("holdfast-self-signed");
    expect(at(objects["Issuer holdfast-webhook-ca"], "spec.ca.secretName")).toBe(
      at(objects["Certificate holdfast-webhook-ca"], "spec.secretName"),
    );
    expect(at(objects["Certificate holdfast-webhook-tls"], "spec.issuerRef")).toMatchObject({
      kind: "Issuer",
      name: "holdfast-webhook-ca",
    });
  });
});
