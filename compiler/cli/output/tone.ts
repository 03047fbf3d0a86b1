/** What a row says of its object, for colours: data is lost, it stays, somebody else has to act, or nothing of these. */
export type Tone = "loss" | "stays" | "waits" | "plain";
