import { execFile } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../fixtures/temporary-directory.ts";
import { root } from "../../house/source-files.ts";
import { type FakeForge, fakeForge } from "./fake-forge.ts";

const marker = "<!-- holdfast: what this change does to deletion protection -->";
const script = join(root, ".ci/pipelines/comment.mjs");
const bot = "github-actions[bot]";

interface Said {
  readonly code: number;
  readonly out: string;
}

function comment(texts: readonly string[], env: Readonly<Record<string, string>>): Promise<Said> {
  const files = Object.fromEntries(texts.map((text, at) => [`${at}.md`, text]));
  const cwd = temporaryDirectory({ ...files, "event.json": JSON.stringify({ pull_request: { number: 7 } }) });
  const words = [script, ...Object.keys(files), "not-there.md"];
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd, env: { PATH: process.env["PATH"], ...env } }, (error, out, said) =>
      resolve({ code: error === null ? 0 : Number(error.code), out: out + said }),
    );
  });
}

const forges = {
  github: {
    me: bot,
    env: ({ url }: FakeForge) => ({
      GITHUB_ACTIONS: "true",
      GITHUB_API_URL: url,
      GITHUB_REPOSITORY: "acme/shop",
      GITHUB_EVENT_PATH: "event.json",
      HOLDFAST_TOKEN: "right",
    }),
    created: "POST /repos/acme/shop/issues/7/comments",
    changed: (id: number) => `PATCH /repos/acme/shop/issues/comments/${id}`,
  },
  gitlab: {
    me: "project_1_bot",
    env: ({ url }: FakeForge) => ({
      CI_API_V4_URL: url,
      CI_MERGE_REQUEST_PROJECT_ID: "1",
      CI_MERGE_REQUEST_IID: "7",
      HOLDFAST_TOKEN: "right",
    }),
    created: "POST /projects/1/merge_requests/7/notes",
    changed: (id: number) => `PUT /projects/1/merge_requests/7/notes/${id}`,
  },
} as const;

describe.each(["github", "gitlab"] as const)("on %s", (kind) => {
  const { me, env, created, changed } = forges[kind];
  const start = (comments: Parameters<typeof fakeForge>[0]["comments"] = []) => fakeForge({ kind, me, token: "right", comments });

  test("there is one comment, which follows what is found", async () => {
    const forge = await start([{ login: "alice", body: "hello" }]);
    expect(await comment(["**Weaker**", "**Prunes 1**"], env(forge))).toEqual({ code: 0, out: "commented\n" });
    expect(forge.comments.at(-1)?.body).toBe(`${marker}\n\n### Deletion protection\n\n**Weaker**\n\n**Prunes 1**`);
    expect(await comment(["**The same**"], env(forge))).toEqual({ code: 0, out: "updated the comment\n" });
    expect(forge.comments.map(({ body }) => body)).toEqual(["hello", `${marker}\n\n### Deletion protection\n\n**The same**`]);
    expect(forge.requests.filter((one) => !one.startsWith("GET"))).toEqual([created, changed(2)]);
    expect((await comment(["**The same**"], env(forge))).out).toContain("the comment says so already");
    expect(forge.requests.filter((one) => !one.startsWith("GET"))).toHaveLength(2);
  });

  test("its own is found on a later page, and one that somebody else marked is not its own", async () => {
    const others = Array.from({ length: 120 }, () => ({ login: "mallory", body: `${marker}\n\nall is well` }));
    const forge = await start([...others, { login: me, body: `${marker}\n\nbefore` }]);
    expect((await comment(["**Weaker**"], env(forge))).out).toBe("updated the comment\n");
    expect(forge.comments.filter(({ body }) => body.includes("Weaker")).map(({ login }) => login)).toEqual([me]);
  });

  test("a token that may not comment, as of a fork, is said and fails nothing", async () => {
    const forge = await start();
    const said = await comment(["x"], { ...env(forge), HOLDFAST_TOKEN: "wrong" });
    expect(said).toEqual({ code: 0, out: "holdfast comment: the token may not comment (GET answered 403)\n" });
  });

  test("what is too long for a comment is its first lines", async () => {
    const forge = await start();
    await comment([`**Weaker**\n${"x".repeat(70_000)}`, "**Prunes 1**"], env(forge));
    expect(forge.comments[0]?.body.split("\n\n").slice(2)).toEqual([
      "**Weaker**",
      "**Prunes 1**",
      "The rest is too long for a comment: see the log.",
    ]);
  });

  test("a forge that does not answer fails the step", async () => {
    const said = await comment(["x"], { ...env({ url: "http://127.0.0.1:9", comments: [], requests: [] }) });
    expect(said.code).toBe(1);
  });
});

test.each([
  ["no pull request", ["x"], { GITHUB_ACTIONS: "true", GITHUB_EVENT_PATH: "/dev/null" }, "this is no pipeline"],
  ["nothing to say", [], {}, "there is nothing to say"],
])("%s is no failure", async (_, texts, env, said) => {
  const { code, out } = await comment(texts, env);
  expect([code, out]).toEqual([0, expect.stringContaining(said) as string]);
});
