import type { ControlPlaneAddress } from "../control-plane.ts";
import type { PooledControlPlane } from "./pooled-control-plane.ts";

export type Wish = { readonly controllerManager: boolean };

export type Lease = {
  readonly address: ControlPlaneAddress;
  /** The suite is done: the control plane is reset for the next one, while nobody waits. */
  giveBack(): void;
  /** The suite broke off, and something of it may go on: the control plane is stopped. */
  discard(): void;
};

export type PoolOptions = {
  /** As many as there are workers. They are started when they are first needed. */
  readonly size: number;
  readonly start: () => Promise<PooledControlPlane>;
};

/** Hands control planes out, one suite after the other. */
export class ControlPlanePool {
  /** How long each took, in milliseconds. */
  readonly durations: Record<"start" | "prepare" | "reset" | "stop", number[]> = { start: [], prepare: [], reset: [], stop: [] };
  /** Why control planes were stopped before the end. */
  readonly discarded: string[] = [];
  readonly #options: PoolOptions;
  readonly #running = new Set<PooledControlPlane>();
  readonly #clean: PooledControlPlane[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #inBackground = new Set<Promise<void>>();
  /** Those that are being started count, too. */
  #count = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Waits while all are in use. */
  async lease(wish: Wish): Promise<Lease> {
    const server = await this.#take();
    try {
      const address = await this.#timed("prepare", () => server.prepare(wish));
      return {
        address,
        giveBack: () => this.#goOn(this.#reset(server)),
        discard: () => this.#goOn(this.#discard(server, "its suite broke off")),
      };
    } catch (error) {
      await this.#discard(server, String(error));
      throw error;
    }
  }

  async stop(): Promise<void> {
    await Promise.allSettled(this.#inBackground);
    await Promise.all([...this.#running].map((server) => this.#timed("stop", () => server.stop())));
  }

  async #take(): Promise<PooledControlPlane> {
    for (;;) {
      const clean = this.#clean.shift();
      if (clean !== undefined) return clean;
      if (this.#count < this.#options.size) return await this.#startAnother();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async #startAnother(): Promise<PooledControlPlane> {
    this.#count += 1;
    try {
      const server = await this.#timed("start", this.#options.start);
      this.#running.add(server);
      return server;
    } catch (error) {
      this.#count -= 1;
      this.#wakeOne();
      throw error;
    }
  }

  async #reset(server: PooledControlPlane): Promise<void> {
    try {
      await this.#timed("reset", () => server.reset());
      this.#clean.push(server);
      this.#wakeOne();
    } catch (error) {
      await this.#discard(server, error instanceof Error ? error.message : String(error));
    }
  }

  async #discard(server: PooledControlPlane, reason: string): Promise<void> {
    this.discarded.push(reason);
    this.#running.delete(server);
    await this.#timed("stop", () => server.stop());
    this.#count -= 1;
    this.#wakeOne();
  }

  #wakeOne(): void {
    this.#waiting.shift()?.();
  }

  #goOn(work: Promise<void>): void {
    this.#inBackground.add(work);
    void work.finally(() => this.#inBackground.delete(work));
  }

  async #timed<T>(what: keyof ControlPlanePool["durations"], work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await work();
    this.durations[what].push(performance.now() - start);
    return result;
  }
}
