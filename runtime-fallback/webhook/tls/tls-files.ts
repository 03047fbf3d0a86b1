import { asError } from "../../../compiler/api/helpful-error.ts";
import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Cancel, Clock } from "../../clock.ts";
import type { TlsListener, ServingTls, TlsSource } from "./tls-material.ts";

export interface TlsFilesOptions {
  /** Where the Secret is mounted. */
  readonly directory: string;
  /** Of the client authorities, with its directory, where clients have to show a certificate. */
  readonly clientAuthoritiesFile?: string;
  readonly clock: Clock;
  readonly pollMs?: number;
}

/**
 * The kubelet needs up to a minute to change the files; a few seconds more are nothing. Reading three small files is:
 * notice by inotify is lost on some file systems, and a rotation that goes unnoticed is an outage months later.
 */
const defaultPollMs = 5000;

/** Key and certificate of a Secret of type kubernetes.io/tls that is mounted as a directory. */
export function tlsFiles(options: TlsFilesOptions): TlsSource {
  const { clock, pollMs = defaultPollMs } = options;
  let known: string | undefined;
  const read = async (): Promise<ServingTls> => {
    const material = await readMaterial(options);
    known = JSON.stringify(material);
    return material;
  };
  const look = async (listener: TlsListener): Promise<void> => {
    const before = known;
    try {
      const material = await read();
      if (known !== before) listener.changed(material);
    } catch (error) {
      const failure = asError(error);
      known = failure.message;
      // Told once, and not every five seconds.
      if (known !== before) listener.failed(failure);
    }
  };
  return { read, watch: (listener) => repeat(() => look(listener), clock, pollMs) };
}

/** At once, and again after each pause, until it is cancelled. */
function repeat(look: () => Promise<void>, clock: Clock, pauseMs: number): Cancel {
  let cancel: Cancel | undefined;
  let isStopped = false;
  const next = async (): Promise<void> => {
    await look();
    if (!isStopped) cancel = clock.after(pauseMs, () => void next());
  };
  void next();
  return () => {
    isStopped = true;
    cancel?.();
  };
}

/**
 * The kubelet writes a new directory and then turns the link `..data` to it. Whoever follows the link once gets a key
 * and a certificate that belong together.
 */
async function readMaterial({ directory, clientAuthoritiesFile }: TlsFilesOptions): Promise<ServingTls> {
  const current = await realpath(join(directory, "..data")).catch(() => directory);
  const certificate = await readFile(join(current, "tls.crt"), "utf8");
  const privateKey = await readFile(join(current, "tls.key"), "utf8");
  if (clientAuthoritiesFile === undefined) return { certificate, privateKey };
  return { certificate, privateKey, clientAuthorities: await readFile(clientAuthoritiesFile, "utf8") };
}
