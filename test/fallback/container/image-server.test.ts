import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Built, buildImage } from "../../../.ci/image/build-image.ts";
import { digestOf } from "../../../.ci/image/layer.ts";
import { fallbackFiles } from "../../../.ci/image/process-files.ts";
import { nodeCommand } from "../../../compiler/install/manifests/pod.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { root } from "../../house/source-files.ts";
import { type Installation, install } from "../../install/installed/installation.ts";
import { askingPolicy, fallbackDeclaration } from "../../language/fallback/asking-policy.ts";
import { created } from "../../control-plane/requests.ts";
import { suiteDirectory } from "../../fixtures/temporary-directory.ts";
import { podSpec } from "../../fixtures/objects.ts";
import { describeImage } from "./image-suite.ts";
import { type ImageConfig, type LayoutImage, readBlob, readConfig, readImage, readIndex } from "./read-layout.ts";
import { type UnpackedImage, launchIn, runIn, unpack } from "./unpacked-image.ts";

/** Of the issue that asked for it: what a node fetches before a Pod starts. */
const maxBytes = 80_000_000;

/** Built, unpacked, and started as a container runtime would: no daemon is needed for any of it. */
describeImage("the image of the fallback", (server) => {
  const parent = suiteDirectory();
  const layout = join(parent, "image");
  const architecture = process.arch === "arm64" ? "arm64" : "amd64";
  let built: Built;
  let image: LayoutImage;
  let config: ImageConfig;
  let roots: Readonly<Record<"webhook" | "controller", UnpackedImage>>;
  let installation: Installation;

  beforeAll(async () => {
    built = await buildImage(layout, [architecture]);
    image = readImage(layout, built.image);
    config = readConfig(layout, image);
    roots = { webhook: await unpack(layout, image), controller: await unpack(layout, image) };
    const sources = { "used-config.ts": askingPolicy, "fallback.ts": fallbackDeclaration };
    installation = await install(server(), sources, { launch: launchIn(roots, config) });
  });

  afterAll(async () => {
    await installation.end();
    for (const one of Object.values(roots)) one.remove();
  });

  test("its webhook answers reviews of a real API server: what is used is denied, and what is not goes", async () => {
    const shop = "/api/v1/namespaces/shop";
    await waitUntil(
      "Pods are admitted",
      async () => (await server().request({ method: "GET", path: `${shop}/serviceaccounts/default` })).status === 200,
    );
    await created(server(), `${shop}/serviceaccounts`, { metadata: { name: "builder" } });
    const labels = { "example.com/shared": "true" };
    for (const name of ["used", "unused"]) await created(server(), `${shop}/configmaps`, { metadata: { name, labels } });
    await created(server(), `${shop}/pods`, {
      metadata: { name: "user", annotations: { uses: "used" } },
      spec: podSpec({ serviceAccountName: "builder" }),
    });
    const remove = (name: string) => server().request({ method: "DELETE", path: `${shop}/configmaps/${name}` });
    const { status, body } = await remove("used");
    expect([status, body["message"]]).toEqual([
      403,
      expect.stringContaining(
        'admission webhook "used.used-config.holdfast.dev" denied the request: used: ConfigMap used is used by user',
      ),
    ]);
    expect(await remove("unused")).toMatchObject({ status: 200 });
  });

  test("its controller is ready, and neither process complains", async () => {
    expect(await installation.controller.process().isReady()).toBe(true);
    expect(installation.log().filter(({ level }) => level === "warn" || level === "error")).toEqual([]);
  });

  test("is less than 80 MB to fetch", () => {
    const files = [built.image.digest, image.config.digest, ...image.layers.map(({ digest }) => digest)];
    const bytes = files.reduce((sum, digest) => sum + readBlob(layout, digest).length, 0);
    expect(bytes).toBeLessThan(maxBytes);
    expect(bytes).toBeGreaterThan(built.bytes);
  });

  test("is an OCI layout: each blob is what its name says, and each layer what the configuration says", () => {
    expect(readIndex(layout)).toEqual([built.image]);
    for (const { digest, size } of [built.image, image.config, ...image.layers]) {
      const bytes = readBlob(layout, digest);
      expect([digestOf(bytes), bytes.length]).toEqual([digest, size]);
    }
    const unpacked = image.layers.map(({ digest }) => digestOf(gunzipSync(readBlob(layout, digest))));
    expect(config.rootfs.diff_ids).toEqual(unpacked);
    expect(config).toMatchObject({ architecture, config: { User: "65532:65532", Entrypoint: nodeCommand } });
  });

  test("the same sources and packages are the same bytes", async () => {
    const again = await buildImage(join(parent, "again"), [architecture]);
    expect(again.image.digest).toBe(built.image.digest);
  });

  test("starts no further than its libraries reach: without libatomic Node says so", () => {
    const node = [...nodeCommand, "--version"];
    expect(runIn(roots.controller, config, node)).toMatchObject({ code: 0, stdout: "v26.10.0\n" });
    const triplet = architecture === "arm64" ? "aarch64-linux-gnu" : "x86_64-linux-gnu";
    rmSync(join(roots.controller.root, "usr/lib", triplet, "libatomic.so.1"));
    const { code, stderr } = runIn(roots.controller, config, node);
    expect([code, stderr]).toEqual([127, expect.stringContaining("libatomic.so.1")]);
  });

  test("docker build collects the same: Node with its libraries, as the Dockerfile has it", async () => {
    const collected = join(parent, "collected");
    const script = join(root, "runtime-fallback/container/collect-runtime.sh");
    const found = { ...process.env, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
    execFileSync("sh", [script, collected], { env: found });
    mkdirSync(join(collected, "holdfast"));
    for (const [name, text] of await fallbackFiles()) writeFileSync(join(collected, "holdfast", name), text);
    const unpacked = { root: collected, remove: () => {} };
    expect(runIn(unpacked, config, [...nodeCommand, "/holdfast/webhook.mjs"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("--tls-cert is missing") as string,
    });
    expect(runIn(unpacked, config, ["sh"])).toMatchObject({ code: 127 });
  });

  test("holds no shell and no package manager: Node is all that runs in it", () => {
    for (const program of ["sh", "bash", "apt-get", "npm"])
      expect(runIn(roots.webhook, config, [program])).toMatchObject({ code: 127 });
  });
});
