import { commandIn } from "../../presets/command-in.ts";
import type { Victim } from "./attacks.ts";

/** Two rules may deny it, one after the other. */
const maxCommands = 3;

/**
 * Why it cannot be deleted, although the commands of its denials were run as they are; undefined where it is deleted
 * now.
 */
export async function deadEndOf({ subject, place, denied }: Victim): Promise<string | undefined> {
  const [circumstance] = denied;
  if (circumstance === undefined) throw new Error("no delete of it is denied");
  const dryRun = subject.deletion(place, circumstance);
  const request = { ...dryRun, path: dryRun.path.replace("?dryRun=All", "") };
  for (let left = maxCommands; left > 0; left -= 1) {
    const { status, body } = await subject.request(request);
    if (status === 200) return undefined;
    const denial = String(body["message"]);
    if (!denial.includes("kubectl ")) return `no command: ${denial}`;
    const command = commandIn(denial);
    const { code, stderr } = await subject.kubectl(command);
    if (code !== 0) return `${command.join(" ")}: ${stderr}`;
  }
  return `still denied after ${maxCommands} commands`;
}
