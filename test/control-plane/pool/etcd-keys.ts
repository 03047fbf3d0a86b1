import { request } from "undici";

/** Of each key, in base64, the revision in which it was last written. */
export type Revisions = ReadonlyMap<string, string>;

export type Entry = { readonly value: string; readonly revision: string };

/**
 * What kube-apiserver keeps in its etcd, past its admission. Keys and values are in base64, as etcd's gateway has them.
 */
export type EtcdKeys = {
  revisions(): Promise<Revisions>;
  entries(): Promise<ReadonlyMap<string, Entry>>;
  /** Gives the new revisions. */
  put(values: ReadonlyMap<string, string>): Promise<Revisions>;
  remove(keys: readonly string[]): Promise<void>;
};

type KeyValue = { readonly key: string; readonly mod_revision: string; readonly value?: string };

/** Everything that starts with `/registry/`: `0` is the character after the slash. */
const everything = { key: encode("/registry/"), range_end: encode("/registry0") };
/** etcd takes 128 in one transaction (`--max-txn-ops`). */
const operationsAtOnce = 100;

export function openEtcdKeys(url: string): EtcdKeys {
  const range = async (options: object): Promise<readonly KeyValue[]> => {
    const { kvs = [] } = (await post(`${url}/v3/kv/range`, { ...everything, ...options })) as { kvs?: readonly KeyValue[] };
    return kvs;
  };
  const transact = async (operations: readonly object[]): Promise<string> => {
    const { header } = (await post(`${url}/v3/kv/txn`, { success: operations })) as { header: { revision: string } };
    return header.revision;
  };
  return {
    revisions: async () => new Map((await range({ keys_only: true })).map(({ key, mod_revision }) => [key, mod_revision])),
    entries: async () =>
      new Map((await range({})).map(({ key, mod_revision, value = "" }) => [key, { value, revision: mod_revision }])),
    put: async (values) => {
      const written = new Map<string, string>();
      for (const some of chunked([...values])) {
        const revision = await transact(some.map(([key, value]) => ({ requestPut: { key, value } })));
        for (const [key] of some) written.set(key, revision);
      }
      return written;
    },
    remove: async (keys) => {
      for (const some of chunked(keys)) await transact(some.map((key) => ({ requestDeleteRange: { key } })));
    },
  };
}

/** The name of a key, as kube-apiserver wrote it: `/registry/configmaps/default/settings`. */
export function keyName(key: string): string {
  return Buffer.from(key, "base64").toString();
}

function encode(text: string): string {
  return Buffer.from(text).toString("base64");
}

async function post(url: string, body: object): Promise<object> {
  const answer = await request(url, { method: "POST", body: JSON.stringify(body) });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`etcd answered ${answer.statusCode}: ${text}`);
  return JSON.parse(text) as object;
}

function chunked<T>(items: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / operationsAtOnce) }, (_, at) =>
    items.slice(at * operationsAtOnce, (at + 1) * operationsAtOnce),
  );
}
