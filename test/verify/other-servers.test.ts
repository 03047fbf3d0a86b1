import { expect, test } from "vitest";
import { otherServers } from "../../compiler/cluster/verify/index.ts";
import { ScriptedCluster } from "./scripted-cluster.ts";

const path = "GET /apis/discovery.k8s.io/v1/namespaces/default/endpointslices";

const slice = (addresses: readonly string[], addressType = "IPv4") => ({
  addressType,
  endpoints: addresses.map((address) => ({ addresses: [address] })),
  ports: [{ name: "https", port: 6443 }],
});

test.each([
  ["one alone is the one that answered", [slice(["192.0.2.1"])], []],
  ["of several, those that were asked are left out", [slice(["192.0.2.1", "192.0.2.2"])], ["https://192.0.2.2:6443"]],
  [
    "addresses of version 6 are written as in URLs",
    [slice(["192.0.2.1"]), slice(["2001:db8::2"], "IPv6")],
    ["https://[2001:db8::2]:6443"],
  ],
  ["what is no address is none", [slice(["192.0.2.1", "not an address", "192.0.2.3"])], ["https://192.0.2.3:6443"]],
  ["there is no slice", [], []],
])("%s", async (_, items, urls) => {
  const { client } = new ScriptedCluster({ [path]: [200, { items }] });
  expect(await otherServers(client, ["https://192.0.2.1:6443/"])).toEqual({ urls });
});

test("slices that cannot be read leave it open", async () => {
  const { client } = new ScriptedCluster({ [path]: [403, { message: "alice cannot list endpointslices" }] });
  expect(await otherServers(client, [])).toEqual({ unknown: "alice cannot list endpointslices" });
});
