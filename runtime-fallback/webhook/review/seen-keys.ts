/**
 * Whether a key stands twice in an object, told from the bytes: to count the keys of what was parsed takes as long as to
 * parse it. It knows hashes and no keys, and so says of some that they may stand twice, and never of one that does that
 * it does not.
 */
export interface SeenKeys {
  /** The key whose bytes these are, without its quotes, in the object of that number. */
  add(from: number, to: number, object: number): void;
  readonly mayRepeat: boolean;
}

/** Of more keys than half of it, it says nothing: they may stand twice. */
const mostSlots = 16_384;
const leastSlots = 256;
/** A key with its quotes, colon, value and comma takes more than twice that, also in `managedFields`. */
const bytesOfSlot = 4;

const backslash = 0x5c;

/** One table for all: a scan is never interrupted. What stands there of another scan has another number. */
const hashes = new Int32Array(mostSlots);
const scans = new Int32Array(mostSlots);
let scan = 0;

/** Of another process, keys with one hash are others. */
export const seedOfProcess = Math.floor(Math.random() * 2 ** 32);

/** None yet, of a text of so many bytes. */
export const seenKeys = (bytes: Uint8Array, seed: number): SeenKeys => new Table(bytes, seed);

/** Undefined of a key with an escape, which is another way to write a key. */
function hashOf(bytes: Uint8Array, from: number, to: number, seed: number): number | undefined {
  let hash = Math.imul(seed, 0x9e37_79b1);
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] as number;
    if (byte === backslash) return undefined;
    hash = Math.imul(hash ^ byte, 0x0100_0193);
  }
  return hash ^ (hash >>> 15);
}

class Table implements SeenKeys {
  mayRepeat = false;
  readonly #bytes: Uint8Array;
  readonly #seed: number;
  readonly #mask: number;
  /** So many looks at a slot are left: half of the slots stay empty, and nobody finds keys that stand in one row. */
  #looks: number;

  constructor(bytes: Uint8Array, seed: number) {
    this.#bytes = bytes;
    this.#seed = seed;
    let slots = leastSlots;
    while (slots < mostSlots && slots * bytesOfSlot < bytes.length) slots *= 2;
    this.#mask = slots - 1;
    this.#looks = slots / 2;
    scan = (scan + 1) | 0;
  }

  add(from: number, to: number, object: number): void {
    if (this.mayRepeat) return;
    const hash = hashOf(this.#bytes, from, to, this.#seed ^ object);
    if (hash === undefined) this.mayRepeat = true;
    else this.#put(hash);
  }

  #put(hash: number): void {
    let slot = hash & this.#mask;
    while (scans[slot] === scan && hashes[slot] !== hash && this.#looks > 0) {
      slot = (slot + 1) & this.#mask;
      this.#looks -= 1;
    }
    this.#looks -= 1;
    if (scans[slot] === scan || this.#looks < 0) this.mayRepeat = true;
    [scans[slot], hashes[slot]] = [scan, hash];
  }
}
