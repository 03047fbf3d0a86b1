import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HelpfulError, errorMessage } from "../../compiler/api/helpful-error.ts";
import { parseFlags, portMax } from "../processes/read-flags.ts";

/** What the function is told, in the words of Crossplane's specification of functions. */
export interface FunctionFlags {
  readonly isDebug: boolean;
  readonly host: string;
  readonly port: number;
  /** Undefined: without transport security, for runs on one's own machine. */
  readonly certificates: Certificates | undefined;
}

export interface Certificates {
  readonly cert: string;
  readonly key: string;
  /** Of the authority that signs for whoever may ask. */
  readonly ca: string;
}

/** What Crossplane sets in the Pod of a function. */
const directoryVariable = "TLS_SERVER_CERTS_DIR";

const known = {
  debug: { about: "log every request", alone: true },
  insecure: { about: "no transport security: for runs on one's own machine", alone: true },
  address: { about: "address to listen on", defaults: "0.0.0.0:9443" },
  "tls-certs-dir": { about: `tls.crt and tls.key of the function, and ca.crt of Crossplane; absent: ${directoryVariable}` },
} as const;

/** Throws a `HelpfulError` that says what to write. */
export function readFunctionFlags(words: readonly string[], environment: NodeJS.ProcessEnv): FunctionFlags {
  const { debug, insecure, address, "tls-certs-dir": given } = parseFlags(words, known);
  const directory = given ?? environment[directoryVariable] ?? "";
  return { isDebug: debug, ...addressOf(address), certificates: insecure ? undefined : certificatesIn(directory) };
}

function addressOf(address: string): { readonly host: string; readonly port: number } {
  const found = /^(.*):(\d{1,5})$/.exec(address);
  const [, host = "", port = ""] = found ?? [];
  if (found !== null && Number(port) <= portMax)
    return { host: host === "" ? "0.0.0.0" : host.replace(/^\[(.*)\]$/, "$1"), port: Number(port) };
  throw new HelpfulError(`--address=${address} is no address`, `write a host and a port: --address=${known.address.defaults}`);
}

function certificatesIn(directory: string): Certificates {
  if (directory === "")
    throw new HelpfulError(
      "there are no certificates to serve with",
      `name the directory with tls.crt, tls.key and ca.crt by --tls-certs-dir or ${directoryVariable}, or say --insecure on your own machine`,
    );
  const read = (name: string): string => {
    try {
      return readFileSync(join(directory, name), "utf8");
    } catch (error) {
      const reason = errorMessage(error);
      throw new HelpfulError(
        `${join(directory, name)} cannot be read: ${reason}`,
        "mount the Secret that Crossplane made for it",
      );
    }
  };
  return { cert: read("tls.crt"), key: read("tls.key"), ca: read("ca.crt") };
}
