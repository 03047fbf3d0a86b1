import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished, describe, expect, test } from "vitest";

import type { ControlPlaneAddress } from "../control-plane.ts";
import { waitUntil } from "../wait-until.ts";
import { leaseControlPlane } from "./leased-control-plane.ts";
import { ControlPlanePool } from "./pool.ts";
import { listenForLeases } from "./pool-socket.ts";
import type { PooledControlPlane } from "./pooled-control-plane.ts";

const wish = { controllerManager: false };

/** Nobody is asked there. */
const addressOf = (runDirectory: string): ControlPlaneAddress => ({
  url: "https://127.0.0.1:1",
  etcdUrl: "http://127.0.0.1:1",
  gitVersion: "v1.0.0",
  kubeconfig: "",
  runDirectory,
  auditLog: "",
  kubectlBinary: "",
  home: "",
  credentials: { authority: "", admin: { certificate: "", privateKey: "" } },
});

/** What was done with which control plane, in order; `dirty` ones cannot be reset. */
function openPool({ size = 2, dirty = [] as readonly string[] } = {}) {
  const done: string[] = [];
  let started = 0;
  const start = async (): Promise<PooledControlPlane> => {
    const name = String.fromCodePoint(97 + started++);
    done.push(`start ${name}`);
    return {
      prepare: async ({ controllerManager }) => {
        done.push(`prepare ${name}${controllerManager ? " with its controllers" : ""}`);
        return addressOf(name);
      },
      reset: async () => {
        done.push(`reset ${name}`);
        if (dirty.includes(name)) throw new Error(`${name} is not clean`);
      },
      stop: async () => void done.push(`stop ${name}`),
    };
  };
  return { pool: new ControlPlanePool({ size, start }), done };
}

describe("a pool of control planes", () => {
  test("starts none before one is asked for, and the next when all are in use", async () => {
    const { pool, done } = openPool();
    expect(done).toEqual([]);
    await pool.lease(wish);
    await pool.lease({ controllerManager: true });
    expect(done).toEqual(["start a", "prepare a", "start b", "prepare b with its controllers"]);
  });

  test("hands one out again once it is reset, and lets the next suite wait for that", async () => {
    const { pool, done } = openPool({ size: 1 });
    const first = await pool.lease(wish);
    const second = pool.lease(wish);
    first.giveBack();
    expect((await second).address.runDirectory).toBe("a");
    expect(done).toEqual(["start a", "prepare a", "reset a", "prepare a"]);
  });

  test("stops one that cannot be cleaned, says why, and starts another in its place", async () => {
    const { pool, done } = openPool({ size: 1, dirty: ["a"] });
    (await pool.lease(wish)).giveBack();
    expect((await pool.lease(wish)).address.runDirectory).toBe("b");
    expect(done).toEqual(["start a", "prepare a", "reset a", "stop a", "start b", "prepare b"]);
    expect(pool.discarded).toEqual(["a is not clean"]);
  });

  test("stops one whose suite broke off, and never resets it", async () => {
    const { pool, done } = openPool({ size: 1 });
    (await pool.lease(wish)).discard();
    await pool.lease(wish);
    expect(done).toEqual(["start a", "prepare a", "stop a", "start b", "prepare b"]);
  });

  test("stops those that are clean and those that are in use", async () => {
    const { pool, done } = openPool();
    (await pool.lease(wish)).giveBack();
    await pool.lease(wish);
    await pool.lease(wish);
    await pool.stop();
    expect(done.filter((what) => what.startsWith("stop"))).toEqual(["stop a", "stop b"]);
  });
});

describe("leases of other processes", () => {
  async function listen(options: Parameters<typeof openPool>[0]) {
    const opened = openPool(options);
    const socket = await listenForLeases(opened.pool);
    onTestFinished(() => socket.close());
    return { ...opened, path: socket.path };
  }

  test("are given back when the suite says so", async () => {
    const { path, done } = await listen({ size: 1 });
    const lease = await leaseControlPlane(path, { controllerManager: true });
    await lease.giveBack();
    await waitUntil("it is reset", async () => done.includes("reset a"));
    expect(done).toEqual(["start a", "prepare a with its controllers", "reset a"]);
  });

  test("end when the process is killed: what it left behind is for no other suite", async () => {
    const { path, done } = await listen({ size: 1 });
    const worker = fork(join(import.meta.dirname, "lease-and-wait.ts"), [path]);
    await once(worker, "message");
    worker.kill("SIGKILL");
    await waitUntil("it is stopped", async () => done.includes("stop a"));
    expect(done).toEqual(["start a", "prepare a", "stop a"]);
  });

  test("tell why there is none", async () => {
    const pool = new ControlPlanePool({ size: 1, start: () => Promise.reject(new Error("no Go")) });
    const socket = await listenForLeases(pool);
    onTestFinished(() => socket.close());
    await expect(leaseControlPlane(socket.path, wish)).rejects.toThrow("no Go");
  });
});
