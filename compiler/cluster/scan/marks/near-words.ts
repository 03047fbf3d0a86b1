/**
 * How many slips make one word of the other: letters too many, too few, others, or two that have changed places
 * (optimal string alignment).
 */
export function slips(from: string, to: string): number {
  let [before, row]: [readonly number[], readonly number[]] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let at = 1; at <= to.length; at += 1) {
      const isSame = from[line - 1] === to[at - 1];
      const isTurned = line > 1 && at > 1 && from[line - 1] === to[at - 2] && from[line - 2] === to[at - 1];
      next.push(
        Math.min(
          (row[at] ?? 0) + 1,
          (next[at - 1] ?? 0) + 1,
          (row[at - 1] ?? 0) + (isSame ? 0 : 1),
          isTurned ? (before[at - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}

/** Of a short word one letter more is another word. */
function allowed(length: number): number {
  if (length < 5) return 0;
  return length < 10 ? 1 : length < 14 ? 2 : 3;
}

const folded = (text: string): string => text.toLowerCase().replaceAll("_", "-");

export function isNearWord(word: string, meant: string): boolean {
  const [given, wanted] = [folded(word), folded(meant)];
  if (given === wanted) return true;
  const most = allowed(meant.length);
  if (Math.abs(word.length - meant.length) > most) return false;
  return slips(given, wanted) <= most || (most === 0 && meant.length === 4 && isSwapped(given, wanted));
}

/** Two neighbours have changed places: a slip even in a short word. */
function isSwapped(word: string, meant: string): boolean {
  return [...word].toSorted().join("") === [...meant].toSorted().join("") && slips(word, meant) === 1;
}

/** Whether somebody who wrote this key of a label or annotation has meant the other one. */
export function isNearKey(key: string, meant: string): boolean {
  if (key === meant) return false;
  if (folded(key) === folded(meant)) return true;
  const [[prefix, name], [meantPrefix, meantName]] = [parted(key), parted(meant)];
  if (meantPrefix === undefined) return prefix === undefined && isNearWord(key, meant);
  // Without a prefix many words mean something else.
  if (prefix === undefined) return name === meantName && name.length >= 12 && name.includes("-");
  if (prefix === meantPrefix) return isNearWord(name, meantName);
  return isNearWord(name, meantName) && isNearPrefix(prefix, meantPrefix, name === meantName);
}

function parted(key: string): readonly [prefix: string | undefined, name: string] {
  const at = key.lastIndexOf("/");
  return at < 0 ? [undefined, key] : [key.slice(0, at), key.slice(at + 1)];
}

/** A slip, a part too many or too few, or another last part: `services.k8s.io` for `services.k8s.aws`. */
function isNearPrefix(prefix: string, meant: string, isSameName: boolean): boolean {
  if (meant.length >= 8 && slips(folded(prefix), folded(meant)) <= (isSameName ? 2 : 1)) return true;
  if (!isSameName) return false;
  const [shorter, longer] = prefix.length < meant.length ? [prefix, meant] : [meant, prefix];
  if (shorter.includes(".") && (longer.endsWith(`.${shorter}`) || longer.startsWith(`${shorter}.`))) return true;
  const [parts, meantParts] = [prefix.split("."), meant.split(".")];
  const isSameButLast = parts.length === meantParts.length && parts.slice(0, -1).join() === meantParts.slice(0, -1).join();
  return isSameButLast && parts.slice(0, -1).join("").length >= 8;
}
