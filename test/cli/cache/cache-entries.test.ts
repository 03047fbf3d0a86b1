import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cacheDirectory, cachePlaces } from "../../../compiler/cli/cache/cache-directory.ts";
import { compilerHash } from "../../../compiler/cli/cache/compiler-hash.ts";
import { readEntry, writeEntry } from "../../../compiler/cli/cache/entries.ts";
import { hashOf } from "../../../compiler/source/reads.ts";
import { temporaryDirectory } from "../../fixtures/temporary-directory.ts";
import { type CachedProject, cachedProject, compileCachedIn, policyOf } from "./cached-project.ts";

const onePolicy = { "policies/a.ts": policyOf("a") };

/** What the run made; beside it stands what is known of each file. */
function entryOf({ cache }: CachedProject): string {
  const paths = readdirSync(cache).map((name) => join(cache, name));
  return paths.find((path) => readFileSync(path, "utf8").includes('"output":')) ?? "";
}

/** The file of an entry whose hash is right, whatever it holds. */
const signed = (body: string): string => `${hashOf(body)}\n${body}`;

const bodyOf = (text: string): string => text.slice(text.indexOf("\n") + 1);

interface Damage {
  readonly what: string;
  readonly to: (text: string) => string | Uint8Array;
}

const changed = (from: string | RegExp, to: string) => (text: string) => signed(bodyOf(text).replace(from, to));

const damages: readonly Damage[] = [
  { what: "is empty", to: () => "" },
  { what: "ends too soon", to: (text) => text.slice(0, -1) },
  { what: "has one other character", to: (text) => text.replace("is kept", "is held") },
  { what: "is no text", to: () => Uint8Array.of(0xff, 0x0a, 0xfe) },
  { what: "is no JSON", to: () => signed("{") },
  { what: "is nothing that was asked for", to: () => signed("[]") },
  { what: "lacks the files", to: changed('"files":[{"name"', '"fils":[{"name"') },
  { what: "has a field too many", to: changed('"output":{', '"output":{"ir":[],') },
  { what: "leads out of the output directory", to: changed('"name":"a.yaml"', '"name":"../a.yaml"') },
  { what: "has a text that is none", to: changed(/"text":"[^"]*/, '"text":1,"x":"') },
  { what: "lacks what was read", to: changed('"facts":{', '"facts":1,"others":{') },
];

describe("an entry", () => {
  test.each(damages)("that $what is none, and is made anew", async ({ to }) => {
    const project = cachedProject(onePolicy);
    const cold = await project.run();
    const path = entryOf(project);
    const text = readFileSync(path, "utf8");
    const damaged = to(text);
    expect(damaged).not.toEqual(text);
    writeFileSync(path, damaged);
    const again = await project.run();
    expect(again).toEqual({ ...cold, out: again.out });
    expect([again.out.endsWith("0 files written, 3 unchanged, 0 removed\n"), readFileSync(path, "utf8")]).toEqual([true, text]);
  });

  test("that is damaged in its hash alone is none", () => {
    const directory = join(temporaryDirectory(), "compile");
    const key = "a".repeat(64);
    writeEntry(directory, key, { of: "text" });
    expect(readEntry(directory, key)).toEqual({ of: "text" });
    writeFileSync(join(directory, `${key}.json`), `${"0".repeat(64)}\n{"of":"text"}`);
    expect(readEntry(directory, key)).toBeUndefined();
  });

  test("is for this user alone, as its directory is", async () => {
    const project = cachedProject(onePolicy);
    await project.run();
    expect([project.cache, entryOf(project)].map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual(["700", "600"]);
  });
});

describe("the directory", () => {
  test("that cannot be made is as none", async () => {
    const { directory } = cachedProject(onePolicy);
    const file = join(temporaryDirectory({ file: "" }), "file");
    for (let run = 0; run < 2; run += 1)
      expect(await compileCachedIn(directory, file, [])).toEqual(expect.objectContaining({ code: 0, compiled: 1 }));
    expect(readFileSync(file, "utf8")).toBe("");
  });

  test.runIf(process.getuid?.() !== 0)("that cannot be written is as none", async () => {
    const project = cachedProject(onePolicy);
    mkdirSync(project.cache, { mode: 0o500 });
    expect([(await project.run()).code, (await project.run()).compiled, readdirSync(project.cache)]).toEqual([0, 1, []]);
  });

  test.each([0o770, 0o707])("that others may write (%o) is neither believed nor written", async (mode) => {
    const project = cachedProject(onePolicy);
    await project.run();
    chmodSync(project.cache, mode);
    expect((await project.run()).compiled).toBe(1);
  });

  test("that a link stands for is neither believed nor written", async () => {
    const project = cachedProject(onePolicy);
    const elsewhere = temporaryDirectory();
    chmodSync(elsewhere, 0o700);
    symlinkSync(elsewhere, project.cache);
    expect([(await project.run()).compiled, (await project.run()).compiled, readdirSync(elsewhere)]).toEqual([1, 1, []]);
  });

  test("loses the entries that were used least lately, and what a run left half written", () => {
    const directory = join(temporaryDirectory(), "compile");
    const keys = [..."abcde"].map((letter) => letter.repeat(64));
    for (const [at, key] of keys.entries()) {
      writeEntry(directory, key, { text: "x".repeat(1000) });
      utimesSync(join(directory, `${key}.json`), at, at);
    }
    const unfinished = `.${"f".repeat(64)}.01234567.new`;
    writeFileSync(join(directory, unfinished), "");
    utimesSync(join(directory, unfinished), 0, 0);
    writeFileSync(join(directory, "not-ours.txt"), "");
    expect(readEntry(directory, keys[0] ?? "")).toBeDefined();
    writeEntry(directory, "9".repeat(64), { text: "" }, { most: 4000, kept: 3000 });
    const left = readdirSync(directory).map((name) => name.slice(0, 3));
    expect(left).toEqual(["999", "aaa", "eee", "not"]);
  });
});

describe("where it is", () => {
  const linux = { platform: "linux", home: "/home/ada" } as const;

  test.each([
    { env: {}, on: linux, is: "/home/ada/.cache/holdfast" },
    { env: { XDG_CACHE_HOME: "/var/cache/ada" }, on: linux, is: "/var/cache/ada/holdfast" },
    { env: { XDG_CACHE_HOME: "relative" }, on: linux, is: "/home/ada/.cache/holdfast" },
    { env: {}, on: { platform: "darwin", home: "/Users/ada" } as const, is: "/Users/ada/Library/Caches/holdfast" },
    { env: {}, on: { platform: "linux", home: "" } as const, is: undefined },
  ])("of a user: $is", ({ env, on, is }) => {
    expect(cachePlaces(env, on)).toEqual({ given: undefined, ofUser: is });
  });

  test("HOLDFAST_CACHE goes first, and is none where it is empty", () => {
    expect(cachePlaces({ HOLDFAST_CACHE: "/srv/cache" }, linux).given).toBe("/srv/cache");
    expect(cachePlaces({ HOLDFAST_CACHE: "" }, linux).given).toBeUndefined();
    expect(cacheDirectory({ given: "/srv/cache", ofUser: "/home/ada/.cache/holdfast" }, "/work")).toBe("/srv/cache/compile");
    expect(cacheDirectory({ given: undefined, ofUser: "/home/ada/.cache/holdfast" }, "/work")).toBe(
      "/home/ada/.cache/holdfast/compile",
    );
  });

  test("not in the checkout, where others commit: an error if it was asked for, none otherwise", async () => {
    const { directory } = cachedProject({ ...onePolicy, "deep/er/x": "", linked: { linkTo: "deep" } });
    for (const given of ["cache", "linked/cache", directory, "node_modules/.cache"]) {
      const { code, error, compiled } = await compileCachedIn(directory, given, []);
      expect([code, compiled]).toEqual([2, 0]);
      expect(error).toContain(`error: HOLDFAST_CACHE is ${given}, which is inside of the checkout`);
      expect((await compileCachedIn(directory, given, ["--no-cache"])).code).toBe(0);
    }
    expect(cacheDirectory({ given: undefined, ofUser: join(directory, ".cache/holdfast") }, directory)).toBeUndefined();
    mkdirSync(join(directory, ".git"));
    expect(() => cacheDirectory({ given: "../cache", ofUser: undefined }, join(directory, "deep/er"))).toThrow("HOLDFAST_CACHE");
    expect(cacheDirectory({ given: "../cache", ofUser: undefined }, directory)).toBe(join(directory, "../cache/compile"));
  });
});

test("the hash of the compiler is another one for each file and name in it", () => {
  const folder = temporaryDirectory({ "a.ts": "1", "b/c.ts": "2" });
  const hashes = [compilerHash(folder)];
  expect(compilerHash(folder)).toBe(hashes[0]);
  for (const [name, text] of [
    ["a.ts", "3"],
    ["b/d.ts", "2"],
    ["b/c.ts", ""],
  ] as const) {
    writeFileSync(join(folder, name), text);
    hashes.push(compilerHash(folder));
  }
  expect(new Set(hashes).size).toBe(4);
});
