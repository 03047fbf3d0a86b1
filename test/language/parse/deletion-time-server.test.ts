import { expect, test } from "vitest";
import type { ApiResponse } from "../../control-plane/api-client.ts";
import type { ControlPlane } from "../../control-plane/control-plane.ts";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { created } from "../../control-plane/requests.ts";
import { collectionOf, policies } from "../../control-plane/collections.ts";
import { compileText, documentsOf } from "../../fixtures/compile-files.ts";

const policy = `
import { deletionPolicy, duration, timestamp } from "holdfast";
export default deletionPolicy({
  name: "deletion-time",
  match: [{ group: "", resource: "pods" }],
  overrides: { none: "the rule alone is asked" },
  rules: {
    late: {
      denyWhen: ({ oldObject: { metadata } }) => {
        const [created, deleted] = [timestamp(metadata.creationTimestamp), timestamp(metadata.deletionTimestamp)];
        return created !== undefined && deleted !== undefined && deleted.since(created).isGreaterThan(duration("1h"));
      },
      message: "it has more than an hour to end",
    },
  },
});
`;

const says = "late: it has more than an hour to end";
const pods = "/api/v1/namespaces/default/pods";

/**
 * What a client says how long a Pod may take to end moves its deletionTimestamp, by up to 292 years in either
 * direction.
 */
describeWithServer("the time of a deletion", {}, (server) => {
  test.each([
    { name: "a-minute", gracePeriodSeconds: "60", year: /^20[2-9]/, denied: undefined },
    { name: "a-day", gracePeriodSeconds: "86400", year: /^20[2-9]/, denied: says },
    { name: "year-2248", gracePeriodSeconds: "7000000000", year: /^22/, denied: undefined },
    { name: "year-1756", gracePeriodSeconds: "9900000000", year: /^17/, denied: undefined },
    { name: "most-of-all", gracePeriodSeconds: "9223372036854775807", year: /^/, denied: undefined },
  ])("$name", async ({ name, gracePeriodSeconds, year, denied }) => {
    await preparePolicy(server());
    await createPod(server(), name);
    // Written as text: no JavaScript number holds the largest.
    const options = `{"apiVersion":"v1","kind":"DeleteOptions","gracePeriodSeconds":${gracePeriodSeconds}}`;
    const { body } = await server().request({ method: "DELETE", path: `${pods}/${name}`, body: options });
    expect((body["metadata"] as Readonly<Record<string, unknown>>)["deletionTimestamp"]).toMatch(year);
    expect(saidBy(await askAgain(server(), name))).toBe(denied);
  });
});

/** A shorter time is asked for, or the request would change nothing and nobody would be asked. */
function askAgain(server: ControlPlane, name: string): Promise<ApiResponse> {
  const body = { apiVersion: "v1", kind: "DeleteOptions", gracePeriodSeconds: 0, dryRun: ["All"] };
  return server.request({ method: "DELETE", path: `${pods}/${name}`, body });
}

/** Undefined where the Pod may go; an error of the policy would read otherwise than its message. */
function saidBy({ status, body }: ApiResponse): string | undefined {
  if (status === 200) return undefined;
  return /denied request: (.*)$/.exec(String(body["message"]))?.[1] ?? String(body["message"]);
}

async function createPod(server: ControlPlane, name: string): Promise<void> {
  const spec = { nodeName: "node", containers: [{ name: "one", image: "none" }] };
  await created(server, pods, { metadata: { name }, spec });
}

/** Applies the policy once, and waits until it rejects. */
async function preparePolicy(server: ControlPlane): Promise<void> {
  if ((await server.request({ method: "GET", path: `${policies}/deletion-time` })).status === 200) return;
  await server.request({
    method: "POST",
    path: "/api/v1/namespaces/default/serviceaccounts",
    body: { metadata: { name: "default" } },
  });
  for (const document of documentsOf(compileText("deletion-time.ts", policy))) {
    if (document.apiVersion === "admissionregistration.k8s.io/v1") await created(server, collectionOf(document), document);
  }
  await createPod(server, "canary");
  await server.request({
    method: "DELETE",
    path: `${pods}/canary`,
    body: { apiVersion: "v1", kind: "DeleteOptions", gracePeriodSeconds: 86_400 },
  });
  await waitUntil("the policy is in force", async () => saidBy(await askAgain(server, "canary")) === says);
}
