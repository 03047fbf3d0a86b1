import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { enforce } from "../ack/policies-in-force.ts";
import { describeWithServer } from "../control-plane/server-suite.ts";
import { mergePatch } from "../control-plane/requests.ts";
import { root } from "../house/source-files.ts";
import { create, ours, pathOf, updateDry } from "../static/configurations.ts";
import { large, tooLong } from "../static/large.ts";
import { upgrades, weakenings } from "../static/updates.ts";

const plural = "validatingwebhookconfigurations";

const ofWebhooks = <T extends { readonly plural: string }>(all: readonly T[]): readonly T[] =>
  all.filter((one) => one.plural === plural);

const denied = (rule: string): string =>
  `'holdfast-webhooks-guard-webhooks' with binding 'holdfast-webhooks-guard-webhooks' denied request: webhookGuard: ValidatingWebhookConfiguration ${rule} `;

const yaml = readFileSync(join(root, "generated/holdfast-webhooks.yaml"), "utf8");

/** The same updates as with the policies from files; here the policy is one of the API, as it is committed. */
describeWithServer("the webhook configuration guard", {}, (server) => {
  beforeAll(async () => {
    await create(server(), plural, { name: "kept", labels: ours });
    await create(server(), plural, { name: "of-others" });
    await enforce(server(), yaml);
  });

  test("what is protected is not deleted, and the rest is", async () => {
    const remove = (name: string) => server().request({ method: "DELETE", path: `${pathOf(plural, name)}?dryRun=All` });
    const { status, body } = await remove("kept");
    expect([status, body["message"]]).toEqual([
      403,
      expect.stringContaining(
        "denied request: keepConfiguration: ValidatingWebhookConfiguration kept protects other objects",
      ) as string,
    ]);
    expect(await remove("of-others")).toMatchObject({ status: 200 });
  });

  describe("updates", () => {
    const weakened = ofWebhooks(weakenings).filter(({ rule }) => rule === "webhookGuard");

    test.each(weakened)("are denied: $title", async ({ patch }) => {
      const { status, body } = await updateDry(server(), pathOf(plural, "kept"), patch);
      expect([status, body["message"]]).toEqual([403, expect.stringContaining(denied("kept")) as string]);
      expect(await updateDry(server(), pathOf(plural, "of-others"), patch)).toMatchObject({ status: 200 });
    });

    test.each(ofWebhooks(upgrades))("are let through: $title", async ({ patch }) => {
      expect(await updateDry(server(), pathOf(plural, "kept"), patch)).toMatchObject({ status: 200, warnings: [] });
    });
  });

  test("the largest that is compared is compared, within what an expression may cost", async () => {
    for (const [at, { content, upgrade, weakening }] of ofWebhooks(large).entries()) {
      await create(server(), plural, { name: `large-${at}`, labels: ours }, content);
      expect(await updateDry(server(), pathOf(plural, `large-${at}`), upgrade)).toMatchObject({ status: 200 });
      const { body } = await updateDry(server(), pathOf(plural, `large-${at}`), weakening);
      expect(body["message"]).toContain(denied(`large-${at}`));
    }
  });

  test.each(ofWebhooks(tooLong))("what is too long to compare is denied: $title", async ({ title, content, upgrade }) => {
    const name = `long-${title.replaceAll(" ", "-")}`;
    await create(server(), plural, { name, labels: ours }, content);
    const { body } = await updateDry(server(), pathOf(plural, name), upgrade);
    expect(body["message"]).toContain(denied(name));
    expect(body["message"]).toContain("or is too long to compare");
  });

  test("with its release mark it may be weakened", async () => {
    const uid = await create(server(), plural, { name: "released", labels: ours });
    const path = pathOf(plural, "released");
    const body = { metadata: { annotations: { "holdfast.dev/release": uid } } };
    await server().request(mergePatch(path, body));
    expect(await updateDry(server(), path, { webhooks: [] })).toMatchObject({ status: 200 });
  });
});
