/** Entries that are compared, pair by pair; an update of something with more is refused. Nobody has as many. */
export const most = {
  validations: 200,
  rules: 10,
  operations: 5,
  items: 30,
  conditions: 64,
  webhooks: 20,
  conditionsOfWebhook: 16,
} as const;
