import { describe, expect, onTestFinished, test } from "vitest";
import { proxyFor } from "../../../runtime-fallback/kubernetes/access/proxy.ts";
import { connect } from "../../../runtime-fallback/kubernetes/connect.ts";
import { answerJson, openHttpServer } from "../http-server.ts";
import { temporaryDirectory } from "../../fixtures/temporary-directory.ts";
import { writeKubeconfig } from "../kubeconfig-file.ts";

const server = new URL("https://api.example.com:6443");
const proxy = "http://proxy:3128";

describe("the proxy on the way to an API server", () => {
  test.each([
    [
      "is that of the kubeconfig, whatever the environment says",
      "socks5://own:1080",
      { HTTPS_PROXY: proxy, NO_PROXY: "*" },
      "socks5://own:1080",
    ],
    ["may be named as curl names it", "socks5h://own:1080", {}, "socks5://own:1080"],
    ["is that of HTTPS_PROXY", undefined, { HTTPS_PROXY: proxy, HTTP_PROXY: "http://other" }, proxy],
    ["is that of https_proxy", undefined, { https_proxy: proxy }, proxy],
    ["may be named without a scheme", undefined, { HTTPS_PROXY: "proxy:3128" }, proxy],
    ["is none", undefined, { HTTPS_PROXY: "", HTTP_PROXY: proxy }, undefined],
  ])("%s", (_, named, environment, expected) => {
    expect(proxyFor(server, named, environment)).toBe(expected);
  });

  test.each([
    ["https://api.example.com:6443", "example.com", true],
    ["https://api.example.com:6443", ".example.com", true],
    ["https://api.example.com:6443", "*.example.com", true],
    ["https://example.com", ".example.com", false],
    ["https://myexample.com", "example.com", false],
    ["https://api.example.com:6443", "other.org, api.example.com:6443", true],
    ["https://api.example.com:6443", "api.example.com:443", false],
    ["https://api.example.com", "api.example.com:443", true],
    ["https://10.1.2.3", "10.0.0.0/8", true],
    ["https://11.1.2.3", "10.0.0.0/8", false],
    ["https://10.1.2.3", "10.1.2.3", true],
    ["https://10.1.2.3", "10.0.0.0/99,x/8,/,", false],
    ["https://[2001:db8::1]", "2001:db8::/32", true],
    ["https://[2001:db8::1]", "2001:db8::1", true],
    ["https://[2001:db8::1]", "10.0.0.0/8", false],
    ["https://127.0.0.1:6443", "", true],
    ["https://localhost:6443", "", true],
    ["https://[::1]:6443", "", true],
    ["https://api.example.com", "*", true],
    ["https://api.example.com", "", false],
  ])("to %s with NO_PROXY=%s is passed by: %s", (url, exceptions, isPassedBy) => {
    const found = proxyFor(new URL(url), undefined, { HTTPS_PROXY: proxy, NO_PROXY: exceptions });
    expect(found).toBe(isPassedBy ? undefined : proxy);
  });

  test("is asked, and not the server itself", async () => {
    const asked: unknown[] = [];
    const http = await openHttpServer(({ url }, response) => {
      asked.push(url);
      answerJson(response, 200, { kind: "X" });
    });
    onTestFinished(() => http.close());
    const cluster = { server: "http://api.example.com", "proxy-url": http.url };
    const api = await connect({ kubeconfig: writeKubeconfig(temporaryDirectory(), { cluster, user: {} }) });
    onTestFinished(() => api.close());
    expect(await api.request({ method: "GET", path: "/api" })).toMatchObject({ status: 200, body: { kind: "X" } });
    expect(asked).toEqual(["http://api.example.com/api"]);
  });
});
