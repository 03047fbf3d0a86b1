import { join } from "node:path";
import { expect, test } from "vitest";
import type { Bom } from "../../../.ci/release/cyclonedx.ts";
import { imageSboms } from "../../../.ci/release/image-sbom.ts";
import { bundledComponents, packageSbom, readLocked } from "../../../.ci/release/package-sbom.ts";
import { temporaryDirectory } from "../../fixtures/temporary-directory.ts";
import { writeSmallImage } from "./made-release.ts";

const timestamp = "2026-12-01T00:00:00.000Z";

/** What CycloneDX 1.5 asks of every list, and each reference leads to a component. */
function expectWellFormed(bom: Bom): void {
  expect(bom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.5", version: 1, metadata: { timestamp } });
  expect(bom.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/);
  const references = [bom.metadata.component, ...bom.components].map((one) => one["bom-ref"]);
  expect(references).toEqual([...new Set(references)]);
  const named = bom.dependencies.flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn]);
  expect(named.filter((ref) => !references.includes(ref))).toEqual([]);
  const wrong = bom.components.filter(({ name, version, purl }) => name === "" || version === "" || !/^pkg:\w+\/\S+@/.test(purl));
  expect(wrong).toEqual([]);
}

test("an image's list is read from its layers: libraries of Debian, Node, and what is bundled", async () => {
  const layout = join(temporaryDirectory(), "image");
  await writeSmallImage(layout);
  const image = { name: "ghcr.io/holdfast-dev/holdfast", layout, timestamp, distribution: "debian" };
  const sboms = await imageSboms(image);
  expect(sboms.map(({ architecture }) => architecture)).toEqual(["amd64", "arm64"]);
  for (const { bom } of sboms) {
    expectWellFormed(bom);
    expect(bom.components.map(({ purl }) => purl).toSorted()).toEqual([
      "pkg:deb/debian/libstdc++6@12.2.0-14%2Bdeb12u1?arch=amd64",
      "pkg:generic/node@26.10.0",
      "pkg:npm/%40bufbuild/protobuf@2.17.0",
      "pkg:npm/pino@10.4.0",
    ]);
  }
  expect(await imageSboms(image)).toEqual(sboms);
});

test("the package's list has what is installed with it, and nothing of the development set-up", () => {
  const locked = readLocked();
  const version = locked.components.find(({ name }) => name === "ts-morph")?.version ?? "";
  const manifest = { name: "holdfast", version: "0.2.0", license: "Apache-2.0", dependencies: { "ts-morph": version } };
  const bundled = bundledComponents("pino 10.4.0\n\nMIT\n", "container");
  const bom = packageSbom(manifest, locked, { timestamp, bundled });
  expectWellFormed(bom);
  const names = bom.components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["ts-morph", "@ts-morph/common", "minimatch", "pino"]));
  expect(names.filter((name) => /^(vitest|oxlint|typescript|undici|@kubernetes)/.test(name))).toEqual([]);
  expect(JSON.stringify(bom)).not.toContain(process.cwd());
  const another = { ...manifest, dependencies: { "not-locked": "1.0.0" } };
  expect(() => packageSbom(another, locked, { timestamp, bundled })).toThrow("has no component not-locked@1.0.0");
});
