import { describe, expect, test } from "vitest";
import { readCertificates } from "../../../runtime-fallback/certificates/certificate.ts";
import { defaultRotation } from "../../../runtime-fallback/certificates/rotation-settings.ts";
import {
  base64,
  bundlesIn,
  createRotationWorld,
  epoch,
  fromBase64,
  isTrustedBy,
  paths,
  putConfiguration,
  storedNow,
} from "./rotation-world.ts";

const { settleMs, overlapMs, servingLifeMs, authorityLifeMs } = defaultRotation;
const dayMs = 24 * 3_600_000;
type World = ReturnType<typeof createRotationWorld>;

async function installed(): Promise<World> {
  const world = createRotationWorld();
  await world.run([0]);
  world.advance(settleMs);
  await world.run([0]);
  return world;
}

const written = (world: World): readonly string[] =>
  world.store.writes.map(({ request, path }) => `${request.method} ${path.split("/").at(-1)}`);
const servingOf = (world: World) => storedNow(world.store).serving;
const bundleOf = (world: World) => readCertificates(bundlesIn(world.store)[0] ?? "") ?? [];
const dataOf = (world: World, path: string) => (world.store.get(path)?.["data"] ?? {}) as Record<string, string>;

describe("self-managed certificates", () => {
  test("are there after the first look: authority, trust in every webhook, serving certificate, in this order", async () => {
    const world = createRotationWorld();
    await world.run([0]);
    expect(written(world)).toEqual(["POST holdfast-webhook-ca", "PATCH holdfast", "POST holdfast-webhook-tls"]);
    const serving = servingOf(world);
    expect(serving?.x509.subjectAltName).toBe("DNS:webhook.holdfast.svc, DNS:webhook.holdfast.svc.cluster.local");
    expect(serving?.x509.publicKey.asymmetricKeyDetails?.namedCurve).toBe("prime256v1");
    expect(serving?.notAfter).toBe(epoch + servingLifeMs);
    expect(serving?.x509.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1"]);
    expect(serving?.x509.ca).toBe(false);
    expect(bundleOf(world)).toHaveLength(1);
    expect(bundleOf(world)[0]).toMatchObject({ notAfter: epoch + authorityLifeMs });
    for (const bundle of bundlesIn(world.store)) expect(isTrustedBy(bundle, serving ?? fail(), world.instant())).toBe(true);
    expect(world.store.get(paths.serving)).toMatchObject({ type: "kubernetes.io/tls" });
  });

  test("stay as they are while nothing is due, and when another controller starts", async () => {
    const world = await installed();
    await world.run([0, 1]);
    world.advance(servingLifeMs / 2);
    await world.run([0, 1]);
    expect(world.store.writes).toHaveLength(3);
  });

  test("the serving certificate is replaced at two thirds of its life, with a new key", async () => {
    const world = await installed();
    const before = dataOf(world, paths.serving);
    world.advance((servingLifeMs * 2) / 3 - settleMs - 1_000);
    await world.run([0]);
    expect(dataOf(world, paths.serving)).toEqual(before);
    world.advance(1_000);
    await world.run([0]);
    const after = dataOf(world, paths.serving);
    expect(after["tls.crt"]).not.toBe(before["tls.crt"]);
    expect(after["tls.key"]).not.toBe(before["tls.key"]);
    expect(bundleOf(world)).toHaveLength(1);
  });

  test("a new authority is trusted first, signs when that has settled, and the old one stays until its last certificate has ended", async () => {
    const world = await installed();
    for (let day = 0; day < 243; day += 20) {
      world.advance(20 * dayMs);
      await world.run([0]);
    }
    const [fresh, old] = bundleOf(world);
    expect(bundleOf(world)).toHaveLength(2);
    const signedBy = (certificate = fresh) => servingOf(world)?.x509.checkIssued(certificate?.x509 ?? fail());
    expect([signedBy(fresh), signedBy(old)]).toEqual([false, true]);
    expect(fromBase64(dataOf(world, paths.authority)["tls.crt"])).toBe(fresh?.pem);
    world.advance(settleMs - 1);
    await world.run([0]);
    expect(signedBy(fresh)).toBe(false);
    world.advance(1);
    await world.run([0]);
    expect(signedBy(fresh)).toBe(true);
    for (let day = 0; day < 90; day += 30) {
      expect(bundleOf(world)).toHaveLength(2);
      world.advance(30 * dayMs);
      await world.run([0]);
    }
    world.advance(overlapMs);
    await world.run([0]);
    expect(bundleOf(world).map(({ fingerprint }) => fingerprint)).toEqual([fresh?.fingerprint]);
  });

  test("a change of the configuration before the new authority has settled starts the wait anew", async () => {
    const world = await installed();
    const old = servingOf(world);
    world.store.put(paths.authority, undefined);
    await world.run([0]);
    world.advance(settleMs - 1);
    putConfiguration(world.store, bundlesIn(world.store), 7);
    await world.run([0]);
    world.advance(settleMs - 1);
    await world.run([0]);
    expect(servingOf(world)?.pem).toBe(old?.pem);
    world.advance(1);
    await world.run([0]);
    expect(servingOf(world)?.pem).not.toBe(old?.pem);
  });

  test("are made anew when all of them have ended", async () => {
    const world = await installed();
    const [old] = bundleOf(world);
    world.advance(3 * authorityLifeMs);
    await world.run([0]);
    expect(servingOf(world)?.notAfter).toBe(epoch + world.now + servingLifeMs);
    expect(isTrustedBy(bundlesIn(world.store)[1] ?? "", servingOf(world) ?? fail(), world.instant())).toBe(true);
    expect(bundleOf(world)[0]?.fingerprint).not.toBe(old?.fingerprint);
  });

  test("a configuration that comes later, loses its caBundle or gets another one is fixed", async () => {
    const world = createRotationWorld();
    world.store.put(paths.configuration, undefined);
    await world.run([0]);
    expect(servingOf(world)).toBeDefined();
    for (const wrong of ["", "not PEM", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]) {
      putConfiguration(world.store, [wrong, "", wrong]);
      await world.run([0]);
      expect(bundlesIn(world.store).every((bundle) => isTrustedBy(bundle, servingOf(world) ?? fail(), world.instant()))).toBe(
        true,
      );
    }
  });

  test("without the authority's Secret, who was trusted stays so; without both, nobody does", async () => {
    const world = await installed();
    const [first] = bundleOf(world);
    world.store.put(paths.authority, undefined);
    await world.run([0]);
    expect(bundleOf(world)).toHaveLength(2);
    expect(bundleOf(world)[1]?.fingerprint).toBe(first?.fingerprint);
    world.store.put(paths.authority, undefined);
    world.store.put(paths.serving, undefined);
    await world.run([0]);
    expect(bundleOf(world)).toHaveLength(1);
  });

  test("without the authority's Secret, a replica's certificate stays trusted, also after both clocks were wrong for a while", async () => {
    const world = await installed();
    const before = servingOf(world) ?? expect.unreachable();
    Object.assign(world.clocks, { local: 365 * dayMs, server: 365 * dayMs });
    await world.run([0]);
    expect(servingOf(world)?.fingerprint).not.toBe(before.fingerprint);
    Object.assign(world.clocks, { local: 0, server: 0 });
    world.store.put(paths.authority, undefined);
    await world.run([0]);
    for (const bundle of bundlesIn(world.store)) expect(isTrustedBy(bundle, before, world.instant())).toBe(true);
  });
});

const otherPair = async () => {
  const world = await installed();
  return dataOf(world, paths.serving);
};

describe("a Secret that somebody mangled is replaced, and the log says what was wrong", () => {
  const cases: readonly [string, "serving" | "authority", (data: Record<string, string>) => object | Promise<object>, string][] =
    [
      ["no data", "serving", () => ({ data: undefined }), "the serving certificate is of no use: its tls.crt is no certificate"],
      ["text", "serving", (data) => ({ data: { ...data, "tls.crt": base64("hello") } }), "its tls.crt is no certificate"],
      ["not base64", "serving", (data) => ({ data: { ...data, "tls.crt": { a: 1 } } }), "its tls.crt is no certificate"],
      [
        "huge",
        "serving",
        (data) => ({ data: { ...data, "tls.crt": base64("x".repeat(900_000)) } }),
        "its tls.crt is no certificate",
      ],
      ["no key", "serving", (data) => ({ data: { ...data, "tls.key": "" } }), "its tls.key is no private key"],
      [
        "the key of another",
        "serving",
        async (data) => ({ data: { ...data, "tls.key": (await otherPair())["tls.key"] } }),
        "its tls.key is not the key of its tls.crt",
      ],
      [
        "that of another authority",
        "serving",
        async () => ({ data: await otherPair() }),
        "is of an authority that is not stored",
      ],
      [
        "no key",
        "authority",
        (data) => ({ data: { ...data, "tls.key": "" } }),
        "the authority is of no use: its tls.key is no private key",
      ],
      [
        "a list that is none",
        "authority",
        (data) => ({ data: { ...data, "retired.json": base64("[1]") } }),
        "its retired.json is not the list",
      ],
      ["no authority", "authority", async () => ({ data: await otherPair() }), "its certificate is not that of an authority"],
      ["immutable", "serving", () => ({ data: {}, immutable: true }), "its tls.crt is no certificate"],
    ];

  test.each(cases)("%s in that of the %s", async (_name, which, mangle, why) => {
    const world = await installed();
    const path = paths[which];
    const secret = world.store.get(path) ?? {};
    world.store.put(path, { ...secret, ...(await mangle({ ...dataOf(world, path) })) });
    await world.run([0]);
    world.advance(settleMs);
    await world.run([0]);
    expect(world.lines.some((line) => line.includes(why) && line.startsWith("info certificates: "))).toBe(true);
    const { serving, bundles } = storedNow(world.store);
    expect(bundles.every((bundle) => isTrustedBy(bundle, serving ?? fail(), world.instant()))).toBe(true);
    const writes = world.store.writes.length;
    await world.run([0, 1]);
    expect(world.store.writes).toHaveLength(writes);
  });

  test("keeps labels and annotations that others gave it", async () => {
    const world = await installed();
    const secret = world.store.get(paths.serving) ?? {};
    const metadata = { ...(secret["metadata"] as object), labels: { team: "a" }, annotations: { note: "b" } };
    world.store.put(paths.serving, { ...secret, metadata, data: {} });
    await world.run([0]);
    expect(world.store.get(paths.serving)?.["metadata"]).toMatchObject({ labels: { team: "a" }, annotations: { note: "b" } });
  });
});

function fail(): never {
  throw new Error("there is no certificate");
}
