import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithServer } from "../../control-plane/server-suite.ts";
import { defineKinds, type Guard, guard } from "./guarded-cluster.ts";
import { configMaps, marksOn, objectsOn, reference, usages } from "./objects.ts";
import { type RunningController, runController } from "./running-controller.ts";

describeWithServer("Usages", {}, (server) => {
  const { make, use, read, remove, untilReady, untilGone } = objectsOn(server);
  let guarded: Guard | undefined;
  let controller: RunningController | undefined;

  beforeAll(async () => {
    await server().request({ method: "POST", path: "/api/v1/namespaces", body: { metadata: { name: "shop" } } });
    await defineKinds(server());
    guarded = await guard(server());
    controller = await runController(server());
  }, 120_000);

  afterAll(async () => {
    await controller?.end();
    await guarded?.end();
  });

  test("what is kept for a reason stays as long as the Usage does", async () => {
    await make(configMaps, "kept");
    const usage = await use(usages, "keep", { reason: "needed in production", of: reference(configMaps, "kept") });
    await untilReady(usages, "keep");
    expect((await read(configMaps, "kept"))?.annotations).toEqual({
      [`usage.holdfast.dev/${usage.uid}`]: "usages.protection.holdfast.dev/shop/keep",
    });
    const { status, body } = await remove(configMaps, "kept");
    expect([status, body["message"]]).toEqual([409, expect.stringContaining("This resource is in-use by 1 usage(s)")]);
    await remove(usages, "keep");
    await untilGone(usages, "keep");
    expect(marksOn(await read(configMaps, "kept"))).toEqual([]);
    expect(await remove(configMaps, "kept")).toMatchObject({ status: 200 });
  });
});
