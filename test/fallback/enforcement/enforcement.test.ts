import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { askedHash } from "../../../compiler/api/asked-hash.ts";
import type { ApiServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { confirmedAnnotation } from "../../../runtime-fallback/enforcement/confirm-configuration.ts";
import { type EnforcementOptions, createEnforcement } from "../../../runtime-fallback/enforcement/enforcement.ts";
import { createManualClock } from "../manual-clock.ts";

const about = (resources: readonly string[]) => ({
  name: "in-use.usages.holdfast.dev",
  clientConfig: { service: { path: "/rules/usages/inUse" } },
  rules: [{ apiGroups: [""], apiVersions: ["*"], operations: ["DELETE"], resources, scope: "*" }],
  failurePolicy: "Fail",
  matchPolicy: "Equivalent",
});
const secrets = { group: "", version: "v1", resource: "secrets" };
const configMaps = { group: "", version: "v1", resource: "configmaps" };
const hash = askedHash(about(["secrets"]) as never);
const needed = { name: "in-use.usages.holdfast.dev", hash, keeps: [secrets, configMaps] };

/** No replicas, which is no objection, and a configuration about these kinds. */
function world({
  waitsForConfirmation = true,
  required = [needed],
}: Partial<Pick<EnforcementOptions, "waitsForConfirmation" | "required">> = {}) {
  const clock = createManualClock();
  const state = { generation: 1, confirmed: 1, kinds: ["secrets"] };
  const configuration = () => ({
    metadata: {
      name: "holdfast",
      uid: "u",
      resourceVersion: "1",
      generation: state.generation,
      annotations: { [confirmedAnnotation]: `u/${state.confirmed}` },
    },
    webhooks: [about(state.kinds)],
  });
  const api = {
    url: "https://api",
    request: ({ path }: { readonly path: string }) => {
      const slices = { kind: "EndpointSliceList", metadata: { resourceVersion: "1" }, items: [] };
      const body = path.includes("endpointslices") ? slices : configuration();
      return Promise.resolve({ status: 200, body, retryAfterSeconds: undefined });
    },
  } as unknown as ApiServer;
  const log = () => undefined;
  const names = { namespace: "holdfast-system", service: "holdfast-webhook", configuration: "holdfast" };
  const enforcement = createEnforcement({ api, ...names, required, waitsForConfirmation, clock, log });
  const objection = async (resource: typeof secrets): Promise<string | undefined> => {
    clock.advance(1_000);
    const asked = enforcement.objection(resource, new AbortController().signal);
    // It waits until API servers go by what it has seen.
    for (let turn = 0; turn < 20; turn++) {
      await setImmediate();
      if (clock.timers > 0) clock.advance(2_000);
    }
    return asked;
  };
  return { state, objection, enforcement, clock };
}

const hasChanged =
  /^the webhook configuration in the cluster has changed, and API servers may still go by the previous one: wait some seconds$/;

test("a kind that is added is not enforced before the configuration that names it was written once more", async () => {
  const { state, objection } = world();
  expect(await objection(configMaps)).toMatch(/does not ask about configmaps/);
  Object.assign(state, { generation: 2, kinds: ["secrets", "configmaps"] });
  expect(await objection(configMaps)).toMatch(hasChanged);
  state.confirmed = 2;
  expect(await objection(configMaps)).toBeUndefined();
});

test("a kind that is enforced stays so when the configuration changes for the sake of others, or caBundle is renewed", async () => {
  const { state, objection } = world();
  expect(await objection(secrets)).toBeUndefined();
  Object.assign(state, { generation: 2, kinds: ["secrets", "configmaps"] });
  expect(await objection(secrets)).toBeUndefined();
  expect(await objection(configMaps)).toMatch(hasChanged);
});

test("a kind that was taken out and comes back waits again", async () => {
  const { state, objection } = world();
  expect(await objection(secrets)).toBeUndefined();
  Object.assign(state, { generation: 2, kinds: ["configmaps"] });
  expect(await objection(secrets)).toMatch(/does not ask about secrets/);
  Object.assign(state, { generation: 3, kinds: ["secrets", "configmaps"] });
  expect(await objection(secrets)).toMatch(hasChanged);
});

test("where the controller may not write the configuration, nothing waits for it", async () => {
  const { state, objection } = world({ waitsForConfirmation: false });
  state.generation = 2;
  expect(await objection(secrets)).toBeUndefined();
});

test("a webhook that keeps other kinds does not matter, and a kind that none keeps is never enforced", async () => {
  const others = { name: "kept.theirs.holdfast.dev", hash: "0".repeat(16), keeps: [configMaps] };
  const { objection } = world({ required: [{ ...needed, keeps: [secrets] }, others] });
  expect(await objection(secrets)).toBeUndefined();
  expect(await objection(configMaps)).toMatch(/has no kept\.theirs\.holdfast\.dev: apply all of generated/);
  expect(await objection({ ...secrets, resource: "services" })).toMatch(/^no policy that denies was compiled for services: /);
});

test("one that keeps every kind matters for each", async () => {
  const { objection } = world({ required: [{ ...needed, keeps: [{ group: "*", resource: "*" }] }] });
  expect(await objection(secrets)).toBeUndefined();
  expect(await objection(configMaps)).toMatch(/does not ask about configmaps/);
});

test("whoever was told what stood for a moment only, between two looks, is told that it has changed", async () => {
  const { state, enforcement, clock } = world();
  const stop = new AbortController();
  let told = 0;
  enforcement.onChange(() => void told++);
  const running = enforcement.run(stop.signal);
  await turns();
  state.kinds = [];
  clock.advance(1_000);
  expect(await enforcement.objection(secrets, stop.signal)).toMatch(/asks in other cases/);
  state.kinds = ["secrets"];
  expect(told).toBe(0);
  clock.advance(4_000);
  await turns();
  expect(told).toBe(1);
  stop.abort();
  await running;
});

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
}
