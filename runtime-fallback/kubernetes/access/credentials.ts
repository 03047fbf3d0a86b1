import type { Clock } from "../../clock.ts";

/** What identifies the API server to us; material as in `tls.connect`. */
export interface TlsMaterial {
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly passphrase?: string | undefined;
  readonly servername?: string | undefined;
  readonly rejectUnauthorized?: boolean | undefined;
}

/** By lower-case names; several values stand in headers of their own. */
export type HttpHeaders = Readonly<Record<string, string | string[]>>;

/** Who we are, and whom we trust, at this moment. */
export interface Credentials {
  readonly headers: HttpHeaders;
  readonly tls: TlsMaterial;
}

export interface CredentialSource {
  current(): Promise<Credentials>;
  /** Reads everything anew, unless that has happened since: these were denied. */
  renew(denied: Credentials): Promise<Credentials>;
}

/**
 * How long credentials are used without another look at the files. Tokens of service accounts are renewed after 80 % of
 * their hour, so a minute late is early; client-go looks each minute, too.
 */
const freshMs = 60_000;

/** Where credentials come from. */
export interface CredentialReader {
  read(): Promise<Credentials>;
  /** Believes nothing that it remembers. */
  readAnew(): Promise<Credentials>;
}

/** How to reach an API server, and as whom. */
export interface Access {
  readonly url: string;
  readonly reader: CredentialReader;
  /** The URL of a proxy on the way, perhaps with a password. */
  readonly proxy?: string | undefined;
}

interface Held {
  readonly since: number;
  readonly reading: Promise<Credentials>;
}

/** Reads at most once a minute, and never twice at once. A reading that failed is not kept. */
export function cachedCredentials(reader: CredentialReader, clock: Clock): CredentialSource {
  let held: Held | undefined;
  const hold = (reading: Promise<Credentials>): Promise<Credentials> => {
    const mine = { since: clock.monotonic(), reading };
    held = mine;
    reading.catch(() => {
      if (held === mine) held = undefined;
    });
    return reading;
  };
  const isFresh = ({ since }: Held) => clock.monotonic() - since < freshMs;
  return {
    current: () => (held !== undefined && isFresh(held) ? held.reading : hold(reader.read())),
    renew: async (denied) => {
      const known = await held?.reading.catch(() => undefined);
      // Somebody else was denied with the same, and has renewed them already.
      if (held !== undefined && known !== denied) return held.reading;
      return hold(reader.readAnew());
    },
  };
}

/** For an identity that does not change. */
export function fixedCredentials(credentials: Credentials): CredentialSource {
  return { current: () => Promise.resolve(credentials), renew: () => Promise.resolve(credentials) };
}
