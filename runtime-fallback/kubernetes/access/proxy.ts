import { BlockList, isIP, isIPv6 } from "node:net";
import { ConnectError } from "../api-server.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy on the way to an API server, as kubectl finds it: `proxy-url` of the kubeconfig, or else that of
 * HTTPS_PROXY (HTTP_PROXY) unless NO_PROXY names the server. What runs on this machine is asked directly. Its URL may
 * hold a password, and is never shown.
 */
export function proxyFor(server: URL, named: string | undefined, environment: Environment): string | undefined {
  if (named !== undefined) return requireProxy(named, "proxy-url of the kubeconfig");
  const variable = server.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const found = valueOf(environment, variable);
  if (found === undefined || isPassedBy(server, valueOf(environment, "NO_PROXY") ?? "")) return undefined;
  return requireProxy(found.includes("://") ? found : `http://${found}`, variable);
}

function valueOf(environment: Environment, name: string): string | undefined {
  const value = environment[name] ?? environment[name.toLowerCase()];
  return value === "" ? undefined : value;
}

function requireProxy(text: string, where: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The names are looked up by the proxy in any case.
  if (url?.protocol === "socks5h:") return text.replace(/^socks5h:/i, "socks5:");
  if (url !== undefined && ["http:", "https:", "socks5:"].includes(url.protocol)) return text;
  throw new ConnectError(`${where} is no URL of a proxy`, "write it as http://, https:// or socks5://, with its host and port");
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/**
 * By the rules of Go (golang.org/x/net/http/httpproxy): hosts with what is below them,
 * `.below`, addresses, networks, `*`.
 */
function isPassedBy(server: URL, exceptions: string): boolean {
  const host = server.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (host === "localhost" || isAmong(loopback, host)) return true;
  const port = server.port === "" ? (server.protocol === "https:" ? "443" : "80") : server.port;
  return exceptions
    .split(",")
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) => entry !== "" && (entry === "*" || isNamedBy(entry, host, port)));
}

function isNamedBy(entry: string, host: string, port: string): boolean {
  const network = /^([^/]+)\/(\d{1,3})$/.exec(entry);
  if (network !== null) return isInNetwork(network[1] ?? "", Number(network[2]), host);
  const [, name = "", only] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(isIPv6(entry) ? `[${entry}]` : entry) ?? [];
  if (only !== undefined && only !== port) return false;
  if (isIP(name) !== 0) return name === host;
  const bare = name.replace(/^\*/, "");
  return bare.startsWith(".") ? host.endsWith(bare) : host === bare || host.endsWith(`.${bare}`);
}

function isInNetwork(address: string, bits: number, host: string): boolean {
  const family = isIP(address);
  if (family === 0 || bits > (family === 6 ? 128 : 32)) return false;
  const network = new BlockList();
  network.addSubnet(address, bits, family === 6 ? "ipv6" : "ipv4");
  return isAmong(network, host);
}

function isAmong(list: BlockList, host: string): boolean {
  return isIP(host) !== 0 && list.check(host, isIPv6(host) ? "ipv6" : "ipv4");
}
