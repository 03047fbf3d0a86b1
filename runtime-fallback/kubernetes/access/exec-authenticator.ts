import type { RequestOptions } from "node:https";
import { type ExecCredential, type ExecPlugin, runExecPlugin } from "./exec-plugin.ts";

/** Names this authenticator to the library, whose own one for `exec` is asked nothing (ADR 50). */
export const pluginProvider = { name: "holdfast-exec", config: {} } as const;

/** Has a plugin log in, and believes it until what it gave expires, or the kubeconfig is read anew. */
export class ExecAuthenticator {
  readonly #plugin: ExecPlugin;
  #known: ExecCredential | undefined;

  constructor(plugin: ExecPlugin) {
    this.#plugin = plugin;
  }

  isAuthProvider({ authProvider }: { readonly authProvider?: unknown }): boolean {
    return authProvider === pluginProvider;
  }

  async applyAuthentication(_user: unknown, options: RequestOptions): Promise<void> {
    const { token, certificate, key } = await this.#credential();
    if (token !== undefined) options.headers = { ...options.headers, authorization: `Bearer ${token}` };
    if (certificate !== undefined && key !== undefined) Object.assign(options, { cert: certificate, key });
  }

  async #credential(): Promise<ExecCredential> {
    const known = this.#known;
    if (known !== undefined && (known.expiresAt === undefined || known.expiresAt > Date.now())) return known;
    this.#known = await runExecPlugin(this.#plugin);
    return this.#known;
  }
}
