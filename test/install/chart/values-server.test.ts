import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { suiteDirectory } from "../../fixtures/temporary-directory.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { at, everyFeature } from "../manifests/compile-fallback.ts";
import { type Objects, byName, caBundle, compileChart, given, render } from "./charts.ts";
import { type Helm, buildTimeoutMs, startHelm } from "./helm.ts";

const directory = suiteDirectory();
const digest = `sha256:${"0123456789abcdef".repeat(4)}`;
const key = Buffer.from("-----BEGIN EC PRIVATE KEY-----\nMIIB\n-----END EC PRIVATE KEY-----\n").toString("base64");

const pod = "spec.template.spec";
const webhook = "Deployment holdfast-webhook";
const controller = "Deployment holdfast-controller";

interface Placed {
  readonly path: string;
  readonly value: unknown;
  readonly object: string;
  readonly place: string;
  readonly expected: unknown;
}

/** A value, and where it goes: as it is, unless told. */
function placed(
  path: string,
  value: unknown,
  object: string,
  place: string,
  ...expected: readonly [] | readonly [unknown]
): Placed {
  return { path, value, object, place, expected: expected.length === 0 ? value : expected[0] };
}

const everyPlaced: readonly Placed[] = [
  placed(
    "image.repository",
    "mirror.example.com:5000/holdfast",
    webhook,
    `${pod}.containers.0.image`,
    `mirror.example.com:5000/holdfast@${digest}`,
  ),
  placed("image.tag", "1.2.3", controller, `${pod}.containers.0.image`, `registry.example.com/holdfast:1.2.3@${digest}`),
  placed("image.digest", "", webhook, `${pod}.containers.0.image`, "registry.example.com/holdfast"),
  placed("image.pullPolicy", "Always", webhook, `${pod}.containers.0.imagePullPolicy`),
  placed("imagePullSecrets", [{ name: "registry" }], controller, `${pod}.imagePullSecrets`),
  placed("webhook.replicaCount", 5, webhook, "spec.replicas"),
  placed("controller.replicaCount", 1, controller, "spec.replicas"),
  placed("webhook.resources.limits.memory", "1Gi", webhook, `${pod}.containers.0.resources.limits.memory`),
  placed("webhook.nodeSelector.pool", "system", webhook, `${pod}.nodeSelector`, { "kubernetes.io/os": "linux", pool: "system" }),
  placed("webhook.tolerations", [{ key: "system", operator: "Exists" }], webhook, `${pod}.tolerations`),
  placed("controller.affinity", { podAntiAffinity: {} }, controller, `${pod}.affinity`),
  placed(
    "webhook.topologySpreadConstraints",
    [{ maxSkew: 2, topologyKey: "zone", whenUnsatisfiable: "ScheduleAnyway" }],
    webhook,
    `${pod}.topologySpreadConstraints`,
  ),
  placed("webhook.topologySpreadConstraints", [], webhook, `${pod}.topologySpreadConstraints`, undefined),
  placed("webhook.priorityClassName", "true", webhook, `${pod}.priorityClassName`),
  placed("webhook.podAnnotations", { note: "{{ .Values.x }}: yes" }, webhook, "spec.template.metadata.annotations"),
  placed("webhook.podLabels", { team: "yes" }, webhook, "spec.template.metadata.labels", {
    "app.kubernetes.io/name": "holdfast-webhook",
    "app.kubernetes.io/part-of": "holdfast",
    team: "yes",
  }),
  placed(
    "controller.serviceAccount.annotations",
    { role: "12" },
    "ServiceAccount holdfast-controller",
    "metadata.annotations.role",
    "12",
  ),
  placed("podDisruptionBudget.maxUnavailable", 2, "PodDisruptionBudget holdfast-webhook", "spec.maxUnavailable"),
  placed("podDisruptionBudget.enabled", false, "PodDisruptionBudget holdfast-webhook", "kind", undefined),
  placed("networkPolicy.enabled", false, "NetworkPolicy holdfast-default-deny", "kind", undefined),
  placed("namespace.create", false, "Namespace holdfast-system", "kind", undefined),
  placed("podMonitor.enabled", true, "PodMonitor holdfast", "spec.podMetricsEndpoints.0.port", "health"),
  placed("podMonitor", { enabled: true, labels: { release: "kps" } }, "PodMonitor holdfast", "metadata.labels.release", "kps"),
];

/** Values that do not touch each other, rendered at once. */
function inGroups(values: readonly Placed[]): readonly (readonly Placed[])[] {
  const groups: Placed[][] = [];
  for (const value of values) {
    const free = groups.find((group) => !group.some((other) => partOf(other) === partOf(value)));
    if (free === undefined) groups.push([value]);
    else free.push(value);
  }
  return groups;
}

/** Of `values.yaml`: `image` goes into one text. */
function partOf({ path }: Placed): string {
  const [first = "", second = ""] = path.split(".");
  return first === "webhook" || first === "controller" ? `${first}.${second}` : first;
}

const lastArgument = (objects: Objects, name: string): unknown =>
  (at(objects[name], `${pod}.containers.0.args`) as readonly unknown[]).at(-1);

/** A value that is wrong, and what Helm says. */
const wrong: readonly (readonly [values: object, message: string])[] = [
  [{ "webhook.replicas": 3 }, "at '/webhook': additional properties 'replicas' not allowed"],
  [{ failurePolicy: "Ignore" }, "at '': additional properties 'failurePolicy' not allowed"],
  [{ nameOverride: "guards" }, "at '': additional properties 'nameOverride' not allowed"],
  [{ "webhook.extraArgs": ["--port=1"] }, "at '/webhook': additional properties 'extraArgs' not allowed"],
  [{ "webhook.replicaCount": 0 }, "at '/webhook/replicaCount': minimum: got 0, want 1"],
  [{ "webhook.replicaCount": "3" }, "at '/webhook/replicaCount': got string, want integer"],
  [{ controller: null }, "at '': missing property 'controller'"],
  [{ "image.tag": 'x"\nkind: Pod' }, "at '/image/tag': 'x\"\\nkind: Pod' does not match pattern"],
  [{ "image.digest": "sha256:1" }, "at '/image/digest': 'sha256:1' does not match pattern"],
  [{ "image.pullPolicy": "Sometimes" }, "at '/image/pullPolicy': value must be one of 'Always', 'IfNotPresent', 'Never'"],
  [{ "webhook.podLabels": { "app.kubernetes.io/name": "x" } }, "at '/webhook/podLabels/app.kubernetes.io~1name': 'not' failed"],
  [{ logLevel: "loud" }, "at '/logLevel': value must be one of '', 'debug', 'info', 'warn', 'error'"],
  [
    { "certificates.mode": "self-signed" },
    "at '/certificates/mode': value must be one of 'self-managed', 'cert-manager', 'provided'",
  ],
  [{ "certificates.mode": "provided" }, "at '/certificates/provided/secret': minLength: got 0, want 1"],
  [
    { "certificates.mode": "provided", "certificates.provided": { secret: "theirs", caBundle: key } },
    `at '/certificates/provided/caBundle': '${key}' does not match pattern`,
  ],
  ...["", "x", "xy"].map((before): readonly [object, string] => [
    { "certificates.provided.caBundle": btoa(`${atob(caBundle)}${before}${atob(key)}`) },
    "at '/certificates/provided/caBundle': 'not' failed",
  ]),
  [
    { "certificates.mode": "provided", "certificates.provided": { secret: "Theirs", caBundle } },
    "at '/certificates/provided/secret': 'Theirs' does not match pattern",
  ],
];

describeWithServer("the values of the chart", {}, () => {
  let helm: Helm;
  let chart: string;
  const rendered = new Map<Placed, Objects>();
  beforeAll(async () => {
    helm = await startHelm(join(directory, "home"));
    ({ chart } = await compileChart(join(directory, "everything"), everyFeature));
    for (const group of inGroups(everyPlaced)) {
      const objects = await render(helm, chart, Object.fromEntries(group.map(({ path, value }) => [path, value])));
      for (const one of group) rendered.set(one, objects);
    }
  }, buildTimeoutMs);

  test.each(everyPlaced)("$path: $value", (one) => {
    expect(at(rendered.get(one)?.[one.object], one.place)).toEqual(one.expected);
  });

  test("a level of the logs is an argument, and none is none", async () => {
    const [quiet, loud] = await Promise.all([render(helm, chart), render(helm, chart, { logLevel: "debug" })]);
    for (const name of [webhook, controller]) {
      expect(lastArgument(quiet, name)).not.toContain("log-level");
      expect(lastArgument(loud, name)).toBe("--log-level=debug");
    }
  });

  test.each(wrong)("%j is rejected", async (values, message) => {
    const { code, stderr } = await helm(["template", "holdfast", chart, ...given(values)]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(message) });
  });

  test("every value has a place in the schema, and in values.yaml a comment or a name that says it", () => {
    const schema = JSON.parse(readFileSync(join(chart, "values.schema.json"), "utf8")) as { readonly properties: object };
    const values = readFileSync(join(chart, "values.yaml"), "utf8");
    for (const name of Object.keys(schema.properties).filter((one) => one !== "global"))
      expect(values).toMatch(new RegExp(`^${name}:`, "m"));
  });
});

/** What Helm would evaluate, print or fail at, wherever a policy can put it. */
const hostile = "{{ .Values.x }}{{- fail `no` }} {{{ `\"' \\ }} {{/* */}} $(id) %{x}";

describeWithServer("what a policy says, in a chart", {}, (server) => {
  test("Helm passes it on, and evaluates none of it", async () => {
    const helm = await startHelm(join(directory, "home"));
    const policy = `import { deletionPolicy, resource } from "holdfast";
const pods = resource({ group: "", version: "v1", resource: "pods" });
export default deletionPolicy({
  name: "hostile",
  match: [{ group: "apps", resource: "deployments" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    used: {
      denyWhen: ({ oldObject, cluster }) =>
        oldObject.metadata.annotations?.["note"] === ${JSON.stringify(hostile)} && cluster.exists(pods),
      message: ${JSON.stringify(hostile)},
    },
  },
});
`;
    const place = join(directory, "{{ .Values.place }}");
    const everywhere = { declaration: "policies/{{ .Values.file }}/fallback.ts", flags: ["--command", hostile] };
    const { chart, kustomization } = await compileChart(place, "", { "policies/hostile.ts": policy }, everywhere);
    const objects = await render(helm, chart);
    const rules = Object.entries(objects).find(([name]) => name.startsWith("ConfigMap holdfast-rules-"))?.[1];
    expect(at(rules, "data")).toEqual({ "rules.mjs": expect.stringContaining("{{ .Values.x }}{{- fail") });
    expect(at(objects[webhook], "metadata.annotations")).toMatchObject({
      "holdfast.dev/source": "policies/{{ .Values.file }}/fallback.ts:2",
    });
    expect(objects).toEqual(byName((await server().kubectl(["kustomize", kustomization])).stdout));
    const text = readFileSync(join(kustomization, "rules.yaml"), "utf8");
    expect(readFileSync(join(chart, "files/rules.yaml"), "utf8")).toBe(text);
    expect(JSON.stringify(objects["ValidatingWebhookConfiguration holdfast"])).toContain("{{ .Values.x }}{{- fail");
  });
});
