import { expect, test } from "vitest";
import { defaultRotation } from "../../../runtime-fallback/certificates/rotation-settings.ts";
import { bundlesIn, createRotationWorld, isTrustedBy, paths, putConfiguration, storedNow } from "./rotation-world.ts";
import { watchTrust } from "./trust-invariant.ts";

const { settleMs } = defaultRotation;
const dayMs = 24 * 3_600_000;

/** What the other has begun to fix, or to renew, when it is paused. */
const beginnings = [
  "the serving certificate is due",
  "nothing is trusted",
  "no authority is stored",
  "it is stored no more",
] as const;
/** A look has four requests; then come writes, and looks again. */
const requests = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const rows = beginnings.flatMap((beginning) => requests.map((request) => [request, beginning] as const));

test.each(rows)(
  "a controller that was paused for days in front of request %i when %s undoes nothing",
  async (request, beginning) => {
    const world = createRotationWorld();
    // In the last case the authority is far from its end, and what the paused one knows of it seems right.
    const isGoneLater = beginning === "it is stored no more";
    for (let day = 0; day < (isGoneLater ? 200 : 240); day += 20) {
      await world.run([0]);
      world.advance(20 * dayMs);
    }
    const bundles = bundlesIn(world.store);
    if (beginning === "nothing is trusted") putConfiguration(world.store, ["", ""], 2);
    if (beginning === "no authority is stored") world.store.put(paths.authority, undefined);
    const paused = await world.pauseAt(1, request);
    const old = storedNow(world.store).serving;
    const trust = watchTrust(world);
    if (isGoneLater) world.store.put(paths.authority, undefined);
    // The other one does all that there is to do, up to the change to a new authority.
    for (const ms of [0, settleMs, 4 * dayMs, 0, settleMs, dayMs]) {
      world.advance(ms);
      await world.run([0]);
    }
    const { serving } = storedNow(world.store);
    expect(bundlesIn(world.store)).not.toEqual(bundles);
    expect(serving?.x509.issuer).not.toBe(old?.x509.issuer);
    await paused.resume();
    expect(trust.look()).toEqual([]);
    for (const bundle of bundlesIn(world.store)) expect(serving && isTrustedBy(bundle, serving, world.instant())).toBe(true);
    await world.run([0, 1]);
    expect(storedNow(world.store).serving?.fingerprint).toBe(serving?.fingerprint);
  },
);
