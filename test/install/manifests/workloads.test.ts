import { describe, expect, test } from "vitest";
import { knownArguments } from "../../../compiler/api/known-arguments.ts";
import type { Tree } from "../../fixtures/tree.ts";
import { type Written, asksPods, at, everyFeature, find, image, objectsOf, policyText } from "./compile-fallback.ts";

const asking: Tree = { "policies/used.ts": policyText(asksPods) };
const everything = (): readonly Written[] => objectsOf(everyFeature, asking);
const podOf = (objects: readonly Written[], process: string): unknown =>
  at(find(objects, "Deployment", `holdfast-${process}`), "spec.template.spec");
const argumentsOf = (objects: readonly Written[], process: string): readonly string[] =>
  at(podOf(objects, process), "containers.0.args") as readonly string[];

describe("the Pods", () => {
  test.each(["webhook", "controller"])("%s: restricted, small, spread over nodes, and with as much heap as fits", (process) => {
    const pod = podOf(everything(), process);
    expect(pod).toMatchObject({
      priorityClassName: "system-cluster-critical",
      automountServiceAccountToken: true,
      nodeSelector: { "kubernetes.io/os": "linux" },
      terminationGracePeriodSeconds: 60,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
      topologySpreadConstraints: [{ topologyKey: "kubernetes.io/hostname", maxSkew: 1, nodeTaintsPolicy: "Honor" }],
    });
    const container = at(pod, "containers.0");
    expect(container).toMatchObject({
      image,
      resources: { limits: { memory: "512Mi" } },
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] }, readOnlyRootFilesystem: true },
      readinessProbe: { httpGet: { path: "/readyz", port: "health" } },
      livenessProbe: { httpGet: { path: "/healthz", port: "health" } },
    });
    expect(at(container, "env.0")).toEqual({
      name: "NODE_OPTIONS",
      value: `--max-old-space-size=${512 * 0.75} --max-semi-space-size=4`,
    });
    expect(at(container, "env.1")).toEqual({ name: "MALLOC_ARENA_MAX", value: "2" });
    expect(at(container, "resources.limits.cpu")).toBeUndefined();
  });

  test("rolling updates never have fewer than asked for, and drains take one", () => {
    const objects = objectsOf("replicas: 5", asking);
    expect(find(objects, "Deployment", "holdfast-webhook")["spec"]).toMatchObject({
      replicas: 5,
      strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
    });
    expect(find(objects, "PodDisruptionBudget", "holdfast-webhook")["spec"]).toMatchObject({ maxUnavailable: 1 });
    expect(find(objects, "Deployment", "holdfast-controller")["spec"]).toMatchObject({ replicas: 2 });
  });

  test("the Service, the budget and the network policy mean the webhook's Pods, and no others", () => {
    const objects = everything();
    const labels = at(find(objects, "Deployment", "holdfast-webhook"), "spec.template.metadata.labels") as object;
    const others = at(find(objects, "Deployment", "holdfast-controller"), "spec.template.metadata.labels") as object;
    for (const [kind, name, path] of [
      ["Service", "holdfast-webhook", "spec.selector"],
      ["PodDisruptionBudget", "holdfast-webhook", "spec.selector.matchLabels"],
      ["NetworkPolicy", "holdfast-webhook", "spec.podSelector.matchLabels"],
    ] as const) {
      const selector = at(find(objects, kind, name), path);
      expect(labels).toMatchObject(selector as object);
      expect(others).not.toMatchObject(selector as object);
    }
  });

  test("the rules are mounted from the ConfigMap of their hash, which the arguments pin", () => {
    const objects = everything();
    const rules = objects.find(({ kind }) => kind === "ConfigMap");
    const sha256 = argumentsOf(objects, "webhook")
      .find((one) => one.startsWith("--rules-sha256="))
      ?.slice("--rules-sha256=".length);
    expect(rules).toMatchObject({ immutable: true, metadata: { name: `holdfast-rules-${sha256?.slice(0, 10)}` } });
    expect(at(podOf(objects, "webhook"), "volumes")).toContainEqual({
      name: "rules",
      configMap: { name: rules?.metadata.name, defaultMode: 420 },
    });
  });

  test("another rule is another ConfigMap, and another Pod template", () => {
    const of = (condition: string): readonly string[] =>
      argumentsOf(objectsOf("", { "policies/used.ts": policyText(condition) }), "webhook");
    expect(of(asksPods)).not.toEqual(of("cluster.exists(asked)"));
  });
});

describe("the arguments", () => {
  test("of the webhook", () => {
    expect(argumentsOf(everything(), "webhook")).toEqual([
      "--rules=/etc/holdfast/rules/rules.mjs",
      expect.stringMatching(/^--rules-sha256=[0-9a-f]{64}$/),
      "--tls-cert=/etc/holdfast/tls/tls.crt",
      "--tls-key=/etc/holdfast/tls/tls.key",
      "--port=8443",
      "--health-port=8080",
      "--drain-seconds=15",
      "--usage-authors",
      "--critical-services=deployments.apps",
      "--namespace=holdfast-system",
      "--appcat=xvshnpostgresqls.vshn.appcat.vshn.io",
      "--appcat-objects=releases.helm.crossplane.io",
    ]);
  });

  test("of the controller", () => {
    const hashed = argumentsOf(everything(), "controller").map((one) => one.replaceAll(/=[0-9a-f]{16}/g, "=<hash>"));
    expect(hashed).toEqual([
      "--namespace=holdfast-system",
      "--configuration=holdfast",
      "--service=holdfast-webhook",
      "--certificates=self-managed",
      "--health-port=8080",
      "--usages=deployments.apps,configmaps",
      "--usages-webhooks=used.keepers.holdfast.dev=<hash>=deployments.apps+configmaps",
      "--usages-origins=holdfast,crossplane",
      "--critical-services=deployments.apps",
      `--critical-services-webhooks=${[
        "critical.keepers.holdfast.dev=<hash>=deployments.apps+namespaces",
        "service.critical-services.holdfast.dev=<hash>=criticalservices.protection.holdfast.dev",
        "definition.critical-services.holdfast.dev=<hash>=customresourcedefinitions.apiextensions.k8s.io",
        "provider.critical-services.holdfast.dev=<hash>=namespaces+deployments.apps",
      ].join(",")}`,
      "--foreground-claims=databases.example.com=xdatabases.example.com",
      "--unprotected=persistentvolumeclaims,deployments.apps",
      "--unprotected-marks=labels/example.com/keep=true,annotations/example.com/may-go",
    ]);
  });

  /** What no Deployment says: for whoever starts a process by hand. */
  const always = ["host", "kubeconfig", "context", "log-level"];
  const byHand = { webhook: always, controller: ["addresses", ...always] };

  test("are all known", () => {
    const objects = objectsOf(
      everyFeature.replace("crossplane: true", "crossplane: true, replay: true, acrossNamespaces: true") +
        "events: true, clients: { configMap: 'clients', names: ['kube-apiserver'] },",
      asking,
    );
    for (const process of ["webhook", "controller"] as const) {
      const flags = argumentsOf(objects, process).map((argument) => argument.split("=")[0] ?? "");
      expect(flags.filter((flag) => !(flag.slice(2) in knownArguments[process]))).toEqual([]);
      expect(Object.keys(knownArguments[process]).filter((name) => !flags.includes(`--${name}`))).toEqual(byHand[process]);
    }
  });

  test("a Lease has the name of the Pod for an identity", () => {
    expect(at(podOf(everything(), "controller"), "containers.0.env")).toContainEqual({
      name: "POD_NAME",
      valueFrom: { fieldRef: { apiVersion: "v1", fieldPath: "metadata.name" } },
    });
  });
});

describe("the network", () => {
  const ingressOf = (properties: string): unknown =>
    find(objectsOf(properties, asking), "NetworkPolicy", "holdfast-webhook")["spec"];

  test("denies everything in the namespace that is not named", () => {
    expect(find(everything(), "NetworkPolicy", "holdfast-default-deny")["spec"]).toEqual({
      podSelector: {},
      policyTypes: ["Ingress", "Egress"],
    });
  });

  test("anybody may ask, unless the networks of the API servers are known; metrics are for those who are named", () => {
    const https = { port: 8443, protocol: "TCP" };
    expect(ingressOf("")).toMatchObject({ ingress: [{ ports: [https] }] });
    expect(at(ingressOf(""), "ingress")).toHaveLength(1);
    expect(ingressOf('apiServers: ["10.0.0.0/28"], metricsFrom: { team: "monitoring" }')).toMatchObject({
      ingress: [
        { from: [{ ipBlock: { cidr: "10.0.0.0/28" } }], ports: [https] },
        { from: [{ namespaceSelector: { matchLabels: { team: "monitoring" } } }], ports: [{ port: 8080, protocol: "TCP" }] },
      ],
    });
    expect(at(find(everything(), "NetworkPolicy", "holdfast-controller"), "spec.ingress")).toBeUndefined();
  });

  test("both processes reach the API server, wherever it listens, and whoever knows names", () => {
    const tcp = (...ports: readonly number[]) => ({ ports: ports.map((port) => ({ port, protocol: "TCP" })) });
    const names = { ports: [{ port: 53, protocol: "UDP" }, ...tcp(53).ports] };
    const egressOf = (properties: string, process: string): unknown =>
      at(find(objectsOf(`${everyFeature}${properties}`, asking), "NetworkPolicy", `holdfast-${process}`), "spec.egress");
    // The controller asks each replica of the webhook what it decides.
    const podsOf = (name: string) => [{ podSelector: { matchLabels: { "app.kubernetes.io/name": name } } }];
    for (const process of ["webhook", "controller"]) {
      const replicas = process === "controller" ? [{ ...tcp(8443), to: podsOf("holdfast-webhook") }] : [];
      expect(egressOf("", process)).toEqual([tcp(443, 6443), names, ...replicas]);
      expect(egressOf("apiServerPorts: [16443]", process)).toEqual([tcp(16_443), names, ...replicas]);
    }
  });
});
