import type { RequestServer } from "../../../runtime-fallback/kubernetes/api-server.ts";
import { certificateNames } from "../../../runtime-fallback/certificates/certificate-names.ts";
import {
  type Certificate,
  isIssuedBy,
  readCertificates,
  type Instant,
  validityAt,
} from "../../../runtime-fallback/certificates/certificate.ts";
import { type RotationSettings, defaultRotation } from "../../../runtime-fallback/certificates/rotation-settings.ts";
import { selfManagedCertificates } from "../../../runtime-fallback/certificates/self-managed.ts";
import type { Reconciler } from "../../../runtime-fallback/controller/reconcile-loop.ts";
import { type ObjectStore, createObjectStore } from "../object-store.ts";

export const names = certificateNames({ namespace: "holdfast", service: "webhook", webhookConfiguration: "holdfast" });
export const paths = {
  authority: "/api/v1/namespaces/holdfast/secrets/holdfast-webhook-ca",
  serving: "/api/v1/namespaces/holdfast/secrets/holdfast-webhook-tls",
  configuration: "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/holdfast",
} as const;

export const base64 = (text: string): string => Buffer.from(text).toString("base64");
export const fromBase64 = (text: unknown): string => (typeof text === "string" ? Buffer.from(text, "base64").toString() : "");

/** A crash in front of a request, or after it was applied and before its answer. */
export interface CrashPoint {
  readonly request: number;
  readonly when: "before" | "after";
}

class Crash extends Error {}

/** A controller with its memory, which a crash takes. */
interface Controller {
  reconcile: Reconciler;
  requests: number;
  crash: CrashPoint | undefined;
  pauseAt: number | undefined;
  state: "running" | "waiting" | "paused" | "over";
  release: () => void;
}

/** Certificates in a world with two controllers, clocks that can be set, and everything that ever was stored. */
export interface RotationWorld {
  readonly store: ObjectStore;
  readonly lines: readonly string[];
  readonly clocks: { local: number; server: number };
  readonly now: number;
  advance(ms: number): void;
  instant(): Instant;
  /**
   * Lets controllers look and write until they say when to look again; requests of several take turns as `turns` says.
   * Returns how each ended.
   */
  run(
    who: readonly number[],
    turns?: readonly number[],
    crashes?: readonly (CrashPoint | undefined)[],
  ): Promise<readonly ("done" | "crashed")[]>;
  /** Lets a controller look, and pauses it in front of that request. Resumed, it goes on until it is through. */
  pauseAt(index: number, request: number): Promise<{ resume(): Promise<void> }>;
  /** What was stored when, in order. */
  readonly history: readonly Stored[];
}

/** After one write. */
export interface Stored {
  readonly at: number;
  readonly serving: Certificate | undefined;
  readonly bundles: readonly string[];
}

export const epoch = Date.UTC(2026, 0, 1);

export function createRotationWorld(settings: RotationSettings = defaultRotation): RotationWorld {
  const time = { now: 0 };
  const clocks = { local: 0, server: 0 };
  const store = createObjectStore(() => epoch + time.now + clocks.server);
  const history: Stored[] = [];
  const lines: string[] = [];
  putConfiguration(store, ["", ""]);
  const parts = { store, settings, history, lines, time, clocks };
  const controllers = [createController(parts), createController(parts)];
  return {
    store,
    lines,
    clocks,
    history,
    get now() {
      return time.now;
    },
    advance: (ms) => void (time.now += ms),
    instant: () => {
      const [local, server] = [epoch + time.now + clocks.local, epoch + time.now + clocks.server];
      return { earliest: Math.min(local, server), latest: Math.max(local, server), monotonic: time.now };
    },
    run: async (who, turns = [0], crashes = []) => {
      const running = who.map((index, position) => start(controllerOf(controllers, index), parts, { crash: crashes[position] }));
      await takeTurns(controllers, turns);
      return Promise.all(running);
    },
    pauseAt: async (index, request) => {
      const controller = controllerOf(controllers, index);
      const running = start(controller, parts, { pauseAt: request });
      await takeTurns(controllers, [0]);
      return {
        resume: async () => {
          if (controller.state === "paused") controller.release();
          await takeTurns(controllers, [0]);
          await running;
        },
      };
    },
  };
}

function controllerOf(controllers: readonly Controller[], index: number): Controller {
  const controller = controllers[index];
  if (controller === undefined) throw new Error(`no controller ${index}`);
  return controller;
}

async function start(
  controller: Controller,
  parts: Parts,
  { crash, pauseAt }: { readonly crash?: CrashPoint | undefined; readonly pauseAt?: number },
): Promise<"done" | "crashed"> {
  Object.assign(controller, { requests: 0, crash, pauseAt, state: "running" });
  try {
    await controller.reconcile("certificates", new AbortController().signal);
    return "done";
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
    controller.reconcile = newReconciler(controller, parts);
    return "crashed";
  } finally {
    controller.state = "over";
  }
}

interface Parts {
  readonly store: ObjectStore;
  readonly settings: RotationSettings;
  readonly history: Stored[];
  readonly lines: string[];
  readonly time: { readonly now: number };
  readonly clocks: { readonly local: number };
}

function createController(parts: Parts): Controller {
  const idle = { requests: 0, crash: undefined, pauseAt: undefined, state: "over", release: () => undefined } as const;
  const controller: Controller = { ...idle, reconcile: () => Promise.resolve() };
  controller.reconcile = newReconciler(controller, parts);
  return controller;
}

function newReconciler(controller: Controller, parts: Parts): Reconciler {
  const { store, settings, history, lines, time, clocks } = parts;
  const api: RequestServer = {
    ...store.api,
    request: async (request) => {
      await turn(controller);
      crashAt(controller, "before");
      const writes = store.writes.length;
      const answer = await store.api.request(request);
      if (store.writes.length > writes) history.push({ at: time.now, ...storedNow(store) });
      crashAt(controller, "after");
      controller.requests++;
      return answer;
    },
  };
  return selfManagedCertificates({
    api,
    names,
    settings,
    clock: { now: () => epoch + time.now + clocks.local, monotonic: () => time.now, after: () => () => undefined },
    log: (level, message, fields) => void lines.push(`${level} ${message} ${JSON.stringify(fields)}`),
    gauges: { servingNotAfter: () => undefined, authorityNotAfter: () => undefined },
  });
}

function crashAt({ requests, crash }: Controller, when: CrashPoint["when"]): void {
  if (crash?.request === requests && crash.when === when) throw new Crash();
}

function turn(controller: Controller): Promise<void> {
  controller.state = controller.requests === controller.pauseAt ? "paused" : "waiting";
  return new Promise((resolve) => {
    controller.release = () => {
      controller.state = "running";
      resolve();
    };
  });
}

/** One request at a time: everybody is stopped at one before the next goes on. Ends when all are through, or paused. */
async function takeTurns(controllers: readonly Controller[], turns: readonly number[]): Promise<void> {
  const are = (wanted: Controller["state"]): readonly Controller[] => controllers.filter(({ state }) => state === wanted);
  for (let index = 0; are("running").length + are("waiting").length > 0;) {
    const waiting = are("waiting");
    if (are("running").length > 0) await new Promise((resolve) => setImmediate(resolve));
    else waiting[(turns[index++ % turns.length] ?? 0) % waiting.length]?.release();
  }
}

export function storedNow(store: ObjectStore): Omit<Stored, "at"> {
  const secret = store.get(paths.serving);
  const data = (secret?.["data"] ?? {}) as Readonly<Record<string, unknown>>;
  return { serving: readCertificates(fromBase64(data["tls.crt"]))?.[0], bundles: bundlesIn(store) };
}

export function bundlesIn(store: ObjectStore): readonly string[] {
  return bundlesOf(store.get(paths.configuration) ?? {});
}

/** The caBundle of each webhook of a configuration. */
export function bundlesOf(configuration: Readonly<Record<string, unknown>>): readonly string[] {
  const webhooks = (configuration["webhooks"] ?? []) as readonly { clientConfig: { caBundle?: string } }[];
  return webhooks.map(({ clientConfig }) => fromBase64(clientConfig.caBundle));
}

export function putConfiguration(store: ObjectStore, bundles: readonly string[], generation = 1): void {
  const webhooks = bundles.map((bundle, index) => ({
    name: `rule-${index}.holdfast.dev`,
    clientConfig: { service: { name: "webhook", namespace: "holdfast" }, ...(bundle !== "" && { caBundle: base64(bundle) }) },
  }));
  store.put(paths.configuration, { metadata: { name: "holdfast", generation }, webhooks });
}

/** Whether a client with this bundle takes the certificate at that time. */
export function isTrustedBy(bundle: string, serving: Certificate, at: Instant): boolean {
  return (readCertificates(bundle) ?? []).some((one) => isIssuedBy(serving, one) && validityAt(one, at) !== "invalid");
}
