import { beforeAll, describe, expect, test } from "vitest";
import { decisionOf } from "../ack/answer.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { mergePatch } from "../control-plane/requests.ts";
import { commandIn } from "./command-in.ts";
import { custom, define, namespace, pathOf, store } from "./kinds.ts";
import { enforceFiles } from "./presets-in-force.ts";

const absent = Symbol("absent");

type Value = typeof absent | boolean | string | number | null | object;

/** `security` is what AppCat's webhook reads, `backup` what its design document names. */
interface Row {
  readonly security: Value;
  readonly backup: Value;
  readonly isDenied: boolean;
}

const rows: readonly Row[] = [
  { security: true, backup: absent, isDenied: true },
  { security: false, backup: absent, isDenied: false },
  { security: absent, backup: true, isDenied: true },
  { security: absent, backup: false, isDenied: false },
  { security: absent, backup: absent, isDenied: true },
  { security: true, backup: false, isDenied: true },
  { security: false, backup: true, isDenied: true },
  { security: true, backup: true, isDenied: true },
  { security: false, backup: false, isDenied: false },
  { security: null, backup: absent, isDenied: true },
  { security: null, backup: false, isDenied: false },
  { security: "false", backup: absent, isDenied: true },
  { security: "", backup: false, isDenied: true },
  { security: 0, backup: absent, isDenied: true },
  { security: {}, backup: absent, isDenied: true },
  { security: false, backup: "false", isDenied: true },
];

const field = (value: Value): object => (value === absent ? {} : { deletionProtection: value });

const specs: readonly object[] = [
  {},
  { parameters: {} },
  { parameters: null },
  { parameters: "none" },
  { parameters: { security: null, backup: [] } },
];

const claim = custom.postgreSQL;

/** Of another group than the other claims: appcat.vshn.io. */
const bucket = custom.objectBucket;

/** vshn/appcat@01fa5b412188:pkg/controller/webhooks/objectbuckets_test.go, and an object from before the field. */
const buckets = [
  { name: "protected", spec: { parameters: { security: { deletionProtection: true } } }, isDenied: true },
  { name: "unprotected", spec: { parameters: { security: { deletionProtection: false } } }, isDenied: false },
  { name: "unspecified", spec: { parameters: {} }, isDenied: true },
] as const;
const policy = "appcat-claim";

describeWithServer("the claims of AppCat", {}, (server) => {
  const remove = async (name: string) => decisionOf(await server().request({ method: "DELETE", path: pathOf(claim, { name }) }));

  const denial = (name: string): object => ({
    code: 403,
    reason: "Forbidden",
    message: expect.stringContaining(
      `vshnpostgresqls.vshn.appcat.vshn.io "${name}" is forbidden: ValidatingAdmissionPolicy '${policy}' with binding '${policy}' ` +
        `denied request: deletionProtection: VSHNPostgreSQL presets/${name} has its deletion protection on. ` +
        `To delete the instance, first run: kubectl patch vshnpostgresqls.vshn.appcat.vshn.io/${name} -n presets --type merge -p '`,
    ) as string,
  });

  const storeClaim = (name: string, spec: object): Promise<void> => store(server(), { ...claim, fields: { spec } }, { name });

  beforeAll(async () => {
    await define(server(), [claim, bucket]);
    await store(server(), namespace, { name: "presets" });
    for (const [at, { security, backup }] of rows.entries())
      await storeClaim(`row-${at}`, { parameters: { security: field(security), backup: field(backup) } });
    for (const [at, spec] of specs.entries()) await storeClaim(`spec-${at}`, spec);
    for (const { name, spec } of buckets) await store(server(), { ...bucket, fields: { spec } }, { name });
    await storeClaim("guarded", { parameters: { security: { deletionProtection: true } } });
    await enforceFiles(server(), [policy]);
  });

  describe("is deleted after an explicit false, and no other way", () => {
    test.each(rows.map((row, at) => ({ ...row, name: `row-${at}` })))(
      "security: $security, backup: $backup, denied: $isDenied",
      async ({ name, isDenied }) => {
        expect(await remove(name)).toEqual(isDenied ? denial(name) : "allow");
      },
    );

    test.each(specs.map((spec, at) => ({ spec, name: `spec-${at}` })))("$spec: denied", async ({ name }) => {
      expect(await remove(name)).toEqual(denial(name));
    });
  });

  test.each(buckets)("ObjectBucket $name: denied, $isDenied", async ({ name, isDenied }) => {
    const answer = decisionOf(await server().request({ method: "DELETE", path: pathOf(bucket, { name }) }));
    const message = `denied request: deletionProtection: ObjectBucket presets/${name} has its deletion protection on`;
    expect(answer).toEqual(
      isDenied ? { code: 403, reason: "Forbidden", message: expect.stringContaining(message) as string } : "allow",
    );
  });

  test("each object of a collection is asked about", async () => {
    const { status } = await server().request({ method: "DELETE", path: pathOf(claim) });
    expect(status).toBe(403);
    expect((await server().request({ method: "GET", path: pathOf(claim, { name: "guarded" }) })).status).toBe(200);
  });

  describe("after the command of the denial it is deleted", () => {
    const denied = [
      ...rows.flatMap(({ isDenied }, at) => (isDenied ? [`row-${at}`] : [])),
      ...specs.map((_, at) => `spec-${at}`),
    ];

    test.each(denied)("%s", async (name) => {
      const deletion = ["delete", `vshnpostgresqls.vshn.appcat.vshn.io/${name}`, "-n", "presets"];
      const { stderr } = await server().kubectl(deletion);
      expect(await server().kubectl(commandIn(stderr))).toMatchObject({ code: 0 });
      expect(await server().kubectl(deletion)).toMatchObject({ code: 0 });
    });
  });

  test("it gets no owner", async () => {
    const owner = { apiVersion: "v1", kind: "ConfigMap", name: "gone", uid: "gone" };
    const { body } = await server().request(
      mergePatch(pathOf(claim, { name: "guarded" }), { metadata: { ownerReferences: [owner] } }),
    );
    expect(body["message"]).toContain("'appcat-claim' denied request: ownerGuard: VSHNPostgreSQL presets/guarded");
  });

  test("its definition is kept", async () => {
    const { stderr } = await server().kubectl(["delete", "crd/vshnpostgresqls.vshn.appcat.vshn.io", "--wait=false"]);
    expect(stderr).toContain("'appcat-claim-guard-definitions' denied request: definitionGuard: ");
  });
});
