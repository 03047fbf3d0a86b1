/** Questions to the authorizer: what the catalogue says of them. */
export const questions = {
  "not-a-question": {
    message: "`{text}` asks what the API server may fail to answer",
    help: "{help}",
  },
  "asks-in-message": {
    message: "the message of rule `{rule}` depends on `authorizer`, which the API server has in conditions only",
    help: "write a rule for each answer, with a message of its own",
  },
  "too-many-questions": {
    message:
      "rule `{rule}` asks the authorizer {questions} times in one expression, which costs {cost} units; the API server allows {limit}",
    help: "ask at most twice in an expression; a question that has a name of its own (`const mayOverride = ...`) is an expression of its own",
  },
} as const;
