/** Entries that are compared, pair by pair; an update of something with more is denied. Nobody has as many. */
export const most = {
  validations: 200,
  rules: 10,
  operations: 5,
  items: 30,
  /** All that there are. */
  actions: 3,
  conditions: 64,
  webhooks: 50,
  rulesOfWebhook: 30,
  conditionsOfWebhook: 8,
} as const;
