import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";

/**
 * Whether the connection shows a certificate of our client authorities, for use by clients, whose common name is one of these.
 * An API server shows one where its AdmissionConfiguration names a kubeconfig for this webhook.
 */
export function isKnownClient(socket: Socket, names: readonly string[]): boolean {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return false;
  // Several common names come as a list: then it is nobody's.
  const name: unknown = socket.getPeerCertificate().subject?.CN;
  return typeof name === "string" && names.includes(name);
}
