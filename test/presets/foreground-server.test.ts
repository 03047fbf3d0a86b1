import { beforeAll, describe, expect, test } from "vitest";
import type { ApiRequest } from "../control-plane/api-client.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { waitUntil } from "../control-plane/wait-until.ts";
import { mergePatch, isGone, uidOf } from "../control-plane/requests.ts";
import { type Kind, configMap, custom, define, namespace, pathOf, store } from "./kinds.ts";
import { enforceFiles } from "./presets-in-force.ts";

const claim = custom.postgreSQL;
const composed = custom.upboundInstance;
const composite = custom.xPostgreSQL;

const patch = (path: string, body: object): ApiRequest => mergePatch(path, body);

const create = (
  kind: Kind,
  name: string,
  { spec = {}, owners = [] }: { spec?: object; owners?: readonly object[] },
): ApiRequest => ({
  method: "POST",
  path: pathOf(kind),
  body: { apiVersion: kind.apiVersion, kind: kind.kind, metadata: { name, ownerReferences: owners }, spec },
});

const owner = {
  apiVersion: "vshn.appcat.vshn.io/v1",
  kind: "XVSHNPostgreSQL",
  name: "pg",
  uid: "11111111-2222-3333-4444-555555555555",
};

interface Written {
  readonly what: string;
  readonly value: unknown;
  /** As a denial shows it; absent where the value is allowed. */
  readonly shown?: string;
}

const values: readonly Written[] = [
  { what: "background", value: "Background" },
  { what: "foreground", value: "Foreground" },
  { what: "nothing", value: undefined },
  { what: "null", value: null },
  { what: "orphan", value: "Orphan", shown: '"Orphan"' },
  { what: "lower-case", value: "foreground", shown: '"foreground"' },
  { what: "empty", value: "", shown: '""' },
  { what: "hostile", value: "Fore\nground", shown: "(cannot be shown)" },
];

const owners = [
  { what: "blocks", reference: { ...owner, controller: true, blockOwnerDeletion: true }, isDenied: false },
  { what: "does-not-say", reference: { ...owner, controller: true }, isDenied: true },
  { what: "does-not-block", reference: { ...owner, controller: true, blockOwnerDeletion: false }, isDenied: true },
  { what: "no-controller", reference: { ...owner }, isDenied: false },
] as const;

describeWithServer("what foreground deletion needs", { controllerManager: true }, (server) => {
  const ask = async (request: ApiRequest): Promise<string> => {
    const { status, body } = await server().request(request);
    return status < 300 ? "allow" : `${status} ${String(body["reason"])}: ${String(body["message"])}`;
  };

  beforeAll(async () => {
    await define(server(), [claim, composite, composed, custom.xrd]);
    await store(server(), namespace, { name: "presets" });
    // As on the day on which the policies are introduced.
    const old = { ...claim, fields: { spec: { compositeDeletePolicy: "Orphan" } } };
    for (const name of ["old", "old-terminating"]) await store(server(), old, { name, finalizers: ["test.example/waits"] });
    const loose = { ...owner, controller: true };
    for (const name of ["loose", "loose-terminating"])
      await store(server(), composed, {
        name,
        finalizers: ["test.example/waits"],
        ownerReferences: [await existing(loose)],
      });
    await enforceFiles(server(), ["crossplane-foreground"]);
  });

  /** The garbage collector deletes what a missing owner owns, so this one is there. */
  async function existing(reference: object): Promise<object> {
    const path = pathOf(composite, { name: "pg" });
    if (await isGone(server(), path)) await store(server(), composite, { name: "pg" });
    return { ...reference, uid: await uidOf(server(), path) };
  }

  describe.each([
    { kind: claim, policy: "claims", field: "compositeDeletePolicy", object: "VSHNPostgreSQL presets/" },
    { kind: custom.xrd, policy: "definitions", field: "defaultCompositeDeletePolicy", object: "CompositeResourceDefinition " },
  ])("$field", ({ kind, policy, field, object }) => {
    const name = `crossplane-foreground-${policy}-create-or-update`;
    const answerTo = (of: string, shown: string | undefined): unknown =>
      shown === undefined
        ? "allow"
        : (expect.stringContaining(
            `ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: ${field}: ${object}${of} has spec.${field} ${shown}. ` +
              `Allowed are "Background", which is the default, and "Foreground"`,
          ) as unknown);

    test.each(values)("created: $what", async ({ what, value, shown }) => {
      expect(await ask(create(kind, what, { spec: { [field]: value } }))).toEqual(answerTo(what, shown));
    });

    test.each(values)("updated: $what", async ({ what, value, shown }) => {
      const of = `updated-${what}`;
      expect(await ask(create(kind, of, { spec: { [field]: "Background" } }))).toBe("allow");
      expect(await ask(patch(pathOf(kind, { name: of }), { spec: { [field]: value } }))).toEqual(answerTo(of, shown));
    });
  });

  describe("controllers", () => {
    const name = "crossplane-foreground-owners-create-or-update";
    const denial = (of: string): unknown =>
      expect.stringContaining(
        `403 Forbidden: instances.rds.aws.upbound.io "${of}" is forbidden: ValidatingAdmissionPolicy '${name}' with binding '${name}' ` +
          `denied request: blockOwnerDeletion: Instance ${of} has a controller in metadata.ownerReferences without blockOwnerDeletion: true`,
      );

    test.each(owners)("created: $what, denied: $isDenied", async ({ what, reference, isDenied }) => {
      const answer = await ask(create(composed, what, { owners: [await existing(reference)] }));
      expect(answer).toEqual(isDenied ? denial(what) : "allow");
    });

    test.each(owners)("updated: $what, denied: $isDenied", async ({ what, reference, isDenied }) => {
      const of = `updated-${what}`;
      const path = pathOf(composed, { name: of });
      expect(
        await ask(create(composed, of, { owners: [await existing({ ...owner, controller: true, blockOwnerDeletion: true })] })),
      ).toBe("allow");
      const answer = await ask(patch(path, { metadata: { ownerReferences: [await existing(reference)] } }));
      expect(answer).toEqual(isDenied ? denial(of) : "allow");
    });

    test("objects of other groups are no business of it", async () => {
      expect(await ask(create(configMap, "free", { owners: [await existing({ ...owner, controller: true })] }))).toBe("allow");
    });

    test("the garbage collector may take the blocking away, others may not", async () => {
      const of = "unblocked";
      const path = pathOf(composed, { name: of });
      const blocking = await existing({ ...owner, controller: true, blockOwnerDeletion: true });
      expect(await ask(create(composed, of, { owners: [blocking] }))).toBe("allow");
      const request = patch(path, { metadata: { ownerReferences: [{ ...blocking, blockOwnerDeletion: false }] } });
      expect(await ask(request)).toEqual(denial(of));
      const collector = "system:serviceaccount:kube-system:generic-garbage-collector";
      expect(await ask({ ...request, as: collector, groups: ["system:masters"] })).toBe("allow");
    });
  });

  describe("nothing denies a delete", () => {
    test.each(["Background", "Foreground", "Orphan"])("%s, of whatever was stored before", async (propagationPolicy) => {
      for (const [kind, name] of [
        [claim, "old"],
        [composed, "loose"],
      ] as const) {
        const path = `${pathOf(kind, { name })}?dryRun=All&propagationPolicy=${propagationPolicy}`;
        expect(await ask({ method: "DELETE", path })).toBe("allow");
      }
    });

    test("and nothing keeps a terminating object", async () => {
      for (const [kind, name] of [
        [claim, "old-terminating"],
        [composed, "loose-terminating"],
      ] as const) {
        const path = pathOf(kind, { name });
        expect(await ask({ method: "DELETE", path })).toBe("allow");
        expect(await ask(patch(path, { metadata: { finalizers: null } }))).toBe("allow");
        expect(await isGone(server(), path)).toBe(true);
      }
    });

    test("what was stored before can be changed otherwise", async () => {
      expect(await ask(patch(pathOf(claim, { name: "old" }), { spec: { another: "field" } }))).toBe("allow");
      expect(await ask(patch(pathOf(composed, { name: "loose" }), { metadata: { labels: { a: "b" } } }))).toBe("allow");
    });

    /** The garbage collector learns of new kinds every half minute; what it does not know, it does not wait for. */
    async function untilCollected(): Promise<void> {
      const parent = pathOf(composite, { name: "probe" });
      await ask(create(composite, "probe", {}));
      const reference = {
        ...owner,
        name: "probe",
        uid: await uidOf(server(), parent),
        controller: true,
        blockOwnerDeletion: true,
      };
      await ask(create(composed, "probe-leaf", { owners: [reference] }));
      await ask({ method: "DELETE", path: `${parent}?propagationPolicy=Background` });
      await waitUntil("the probe is collected", () => isGone(server(), pathOf(composed, { name: "probe-leaf" })), 90_000);
    }

    test("foreground deletion of a composite takes what it composes first", async () => {
      await untilCollected();
      const parent = pathOf(composite, { name: "tree" });
      expect(await ask(create(composite, "tree", {}))).toBe("allow");
      const reference = {
        ...owner,
        name: "tree",
        uid: await uidOf(server(), parent),
        controller: true,
        blockOwnerDeletion: true,
      };
      const leaf = pathOf(composed, { name: "leaf" });
      expect(await ask(create(composed, "leaf", { owners: [reference] }))).toBe("allow");
      expect(await ask(patch(leaf, { metadata: { finalizers: ["test.example/waits"] } }))).toBe("allow");
      expect(await ask({ method: "DELETE", path: `${parent}?propagationPolicy=Foreground` })).toBe("allow");
      await waitUntil(
        "the composed resource is terminating",
        async () => {
          const { body } = await server().request({ method: "GET", path: leaf });
          return (body["metadata"] as { readonly deletionTimestamp?: string }).deletionTimestamp !== undefined;
        },
        90_000,
      );
      expect(await isGone(server(), parent)).toBe(false);
      expect(await ask(patch(leaf, { metadata: { finalizers: null } }))).toBe("allow");
      await waitUntil("the composite is gone", () => isGone(server(), parent), 90_000);
    }, 300_000);
  });
});
