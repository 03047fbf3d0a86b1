import { type KubernetesObject, deletionPolicy } from "holdfast";

interface RedisFailover extends KubernetesObject {
  spec: {
    redis: {
      replicas?: number;
      customConfig?: string[];
      storage?: { keepAfterDeletion?: boolean; persistentVolumeClaim?: object };
    };
  };
}

// customConfig lines: "appendonly yes", "maxmemory-policy allkeys-lru"
function config(r: RedisFailover): Map<string, string> {
  const map = new Map<string, string>();
  for (const line of r.spec.redis.customConfig ?? []) {
    const [key, ...value] = line.trim().split(/\s+/);
    if (key) map.set(key.toLowerCase(), value.join(" "));
  }
  return map;
}

function isCache(r: RedisFailover): boolean {
  const policy = config(r).get("maxmemory-policy") ?? "noeviction";
  return policy.startsWith("allkeys-") && config(r).get("appendonly") !== "yes";
}

export default deletionPolicy<RedisFailover>({
  name: "redis-that-is-not-a-cache",
  match: [{ group: "databases.spotahome.com", resource: "redisfailovers" }],
  rules: {
    notACache: {
      denyWhen: ({ oldObject }) => !isCache(oldObject) && !oldObject.spec.redis.storage?.keepAfterDeletion,
      message: ({ oldObject }) => {
        const c = config(oldObject);
        return `Redis ${oldObject.metadata.name} (${oldObject.spec.redis.replicas ?? 3} replicas) is not a cache: maxmemory-policy=${c.get("maxmemory-policy") ?? "noeviction"}, appendonly=${c.get("appendonly") ?? "no"}, save="${c.get("save") ?? ""}"`;
      },
    },
  },
});
