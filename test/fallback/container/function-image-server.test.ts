import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readTar } from "../../../.ci/image/archives.ts";
import { buildFunction } from "../../../.ci/image/build-image.ts";
import { inputKind, inputVersion } from "../../../runtime-fallback/composition-function/input.ts";
import { suiteDirectory } from "../../fixtures/temporary-directory.ts";
import { documentsIn } from "../../fixtures/yaml-documents.ts";
import { describeImage } from "./image-suite.ts";
import { type ImageConfig, type LayoutImage, readBlob, readConfig, readImage } from "./read-layout.ts";
import { type UnpackedImage, unpack } from "./unpacked-image.ts";

/**
 * A package as Crossplane's specification of packages has it, whose image starts. It needs no API server: those of its
 * suite are for the others.
 */
describeImage("the package of the composition function", () => {
  const parent = suiteDirectory();
  const layout = join(parent, "image");
  let image: LayoutImage;
  let config: ImageConfig;
  let unpacked: UnpackedImage;

  beforeAll(async () => {
    const built = await buildFunction(layout, [process.arch === "arm64" ? "arm64" : "amd64"]);
    image = readImage(layout, built.image);
    config = readConfig(layout, image);
    unpacked = await unpack(layout, image);
  });

  afterAll(() => {
    unpacked.remove();
  });

  test("has one layer that Crossplane reads, with the metadata of a function and the schema of its input", async () => {
    const bases = image.layers.filter(({ annotations }) => annotations?.["io.crossplane.xpkg"] === "base");
    expect(bases).toHaveLength(1);
    const files = await readTar(gunzipSync(readBlob(layout, bases[0]?.digest ?? "")));
    const file = files.get("package.yaml");
    expect([...files.keys()]).toEqual(["package.yaml"]);
    const text = file?.kind === "file" ? file.bytes.toString("utf8") : "";
    const [metadata, schema, ...others] = documentsIn(text);
    expect(others).toEqual([]);
    expect(metadata).toMatchObject({
      apiVersion: "meta.pkg.crossplane.io/v1",
      kind: "Function",
      metadata: { name: expect.stringMatching(/^function-/) as string },
    });
    const [group, version] = inputVersion.split("/");
    expect(schema).toMatchObject({
      kind: "CustomResourceDefinition",
      spec: { group, names: { kind: inputKind }, versions: [{ name: version }] },
    });
  });

  test("starts by its entry point, as nobody, and serves", async () => {
    const { User, Entrypoint, Env } = config.config;
    const words = [`--userspec=${User}`, unpacked.root, ...Entrypoint, "--insecure", "--address=127.0.0.1:0"];
    const env = Object.fromEntries(Env.map((line) => line.split("=") as [string, string]));
    const child = spawn("/usr/sbin/chroot", words, { env, stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    expect(JSON.parse(line)).toMatchObject({ level: "info", msg: "the composition function answers" });
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
