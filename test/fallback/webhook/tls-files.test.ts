import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { tlsFiles } from "../../../runtime-fallback/webhook/tls/tls-files.ts";
import type { ServingTls } from "../../../runtime-fallback/webhook/tls/tls-material.ts";
import { waitUntil } from "../../control-plane/wait-until.ts";
import { type ManualClock, createManualClock } from "../manual-clock.ts";
import { openDirectory, removeDirectory } from "../../fixtures/open-directory.ts";

let directory: string;
let clock: ManualClock;
let generation = 0;
beforeEach(() => {
  directory = openDirectory();
  clock = createManualClock();
});
afterEach(() => removeDirectory(directory));

/** As the kubelet does it: a new directory, and then the link `..data` in one step. */
function mount(text: string): void {
  generation += 1;
  const next = `..${generation}`;
  mkdirSync(join(directory, next));
  for (const [name, kind] of [
    ["tls.crt", "certificate"],
    ["tls.key", "key"],
  ] as const)
    writeFileSync(join(directory, next, name), `${kind} ${text}`);
  symlinkSync(next, join(directory, "..data_tmp"));
  renameSync(join(directory, "..data_tmp"), join(directory, "..data"));
  if (text === "first") for (const name of ["tls.crt", "tls.key"]) symlinkSync(`..data/${name}`, join(directory, name));
}

const material = (text: string): ServingTls => ({ certificate: `certificate ${text}`, privateKey: `key ${text}` });

describe("a mounted Secret", () => {
  test("is read again, and each change is told once", async () => {
    mount("first");
    const source = tlsFiles({ directory, clock });
    expect(await source.read()).toEqual(material("first"));
    const told: unknown[] = [];
    const stop = source.watch({ changed: (changed) => told.push(changed), failed: (error) => told.push(error.message) });
    const pass = async (): Promise<void> => {
      await waitUntil("it waits for the next look", async () => clock.timers === 1);
      clock.advance(5000);
      await waitUntil("it has looked", async () => clock.timers === 1);
    };
    await pass();
    expect(told).toEqual([]);
    mount("second");
    await pass();
    await pass();
    expect(told).toEqual([material("second")]);
    rmSync(join(directory, "..data"));
    rmSync(join(directory, "tls.key"));
    await pass();
    await pass();
    expect(told).toHaveLength(2);
    expect(told[1]).toContain("ENOENT");
    mount("third");
    await pass();
    expect(told.slice(2)).toEqual([material("third")]);
    stop();
    expect(clock.timers).toBe(0);
  });

  test("that changed between the first read and the watch is told", async () => {
    mount("first");
    const source = tlsFiles({ directory, clock });
    await source.read();
    mount("second");
    const told: ServingTls[] = [];
    const stop = source.watch({ changed: (changed) => void told.push(changed), failed: () => undefined });
    await waitUntil("it has looked", async () => told.length === 1);
    expect(told).toEqual([material("second")]);
    stop();
  });

  test("never gives a key and a certificate of two Secrets", async () => {
    mount("first");
    const source = tlsFiles({ directory, clock });
    for (let turn = 0; turn < 50; turn += 1) {
      const reading = source.read();
      mount(`turn ${turn}`);
      const { certificate, privateKey } = await reading;
      expect(certificate.replace("certificate", "")).toBe(privateKey.replace("key", ""));
    }
  });

  test("that is a plain directory is read as well, with the authorities of clients from their own file", async () => {
    for (const [name, text] of [
      ["tls.crt", "c"],
      ["tls.key", "k"],
      ["clients.crt", "a"],
    ] as const)
      writeFileSync(join(directory, name), text);
    const source = tlsFiles({ directory, clock, clientAuthoritiesFile: join(directory, "clients.crt") });
    expect(await source.read()).toEqual({ certificate: "c", privateKey: "k", clientAuthorities: "a" });
  });
});
