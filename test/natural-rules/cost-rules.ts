import type { NaturalRule } from "./rules.ts";

const rule = (of: {
  readonly name: string;
  readonly type: string;
  readonly resource: string;
  readonly group?: string;
  readonly before?: string;
  readonly denyWhen: string;
  readonly denied: object;
}): NaturalRule => ({
  kind: of.type,
  denied: { says: "costs: no", ...of.denied },
  text: `
import { deletionPolicy } from "holdfast";
import type { ${of.type} } from "holdfast/kinds";
${of.before ?? ""}
export default deletionPolicy<${of.type}>({
  name: "${of.name}",
  match: [{ group: "${of.group ?? ""}", resource: "${of.resource}" }],
  rules: { costs: { denyWhen: ${of.denyWhen}, message: "no" } },
});
`,
});

const pod = { type: "Pod", resource: "pods" };
const deployment = { type: "Deployment", group: "apps", resource: "deployments" };
const configMap = { type: "ConfigMap", resource: "configmaps" };
const secret = { type: "Secret", resource: "secrets" };
const ingress = { type: "Ingress", group: "networking.k8s.io", resource: "ingresses" };

const image = (text: string, more: object = {}): object => ({ spec: { containers: [{ name: "a", image: text, ...more }] } });
const template = (container: object): object => ({ spec: { template: { spec: { containers: [{ name: "a", ...container }] } } } });
const hosts = (...names: readonly string[]): object => ({ spec: { rules: names.map((host) => ({ host })) } });
const marked = (value: string): object => ({ metadata: { annotations: { "example.com/hosts": value } } });

/**
 * Rules about costs: over containers, images, data and hosts, with patterns and lists inside of lists,
 * as engineers write them at the first try.
 */
export const costRules: Readonly<Record<string, NaturalRule>> = {
  "images of a registry, by a pattern": rule({
    name: "costs-01",
    ...pod,
    denyWhen: `({ oldObject }) => oldObject.spec?.containers.some((c) => /^registry\\.example\\.com\\/.*:v[0-9]+/.test(c.image ?? ""))`,
    denied: image("registry.example.com/shop:v1"),
  }),
  "a name and a tag": rule({
    name: "costs-02",
    ...deployment,
    denyWhen: `({ oldObject }) => oldObject.spec.template.spec?.containers.some((c) => {
      const [repo, tag] = (c.image ?? "").split(":");
      return repo.startsWith("registry.example.com/") && tag !== "latest";
    })`,
    denied: template({ image: "registry.example.com/shop:v1" }),
  }),
  "every container has a digest": rule({
    name: "costs-03",
    ...pod,
    denyWhen: `({ oldObject }) => oldObject.spec?.containers.every(({ image }) => image !== undefined && /@sha256:[0-9a-f]{64}$/.test(image))`,
    denied: image(`shop@sha256:${"a".repeat(64)}`),
  }),
  "environment variables that hold a secret's name": rule({
    name: "costs-04",
    ...pod,
    denyWhen: `({ oldObject }) => oldObject.spec?.containers.some((c) =>
      c.env?.some((e) => /(PASSWORD|TOKEN|SECRET)$/.test(e.name) && e.valueFrom?.secretKeyRef?.name === "main"))`,
    denied: image("x", { env: [{ name: "DB_PASSWORD", valueFrom: { secretKeyRef: { name: "main", key: "PASSWORD" } } }] }),
  }),
  "registries in a set": rule({
    name: "costs-05",
    ...pod,
    before: `const REGISTRIES = new Set(["registry.example.com", "quay.io"]);`,
    denyWhen: `({ oldObject }) => {
      const images = [...(oldObject.spec?.containers ?? []), ...(oldObject.spec?.initContainers ?? [])].map((c) => c.image ?? "");
      return images.some((image) => REGISTRIES.has(image.split("/")[0] ?? ""));
    }`,
    denied: image("quay.io/shop"),
  }),
  "lines of a file": rule({
    name: "costs-06",
    ...configMap,
    denyWhen: `({ oldObject }) => Object.values(oldObject.data ?? {}).some((file) =>
      file.split("\\n").some((line) => {
        const [key, value] = line.split("=");
        return key === "keep" && value === "true";
      }))`,
    denied: { data: { settings: "x=1\nkeep=true" } },
  }),
  "data by the name of the key": rule({
    name: "costs-07",
    ...secret,
    denyWhen: `({ oldObject }) => Object.keys(oldObject.data ?? {}).some((key) => /^tls\\.(crt|key)$/.test(key) || key.endsWith(".pem"))`,
    denied: { data: { "tls.crt": "" } },
  }),
  "data by a pattern": rule({
    name: "costs-08",
    ...configMap,
    denyWhen: `({ oldObject }) => Object.entries(oldObject.data ?? {}).some(([key, value]) => key.endsWith(".conf") && /^\\s*keep\\s*=\\s*true\\s*$/m.test(value))`,
    denied: { data: { "a.conf": "x\n keep = true" } },
  }),
  "hosts in a set": rule({
    name: "costs-09",
    ...ingress,
    before: `const HOSTS = ["shop.example.com", "example.com"];`,
    denyWhen: `({ oldObject }) => {
      const hosts = new Set((oldObject.spec?.tls ?? []).flatMap((tls) => tls.hosts ?? []));
      return HOSTS.some((host) => hosts.has(host));
    }`,
    denied: { spec: { tls: [{ hosts: ["example.com"] }] } },
  }),
  "hosts, whatever their letters": rule({
    name: "costs-10",
    ...ingress,
    denyWhen: `({ oldObject }) => oldObject.spec?.rules?.some((rule) => /^(www\\.)?shop\\.example\\.com$/i.test(rule.host ?? ""))`,
    denied: hosts("WWW.shop.example.com"),
  }),
  "hosts of rules and paths": rule({
    name: "costs-11",
    ...ingress,
    denyWhen: `({ oldObject }) => oldObject.spec?.rules?.some((rule) =>
      rule.host?.endsWith(".example.com") && rule.http?.paths.some((path) => path.path?.startsWith("/api") && path.backend.service?.name !== "old"))`,
    denied: {
      spec: { rules: [{ host: "shop.example.com", http: { paths: [{ path: "/api", pathType: "Prefix", backend: {} }] } }] },
    },
  }),
  "hosts with and without a certificate": rule({
    name: "costs-12",
    ...ingress,
    denyWhen: `({ oldObject }) => {
      const secured = (oldObject.spec?.tls ?? []).flatMap((tls) => tls.hosts ?? []);
      return (oldObject.spec?.rules ?? []).some((rule) => rule.host && secured.includes(rule.host));
    }`,
    denied: { spec: { tls: [{ hosts: ["x"] }], rules: [{ host: "x" }] } },
  }),
  "ports of all containers": rule({
    name: "costs-13",
    ...pod,
    denyWhen: `({ oldObject }) => {
      const ports = new Set((oldObject.spec?.containers ?? []).flatMap((c) => c.ports ?? []).map((port) => port.containerPort));
      return ports.has(5432) || ports.has(3306);
    }`,
    denied: image("x", { ports: [{ containerPort: 5432 }] }),
  }),
  "limits that are set": rule({
    name: "costs-15",
    ...deployment,
    denyWhen: `({ oldObject }) => {
      for (const container of oldObject.spec.template.spec?.containers ?? []) {
        for (const [name, amount] of Object.entries(container.resources?.limits ?? {})) {
          if (name.startsWith("nvidia.com/") && amount !== "0") return true;
        }
      }
      return false;
    }`,
    denied: template({ resources: { limits: { "nvidia.com/gpu": "1" } } }),
  }),
  "how many are large": rule({
    name: "costs-16",
    ...pod,
    denyWhen: `({ oldObject }) => (oldObject.spec?.containers ?? []).filter((c) => parseInt(c.resources?.requests?.["memory"] ?? "0", 10) >= 16).length > 0`,
    denied: image("x", { resources: { requests: { memory: "16Gi" } } }),
  }),
  "settings in an annotation": rule({
    name: "costs-17",
    ...ingress,
    denyWhen: `({ oldObject }) => {
      const pairs = (oldObject.metadata.annotations?.["example.com/hosts"] ?? "").split(";").map((pair) => pair.split("="));
      return pairs.some(([key, value]) => key === "keep" && value === "true");
    }`,
    denied: marked("x=1;keep=true"),
  }),
  "hosts in an annotation": rule({
    name: "costs-14",
    ...ingress,
    denyWhen: `({ oldObject }) => (oldObject.metadata.annotations?.["example.com/hosts"] ?? "")
      .split(/,\\s*/)
      .some((host) => host.endsWith(".example.com"))`,
    denied: marked("a, b.example.com"),
  }),
  "hosts in an annotation, whatever their letters": rule({
    name: "costs-18",
    ...ingress,
    denyWhen: `({ oldObject }) => (oldObject.metadata.annotations?.["example.com/hosts"] ?? "")
      .split(",")
      .some((host) => /^(shop|api)[0-9]*\\.example\\.com$/.test(host.trim().toLowerCase()))`,
    denied: marked("a, Shop1.example.com"),
  }),
  "arguments by a pattern": rule({
    name: "costs-20",
    ...pod,
    denyWhen: `({ oldObject }) => oldObject.spec?.containers.some((c) => [...(c.command ?? []), ...(c.args ?? [])].some((arg) => /^--?mode=(primary|leader)$/.test(arg)))`,
    denied: image("x", { args: ["--mode=primary"] }),
  }),
  "versions of images": rule({
    name: "costs-21",
    ...pod,
    denyWhen: `({ oldObject }) => oldObject.spec?.containers.some((c) => {
      const version = c.image?.match(/:v([0-9]+)\\.[0-9]+$/)?.[1];
      return version === "1" || version === "2";
    })`,
    denied: image("shop:v2.1"),
  }),
  "tags by a helper": rule({
    name: "costs-23",
    ...pod,
    before: `const tagOf = (image: string): string => {
  const i = image.indexOf(":");
  return i === -1 ? "latest" : image.slice(i + 1);
};`,
    denyWhen: `({ oldObject }) => (oldObject.spec?.containers ?? []).map((c) => tagOf(c.image ?? "")).some((tag) => tag === "latest" || tag.startsWith("main-"))`,
    denied: image("shop"),
  }),
  "settings that are named in a list": rule({
    name: "costs-25",
    ...configMap,
    before: `const KEEP = [/^db[.]/, /[.]password$/, /^prod-\\d+$/];`,
    denyWhen: `({ oldObject }) => Object.entries(oldObject.data ?? {}).some(([key, value]) => KEEP.some((pattern) => pattern.test(key)) && value.trim().length > 0)`,
    denied: { data: { "db.host": "x" } },
  }),
};

/** Those that do not compile, and why. */
export const rejectedCostRules: Readonly<Record<string, NaturalRule & { readonly because: string }>> = {
  "a volume that is mounted": {
    because: "too-expensive",
    ...rule({
      name: "costs-19",
      ...pod,
      denyWhen: `({ oldObject: { spec } }) => {
      const claims = (spec?.volumes ?? []).filter((volume) => volume.persistentVolumeClaim).map((volume) => volume.name);
      return spec?.containers.some((c) => c.volumeMounts?.some((mount) => claims.includes(mount.name) && !mount.readOnly));
    }`,
      denied: {
        spec: {
          volumes: [{ name: "data", persistentVolumeClaim: { claimName: "x" } }],
          containers: [{ name: "a", volumeMounts: [{ name: "data", mountPath: "/data" }] }],
        },
      },
    }),
  },
  "two containers of one image": {
    because: "needs-newer-kubernetes",
    ...rule({
      name: "costs-22",
      ...pod,
      denyWhen: `({ oldObject }) => {
      const images = (oldObject.spec?.containers ?? []).map((c) => c.image);
      return images.some((image, i) => images.indexOf(image) !== i);
    }`,
      denied: {
        spec: {
          containers: [
            { name: "a", image: "x" },
            { name: "b", image: "x" },
          ],
        },
      },
    }),
  },
  "files named in other files": {
    because: "too-expensive",
    ...rule({
      name: "costs-24",
      ...configMap,
      denyWhen: `({ oldObject: { data = {} } }) => Object.keys(data).some((key) => Object.values(data).some((file) => file.includes("include " + key)))`,
      denied: { data: { a: "x", b: "include a" } },
    }),
  },
};
