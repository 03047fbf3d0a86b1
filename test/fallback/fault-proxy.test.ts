import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { waitUntil } from "../control-plane/wait-until.ts";
import { type FaultProxy, openFaultProxy } from "./fault-proxy.ts";

const echo = createServer((socket) => socket.on("error", () => {}).pipe(socket));
let proxy: FaultProxy;

beforeEach(async () => {
  echo.listen(0, "127.0.0.1");
  await once(echo, "listening");
  proxy = await openFaultProxy((echo.address() as AddressInfo).port);
});

afterEach(async () => {
  await proxy.close();
  echo.close();
});

/** Somebody who speaks through the proxy, and what came back. */
async function speak() {
  const socket: Socket = connect(proxy.port, "127.0.0.1");
  const heard = { text: "", end: "" };
  socket.setEncoding("latin1").on("data", (text) => (heard.text += String(text)));
  socket.on("error", (error: NodeJS.ErrnoException) => (heard.end = error.code ?? ""));
  socket.on("end", () => (heard.end = "end"));
  await once(socket, "connect");
  return { socket, heard };
}

const hears = (heard: { readonly text: string }, text: string) => waitUntil(`${text} is heard`, async () => heard.text === text);
const ends = (heard: { readonly end: string }, end: string) => waitUntil(`it ends by ${end}`, async () => heard.end === end);

test("everything passes, the end, too", async () => {
  const { socket, heard } = await speak();
  socket.end("hello");
  await hears(heard, "hello");
  await ends(heard, "end");
  await waitUntil("nothing is left", async () => proxy.connections === 0);
});

test("a reset is one", async () => {
  const { heard } = await speak();
  proxy.reset();
  await ends(heard, "ECONNRESET");
});

test("who is denied is reset", async () => {
  proxy.set({ kind: "deny" });
  const socket = connect(proxy.port, "127.0.0.1");
  const [error] = (await once(socket, "close").catch((failed: unknown) => [failed])) as [NodeJS.ErrnoException];
  expect(error.code).toBe("ECONNRESET");
});

test("what is swallowed stays so, and nobody is told", async () => {
  const before = await speak();
  proxy.set({ kind: "swallow" });
  before.socket.write("lost");
  await sleep(30);
  proxy.set({ kind: "none" });
  before.socket.write("lost, too");
  const after = await speak();
  after.socket.write("hello");
  await hears(after.heard, "hello");
  expect(before.heard).toEqual({ text: "", end: "" });
  before.socket.destroy();
  after.socket.destroy();
});

test("bytes are garbled, delayed in their order, and cut", async () => {
  proxy.set({ kind: "garble" });
  const { socket, heard } = await speak();
  socket.write("U");
  await hears(heard, "\0");
  proxy.set({ kind: "delay", ms: 20 });
  const sentAt = performance.now();
  for (const text of ["a", "b", "c"]) socket.write(text);
  await hears(heard, "\0abc");
  // Once on the way there and once on the way back; timers may be a little early.
  expect(performance.now() - sentAt).toBeGreaterThan(38);
  proxy.set({ kind: "cut", afterBytes: 5 });
  socket.write("d");
  await hears(heard, "\0abcd");
  socket.write("e");
  await ends(heard, "ECONNRESET");
});
