import { lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { header } from "../../compiler/manifest/header.ts";
import { type PlannedFile, comparePlan } from "../../compiler/manifest/output.ts";
import { resolveOutputDirectory } from "../../compiler/manifest/output-directory.ts";
import { HelpfulError } from "../../compiler/api/helpful-error.ts";
import { writePlan } from "../../compiler/manifest/write-plan.ts";
import { temporaryDirectory, contents } from "../fixtures/temporary-directory.ts";

const ours = (body: string): string =>
  `${header({ source: "policies/x.ts", command: "npx holdfast compile policies" }).join("\n")}\n\n${body}\n`;
const planned = (name: string, body = name): PlannedFile => ({ name, text: ours(body) });
const names = (files: readonly { readonly name: string }[]) => files.map((file) => file.name);

describe("comparePlan", () => {
  it("tells missing, different, same and stale files apart", () => {
    const directory = temporaryDirectory({
      "same.yaml": ours("same.yaml"),
      "drift.yaml": ours("other"),
      "old.yaml": ours("old"),
    });
    const comparison = comparePlan(directory, [planned("same.yaml"), planned("drift.yaml"), planned("new.yaml")]);
    expect(names(comparison.same)).toEqual(["same.yaml"]);
    expect(names(comparison.different)).toEqual(["drift.yaml"]);
    expect(names(comparison.missing)).toEqual(["new.yaml"]);
    expect(comparison.stale).toEqual([{ name: "old.yaml", source: "policies/x.ts" }]);
  });

  it("takes a directory that does not exist for an empty one", () => {
    const comparison = comparePlan(join(temporaryDirectory(), "a", "b"), [planned("a.yaml")]);
    expect(names(comparison.missing)).toEqual(["a.yaml"]);
  });

  it("leaves what we did not write alone: files, directories, links, hidden files", () => {
    const directory = temporaryDirectory({
      "README.md": "by hand",
      "other.yaml": "kind: X",
      "sub/a.yaml": ours("sub"),
      ".a.yaml.1.new": ours("under way"),
    });
    symlinkSync("/nowhere", join(directory, "link.yaml"));
    expect(comparePlan(directory, []).stale).toEqual([]);
  });

  it("does not take the line ends of Windows for drift", () => {
    const directory = temporaryDirectory({ "a.yaml": ours("a.yaml").replaceAll("\n", "\r\n") });
    expect(names(comparePlan(directory, [planned("a.yaml")]).same)).toEqual(["a.yaml"]);
  });

  it.each([
    ["a file without our header", (path: string) => writeFileSync(path, "kind: Mine"), "is a file that Holdfast did not write"],
    ["an empty file", (path: string) => writeFileSync(path, ""), "is a file that Holdfast did not write"],
    ["a directory", (path: string) => mkdirSync(path), "is a directory"],
    ["a symbolic link to elsewhere", (path: string) => symlinkSync("/etc/hostname", path), "is a symbolic link"],
    ["a symbolic link to nowhere", (path: string) => symlinkSync("/nowhere", path), "is a symbolic link"],
  ])("rejects where %s stands in the place of a planned file", (_, put, reason) => {
    const directory = temporaryDirectory();
    put(join(directory, "a.yaml"));
    const compare = () => comparePlan(directory, [planned("a.yaml"), planned("b.yaml")]);
    expect(compare).toThrow(HelpfulError);
    expect(compare).toThrow(`a.yaml ${reason}`);
  });

  it("rejects a path that is a file, and one that leads through a file", () => {
    const directory = temporaryDirectory({ file: "x" });
    expect(() => comparePlan(join(directory, "file"), [])).toThrow("file is not a directory");
    expect(() => comparePlan(join(directory, "file", "below"), [])).toThrow("is not a directory");
  });

  it("rejects links that lead in a circle", () => {
    const directory = temporaryDirectory();
    symlinkSync("b", join(directory, "a"));
    symlinkSync("a", join(directory, "b"));
    expect(() => comparePlan(join(directory, "a"), [])).toThrow("symbolic links that lead in a circle");
  });
});

describe("writePlan", () => {
  it("makes the directory hold the plan: writes, replaces, removes, and touches nothing else", () => {
    const directory = temporaryDirectory({ "drift.yaml": ours("other"), "old.yaml": ours("old"), "README.md": "by hand" });
    writePlan(comparePlan(directory, [planned("drift.yaml"), planned("new.yaml")]));
    expect(contents(directory)).toEqual({
      "drift.yaml": ours("drift.yaml"),
      "new.yaml": ours("new.yaml"),
      "README.md": "by hand",
    });
  });

  it("makes the directory itself, with its parents", () => {
    const directory = join(temporaryDirectory(), "a", "b");
    writePlan(comparePlan(directory, [planned("a.yaml")]));
    expect(contents(directory)).toEqual({ "a.yaml": ours("a.yaml") });
  });

  it("does not rewrite what is right already", () => {
    const directory = temporaryDirectory({ "a.yaml": ours("a.yaml") });
    const before = lstatSync(join(directory, "a.yaml")).ino;
    writePlan(comparePlan(directory, [planned("a.yaml")]));
    expect(lstatSync(join(directory, "a.yaml")).ino).toBe(before);
  });
});

function putDirectory(path: string): void {
  rmSync(path, { force: true });
  mkdirSync(path);
}

/** What happens between looking and writing cannot be rejected beforehand: it has to be taken back. */
describe("writePlan, when something fails half way", () => {
  const before = { "a.yaml": ours("old a"), "b.yaml": ours("old b"), "stale.yaml": ours("stale") };
  const plan = [planned("new.yaml"), planned("a.yaml"), planned("b.yaml")];

  function failing(sabotage: (directory: string) => void): { readonly directory: string; readonly write: () => void } {
    const directory = temporaryDirectory(before);
    const comparison = comparePlan(directory, plan);
    sabotage(directory);
    return { directory, write: () => writePlan(comparison) };
  }

  it("a directory in the place of the last file leaves the first ones as they were", () => {
    const { directory, write } = failing((path) => putDirectory(join(path, "b.yaml")));
    expect(write).toThrow(HelpfulError);
    const { "b.yaml": _, ...rest } = before;
    expect(contents(directory)).toEqual(rest);
  });

  it("a stale file that no longer exists by now leaves everything as it was", () => {
    const { directory, write } = failing((path) => rmSync(join(path, "stale.yaml")));
    expect(write).toThrow(/cannot write to .*ENOENT/);
    const { "stale.yaml": _, ...rest } = before;
    expect(contents(directory)).toEqual(rest);
  });

  it("never replaces what somebody put there meanwhile", () => {
    const { directory, write } = failing((path) => writeFileSync(join(path, "new.yaml"), "mine"));
    expect(write).toThrow("new.yaml appeared while the plan was being written");
    expect(contents(directory)).toEqual({ ...before, "new.yaml": "mine" });
  });

  it("directories that were made for it are gone again", () => {
    const parent = temporaryDirectory();
    const comparison = comparePlan(join(parent, "a", "b"), [planned("x".repeat(300))]);
    expect(() => writePlan(comparison)).toThrow("the name is too long");
    expect(lstatSync(join(parent, "a"), { throwIfNoEntry: false })).toBeUndefined();
  });

  it("a directory that cannot be made is a clear error", () => {
    const comparison = {
      directory: "/proc/holdfast/generated",
      same: [],
      missing: [planned("a.yaml")],
      different: [],
      stale: [],
    };
    expect(() => writePlan(comparison)).toThrow("cannot write to /proc/holdfast/generated");
  });
});

describe("resolveOutputDirectory", () => {
  it("takes a relative path from the working directory, and an absolute one as it is", () => {
    const directory = temporaryDirectory();
    expect(resolveOutputDirectory("generated", directory)).toBe(join(directory, "generated"));
    expect(resolveOutputDirectory("/srv/x", directory)).toBe("/srv/x");
    expect(resolveOutputDirectory("../x", join(directory, "sub"))).toBe(join(directory, "x"));
  });

  it("follows a link that stays inside", () => {
    const directory = temporaryDirectory({ "real/file": "" });
    symlinkSync("real", join(directory, "generated"));
    expect(resolveOutputDirectory("generated", directory)).toBe(join(directory, "generated"));
  });

  it("rejects a link in the checkout that leads out of it, also below", () => {
    const directory = temporaryDirectory();
    const elsewhere = temporaryDirectory();
    symlinkSync(elsewhere, join(directory, "generated"));
    expect(() => resolveOutputDirectory("generated", directory)).toThrow(
      `leads outside the working directory through a symbolic link, to ${elsewhere}`,
    );
    expect(() => resolveOutputDirectory("generated/deep", directory)).toThrow("leads outside");
  });
});
