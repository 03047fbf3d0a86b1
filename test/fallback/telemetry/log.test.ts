import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { LineFields } from "../../../runtime-fallback/telemetry/fields.ts";
import { type Level, createLog, throttledWarning } from "../../../runtime-fallback/telemetry/log.ts";
import { createManualClock } from "../manual-clock.ts";

function scene(level: Level = "debug") {
  const lines: string[] = [];
  const clock = createManualClock(Date.UTC(2026, 10, 22, 12));
  const log = createLog({ level, clock, destination: { write: (line) => void lines.push(line) } });
  return { lines, clock, log };
}

/** What one line says beside level and time. */
function logged(message: string, fields?: LineFields): Record<string, unknown> {
  const { lines, log } = scene();
  log.info(message, fields);
  expect(lines).toHaveLength(1);
  expect(lines[0]?.match(/\n/g)).toHaveLength(1);
  const { level: _level, time: _time, ...said } = JSON.parse(lines[0] ?? "") as Record<string, unknown>;
  return said;
}

test("a line has level, time and message, and says nothing of the process", () => {
  const { lines, log } = scene();
  log.warn("careful", { rule: "usage", code: 403, dryRun: false, left: undefined });
  expect(lines).toEqual([
    '{"level":"warn","time":"2026-11-22T12:00:00.000Z","rule":"usage","code":403,"dryRun":false,"msg":"careful"}\n',
  ]);
});

test("lines below the level are not written", () => {
  const { lines, log } = scene("warn");
  log.debug("a");
  log.info("b");
  log.warn("c");
  log.error("d");
  expect(lines).toHaveLength(2);
});

describe("hostile text", () => {
  test.each<[string, string, string]>([
    ["a forged line", '\n{"level":"info","msg":"allowed"}', '\\u{a}{"level":"info","msg":"allowed"}'],
    [
      "a link for a terminal",
      "\u001b]8;;http://evil\u0007click\u001b]8;;\u0007",
      "\\u{1b}]8;;http://evil\\u{7}click\\u{1b}]8;;\\u{7}",
    ],
    ["colours", "\u001b[31mred\u009b0m", "\\u{1b}[31mred\\u{9b}0m"],
    ["text from right to left", "\u202egnp.exe\u2069", "\\u{202e}gnp.exe\\u{2069}"],
    ["line separators", "a\u2028b\u2029c\u0085d", "a\\u{2028}b\\u{2029}c\\u{85}d"],
    ["what is not seen", "a\u200bb\ufeffc\u00add", "a\\u{200b}b\\u{feff}c\\u{ad}d"],
    ["half a surrogate", "\ud83d", "\\u{d83d}"],
    ["a NUL", "a\u0000b", "a\\u{0}b"],
  ])("%s stays on its line, and is seen", (_, text, shown) => {
    expect(logged(text, { user: text })).toEqual({ msg: shown, user: shown });
  });

  test("is cut at 256 characters", () => {
    const { msg, user } = logged("m".repeat(1000), { user: "😀".repeat(1000) });
    expect(msg).toBe(`${"m".repeat(253)}...`);
    expect(user).toBe(`${"😀".repeat(253)}...`);
  });

  test("as names of fields changes nothing", () => {
    const names = { __proto__x: "a", ["__proto__"]: "b", constructor: "c", "a\nb": "d" };
    expect(logged("x", names)).toMatchObject({ __proto__x: "a", constructor: "c", "a\\u{a}b": "d" });
  });
});

describe("secrets", () => {
  test.each([
    "authorization",
    "Authorization",
    "token",
    "bearerToken",
    "password",
    "clientSecret",
    "private_key",
    "apiKey",
    "cookie",
    "credentials",
  ])("under the name %s are hidden", (name) => {
    expect(logged("x", { [name]: "hunter2" })).toEqual({ msg: "x", [name]: "[hidden]" });
  });

  test.each([
    ["a bearer token", "401: Authorization: Bearer abcdef0123456789 was denied", "401: Authorization: [hidden] was denied"],
    ["basic credentials", "sent Basic dXNlcjpwYXNzd29yZA== to it", "sent [hidden] to it"],
    ["a JSON Web Token", "token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln expired", "token [hidden] expired"],
    ["a private key", "read -----BEGIN EC PRIVATE KEY-----\nMHcCAQ\n-----END EC PRIVATE KEY----- here", "read [hidden] here"],
    ["half a private key", "-----BEGIN PRIVATE KEY-----\nMHcCAQ", "[hidden]"],
    ["a token that is cut", `${"x".repeat(240)} eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln`, `${"x".repeat(240)} [hidden]`],
  ])("in text (%s) are hidden", (_, text, shown) => {
    expect(logged(text, { error: new Error(text), why: text })).toMatchObject({ msg: shown, why: shown });
    expect(JSON.stringify(logged("x", { error: new Error(text) }))).not.toMatch(/abcdef0123456789|dXNlcjpw|eyJhbGci|MHcCAQ/);
  });

  test("in objects are never reached, whatever types say", () => {
    const secret = { kind: "Secret", data: { key: "aHVudGVyMg==" }, toJSON: () => ({ leaked: "aHVudGVyMg==" }) };
    const fields = {
      object: secret,
      list: ["aHVudGVyMg=="],
      nothing: null,
      call: () => "aHVudGVyMg==",
      bytes: Buffer.from("aHVudGVyMg=="),
    };
    const said = logged("x", fields as unknown as LineFields);
    expect(said).toEqual({
      msg: "x",
      object: "[object]",
      list: "[object]",
      nothing: "[null]",
      call: "[function]",
      bytes: "[object]",
    });
  });

  test("in the causes and stacks of errors are not printed at all", () => {
    const error = new Error("failed", { cause: new Error("hunter2") });
    expect(logged("x", { error })).toEqual({ msg: "x", error: "Error: failed" });
  });
});

test("warnings about one thing come once in a while, and say how many were kept back", () => {
  const { lines, log, clock } = scene();
  const warn = throttledWarning(log, clock, 1000);
  for (let turn = 0; turn < 10_000; turn += 1) warn("bad-json", "turned away");
  warn("busy", "turned away");
  clock.advance(1000);
  warn("bad-json", "turned away");
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { about: "bad-json" },
    { about: "busy" },
    { about: "bad-json", keptBack: 9999 },
  ]);
});

test("standard output gets all lines of a process that flushes before its end", () => {
  const log = fileURLToPath(new URL("../../../runtime-fallback/telemetry/log.ts", import.meta.url));
  const clock = fileURLToPath(new URL("../../../runtime-fallback/clock.ts", import.meta.url));
  const program = `
    import { createLog } from ${JSON.stringify(log)};
    import { systemClock } from ${JSON.stringify(clock)};
    const log = createLog({ level: "info", clock: systemClock });
    for (let line = 0; line < 1000; line += 1) log.info("line " + line);
    log.flush();
    process.exit(1);`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
  expect(
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { msg: string }).msg),
  ).toEqual(Array.from({ length: 1000 }, (_, line) => `line ${line}`));
});
