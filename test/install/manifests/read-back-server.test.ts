import { join } from "node:path";
import { expect, test } from "vitest";
import { confirmedAnnotation } from "../../../runtime-fallback/enforcement/confirm-configuration.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { mergePatch } from "../../control-plane/requests.ts";
import { compileFiles } from "../../fixtures/compile-files.ts";
import { suiteDirectory } from "../../fixtures/temporary-directory.ts";
import { asWritten, pathTo, writeFallback } from "./applied.ts";
import { type Written, asksPods, everyFeature, fallbackText, keepersFor, policyText, writtenBy } from "./compile-fallback.ts";

const directory = suiteDirectory();

const caBundle = Buffer.from("-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n").toString("base64");
const extras = `metricsFrom: { team: "monitoring" }, apiServers: ["10.0.0.0/28"], events: true, replicas: 2,`;

const declared = {
  everything: `${everyFeature} ${extras}`.replace("crossplane: true", "crossplane: true, replay: true"),
  provided: `certificates: { provided: { secret: "theirs", caBundle: "${caBundle}" } }, namespace: "guards",`,
} as const;

const sets = Object.entries(declared).map(([name, properties]) => {
  const compilation = compileFiles(
    { "policies/fallback.ts": fallbackText(properties), "policies/used.ts": policyText(asksPods), ...keepersFor(properties) },
    ["policies"],
  );
  const place = join(directory, name);
  writeFallback(place, compilation);
  const objects = writtenBy(compilation)
    .map(({ object }) => object)
    .filter(({ kind }) => kind !== "Kustomization");
  return { name, place, objects };
});

const ways = sets.flatMap((set) => [
  { ...set, how: "client-side", args: ["apply", "-k", set.place] },
  { ...set, how: "server-side", args: ["apply", "--server-side", "-k", set.place] },
]);

const reviews = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

/** As the API server's authorizer sees it: `resource.group/namespace/name`. */
const rights = [
  ["webhook", "list", "pods/shop", "allowed"],
  ["webhook", "list", "coolresources.my.crd.group", "allowed"],
  ["webhook", "get", "secrets/holdfast-system/holdfast-webhook-tls", "denied"],
  ["webhook", "list", "secrets/shop", "denied"],
  ["webhook", "patch", "deployments.apps/shop/web", "denied"],
  ["webhook", "delete", "pods/shop/web", "denied"],
  ["webhook", "update", "validatingwebhookconfigurations.admissionregistration.k8s.io//holdfast", "denied"],
  ["controller", "patch", "validatingwebhookconfigurations.admissionregistration.k8s.io//holdfast", "allowed"],
  ["controller", "patch", "validatingwebhookconfigurations.admissionregistration.k8s.io//other", "denied"],
  ["controller", "delete", "validatingwebhookconfigurations.admissionregistration.k8s.io//holdfast", "denied"],
  ["controller", "update", "secrets/holdfast-system/holdfast-webhook-ca", "allowed"],
  ["controller", "get", "secrets/holdfast-system/other", "denied"],
  ["controller", "list", "secrets/holdfast-system", "denied"],
  ["controller", "get", "secrets/shop/holdfast-webhook-ca", "denied"],
  ["controller", "update", "leases.coordination.k8s.io/holdfast-system/holdfast-controller", "allowed"],
  ["controller", "update", "leases.coordination.k8s.io/kube-system/kube-scheduler", "denied"],
  ["controller", "delete", "deployments.apps/shop/web", "allowed"],
  ["controller", "patch", "statefulsets.apps/shop/web", "denied"],
  ["controller", "delete", "databases.example.com/shop/main", "denied"],
  ["controller", "delete", "xdatabases.example.com//main", "allowed"],
] as const;

function attributesOf(verb: string, what: string): object {
  const [type = "", namespace = "", name = ""] = what.split("/");
  const [resource = "", ...group] = type.split(".");
  return { verb, group: group.join("."), resource, namespace, name };
}

const titleOf = ({ kind, metadata }: Written): string => `${kind} ${metadata.name}`;

describeWithServer("what installs the fallback", { controllerManager: true }, (server) => {
  test.each(sets)("$name: nothing is unknown to the server, and it warns of nothing", async ({ objects }) => {
    const [namespace, ...others] = objects;
    if (namespace === undefined) throw new Error("nothing was planned");
    expect(await applied(server(), namespace, "")).toEqual({ status: 201, warnings: [] });
    for (const object of others)
      expect([titleOf(object), await applied(server(), object, "&dryRun=All")]).toEqual([
        titleOf(object),
        { status: 201, warnings: [] },
      ]);
  });
});

for (const { name, how, args, objects } of ways)
  describeWithServer(`what installs the fallback: ${name}, ${how}`, { controllerManager: true }, (server) => {
    test("is applied to an empty cluster at once, in the order of the files", async () => {
      const { code, stdout, stderr } = await server().kubectl(args);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      const kinds = stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split(/[./]/)[0] ?? "");
      expect(kinds.toSorted()).toEqual(objects.map(({ kind }) => kind.toLowerCase()).toSorted());
      expect(kinds[0]).toBe("namespace");
      expect(kinds.at(-1)).toBe("validatingwebhookconfiguration");
      expect(kinds.lastIndexOf("customresourcedefinition")).toBeLessThan(kinds.indexOf("serviceaccount"));
      expect(kinds.indexOf("configmap")).toBeLessThan(kinds.indexOf("deployment"));
    });

    test("the Pods are let in: by the restricted profile, the quota and their priority", async () => {
      for (const { metadata, spec } of objects.filter(({ kind }) => kind === "Deployment")) {
        const path = `/api/v1/namespaces/${metadata.namespace}/pods?labelSelector=app.kubernetes.io/name=${metadata.name}`;
        await waitUntil(`all Pods of ${metadata.name} have been created`, async () => {
          const { body } = await server().request({ method: "GET", path });
          return (body["items"] as readonly unknown[]).length === (spec as { readonly replicas: number }).replicas;
        });
      }
    });

    test.each(objects.map((object) => [titleOf(object), object] as const))(
      "%s reads as it was written",
      async (_title, object) => {
        const { body } = await server().request({ method: "GET", path: pathTo(object) });
        expect(asWritten(body as Written)).toStrictEqual(object);
      },
    );

    test.each(rights)("%s: %s %s is %s", async (process, verb, what, isAllowed) => {
      if (name !== "everything") return;
      const attributes = attributesOf(verb, what);
      const ask = async (): Promise<unknown> => {
        const spec = { user: `system:serviceaccount:holdfast-system:holdfast-${process}`, resourceAttributes: attributes };
        const review = { apiVersion: "authorization.k8s.io/v1", kind: "SubjectAccessReview", spec };
        const { body } = await server().request({ method: "POST", path: reviews, body: review });
        return (body["status"] as { readonly allowed: boolean }).allowed;
      };
      await waitUntil(`it is ${isAllowed}`, async () => (await ask()) === (isAllowed === "allowed"));
    });

    test("nothing differs, and applying again leaves what the controller wrote: caBundle, and that it confirmed it", async () => {
      const differs = () => server().kubectl(["diff", ...args.slice(1)]);
      expect(await differs()).toEqual({ code: 0, stdout: "", stderr: "" });
      const configuration = objects.find(({ kind }) => kind === "ValidatingWebhookConfiguration") as Written;
      const bundleOf = async (): Promise<unknown> => {
        const { body } = await server().request({ method: "GET", path: pathTo(configuration) });
        return (body["webhooks"] as readonly { readonly clientConfig: { readonly caBundle?: string } }[])[0]?.clientConfig
          .caBundle;
      };
      await server().request({
        method: "PATCH",
        path: pathTo(configuration),
        contentType: "application/json-patch+json",
        body: [{ op: "add", path: "/webhooks/0/clientConfig/caBundle", value: caBundle }],
      });
      const annotations = { [confirmedAnnotation]: "uid/2" };
      await server().request(
        mergePatch(`${pathTo(configuration)}?fieldManager=holdfast-confirms`, { metadata: { annotations } }),
      );
      expect(await differs()).toEqual({ code: 0, stdout: "", stderr: "" });
      expect(await server().kubectl(args)).toMatchObject({ code: 0, stderr: "" });
      expect(await bundleOf()).toBe(caBundle);
      const { body } = await server().request({ method: "GET", path: pathTo(configuration) });
      expect(body["metadata"]).toMatchObject({ annotations });
    });
  });

/** As GitOps tools do it; an unknown field is an error. */
async function applied(server: ControlPlane, object: Written, more: string): Promise<object> {
  const { status, warnings } = await server.request({
    method: "PATCH",
    path: `${pathTo(object)}?fieldManager=test&fieldValidation=Strict${more}`,
    contentType: "application/apply-patch+yaml",
    body: object,
  });
  return { status, warnings };
}
