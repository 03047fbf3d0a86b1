import { type Attack, type StoredObject, type Victim, merge, denialBy, victimPath } from "./attack.ts";

interface Webhook {
  readonly failurePolicy: string;
}

const webhooksOf = (object: StoredObject): readonly Webhook[] => object["webhooks"] as readonly Webhook[];

const isWebhooks = ({ kind }: { readonly kind: string }): boolean => kind === "ValidatingWebhookConfiguration";

const rest = {
  threat: "T16",
  isPossible: isWebhooks,
  denial: denialBy("protect-guard-webhooks", "webhookGuard", "protect-guard-webhooks"),
} as const;

/** T16: the configuration is there, and its webhook denies nothing. */
export const weakenings: readonly Attack[] = [
  {
    ...rest,
    title: "its webhook taken away",
    steps: (victim) => [merge(victim, { webhooks: [] })],
    harm: { text: "asks nobody", isDone: async (victim) => (await storedWebhooks(victim)).length === 0 },
  },
  {
    ...rest,
    title: "failures of its webhook ignored",
    steps: (victim) => [
      merge(victim, { webhooks: webhooksOf(victim.object).map((webhook) => ({ ...webhook, failurePolicy: "Ignore" })) }),
    ],
    harm: {
      text: "lets through what nobody answers",
      isDone: async (victim) => (await storedWebhooks(victim)).some(({ failurePolicy }) => failurePolicy === "Ignore"),
    },
  },
];

async function storedWebhooks(victim: Victim): Promise<readonly Webhook[]> {
  const { body } = await victim.server.request({ method: "GET", path: victimPath(victim) });
  return (body["webhooks"] as readonly Webhook[] | undefined) ?? [];
}
