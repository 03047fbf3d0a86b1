import { expect, test } from "vitest";
import type { ApiAnswer, ApiRequest, RequestServer } from "../../runtime-fallback/kubernetes/api-server.ts";
import { scanCluster } from "../../compiler/cluster/scan/scan-cluster.ts";
import { AskingClient } from "../../compiler/cluster/verify/index.ts";
import { manifestSource } from "../../compiler/serve/object-source.ts";
import { readManifestPaths } from "../../compiler/cli/arguments/read-manifests.ts";
import { root } from "../house/source-files.ts";
import { temporaryDirectory } from "../fixtures/temporary-directory.ts";
import { exampleObjects } from "./example.ts";

type Answer = (request: ApiRequest) => ApiAnswer | undefined;

/** The example behind a server that takes down what it is asked; `answer` speaks first. */
function served(answer: Answer = () => undefined) {
  const text = exampleObjects.map((one) => JSON.stringify(one)).join("\n---\n");
  const workingDirectory = temporaryDirectory({ "objects.yaml": text });
  const { server } = manifestSource({ paths: ["objects.yaml"], workingDirectory, defined: [], asked: [], matched: [] });
  const requests: ApiRequest[] = [];
  const recording: RequestServer = {
    url: server.url,
    request: (request) => {
      requests.push(request);
      const own = answer(request);
      return own === undefined ? server.request(request) : Promise.resolve(own);
    },
    close: () => server.close(),
  };
  return { client: new AskingClient(recording), requests };
}

const query = { namespace: undefined, kube: "1.37", now: new Date() };
/** Every policy of this repository: rules that read any field of Secrets are among them. */
const policies = ["generated", "generated/presets"].flatMap((directory) =>
  readManifestPaths([directory], { workingDirectory: root }),
);
const ours = policies.filter((one) => String((one as { kind?: unknown }).kind).startsWith("ValidatingAdmissionPolicy"));

test("it sends GETs alone, and asks for the metadata of Secrets and of nothing else about them", async () => {
  const { client, requests } = served();
  const { objects } = await scanCluster(client, { ...query, policies: ours });
  expect(objects).not.toEqual([]);
  expect([...new Set(requests.map(({ method }) => method))]).toEqual(["GET"]);
  const ofSecrets = requests.filter(({ path }) => /\/secrets(\?|$)/.test(path));
  expect(ofSecrets.length).toBeGreaterThan(0);
  for (const { accept } of ofSecrets) expect(accept).toContain("PartialObjectMetadata");
});

test("each kind is listed once, page by page", async () => {
  const { client, requests } = served();
  await scanCluster(client, { ...query, policies: ours });
  // What policies and webhooks say is read besides their metadata.
  const lists = requests.map(({ path }) => path).filter((path) => path.includes("limit=") && !path.includes("admissionreg"));
  expect(new Set(lists).size).toBe(lists.length);
  expect(lists.length).toBeGreaterThan(10);
});

test("a kind that may not be listed is a line, and the rest is scanned", async () => {
  const body = { message: 'statefulsets.apps is forbidden: User "alice" cannot list it' };
  const { client } = served(({ path }) =>
    path.includes("/statefulsets") ? { status: 403, body, retryAfterSeconds: undefined } : undefined,
  );
  const { objects, gaps } = await scanCluster(client, { ...query, policies: [] });
  expect(gaps).toContain(`statefulsets.apps objects are not shown: ${body.message}`);
  expect(objects.map(({ live }) => live.object.of.kind)).toEqual(["PersistentVolumeClaim", "Namespace", "Secret"]);
});

test("where webhooks and policies may not be listed, nothing is called unprotected", async () => {
  const { client } = served(({ path }) =>
    path.includes("admissionregistration.k8s.io/v1/")
      ? { status: 403, body: { message: "no" }, retryAfterSeconds: undefined }
      : undefined,
  );
  const { gaps, objects } = await scanCluster(client, { ...query, policies: undefined });
  expect([...new Set(objects.map(({ protection }) => protection.state))]).toEqual(["unknown"]);
  expect(objects[0]?.protection.mayDeny.map(({ policy }) => policy)).toEqual(["any policy", "any webhook"]);
  expect(gaps).toEqual(
    expect.arrayContaining([
      "webhooks are not shown: no; any may deny",
      "ValidatingAdmissionPolicy objects are not shown: no; any may deny",
      "ValidatingAdmissionPolicyBinding objects are not shown: no; any may deny",
    ]),
  );
});
