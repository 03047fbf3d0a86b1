/**
 * Which slots have a hash, as numbers alone: a Map with a text and a Set for each value takes ten times the memory, and
 * its garbage collector looks at all of it again and again. Two texts may have one hash, so whoever finds a slot looks
 * at what is in it.
 */
export interface HashIndex {
  /** A slot may have any number of hashes, and the same one twice. */
  add(slot: number, hash: number): void;
  /** All that the slot has. */
  remove(slot: number): void;
  /** Each slot once. */
  slots(hash: number): ReadonlySet<number>;
  /** One of them that is meant. */
  find(hash: number, isMeant: (slot: number) => boolean): number | undefined;
  hashes(slot: number): readonly number[];
}

/** A node is a slot that has a hash: numbers that stand one after the other. */
const slotAt = 0;
const hashAt = 1;
/** Nodes of one bucket in both directions, so that one is taken out without looking at the others. */
const nextAt = 2;
const previousAt = 3;
/** The next node of the slot. */
const siblingAt = 4;
const nodeLength = 5;

const none = -1;
/** Of one block: they are never moved, and what is left of the last one is all that is empty. */
const blockBits = 12;
const nodesOfBlock = 2 ** blockBits;
const nodesOfBucket = 2;
const firstBuckets = 512;
/** What is larger grows by a quarter: at twice its size half of it would be empty. */
const growth = 1.25;

/** An index of nothing. */
export const createHashIndex = (): HashIndex => new NodeTable();

class NodeTable implements HashIndex {
  readonly #blocks: Int32Array[] = [];
  #heads = new Int32Array(firstBuckets).fill(none);
  #firsts = new Int32Array(firstBuckets).fill(none);
  #used = 0;
  #free = none;

  add(slot: number, hash: number): void {
    const node = this.#take();
    while (slot >= this.#firsts.length) this.#firsts = grown(this.#firsts);
    this.#set(node, slotAt, slot);
    this.#set(node, hashAt, hash);
    this.#set(node, siblingAt, this.#firstOf(slot));
    this.#firsts[slot] = node;
    this.#link(node);
    if (this.#used > this.#heads.length * nodesOfBucket) this.#addBuckets();
  }

  remove(slot: number): void {
    for (let node = this.#firstOf(slot); node !== none;) {
      const sibling = this.#at(node, siblingAt);
      this.#unlink(node);
      this.#release(node);
      node = sibling;
    }
    this.#firsts[slot] = none;
  }

  slots(hash: number): ReadonlySet<number> {
    const found = new Set<number>();
    for (let node = this.#heads[this.#bucketOf(hash)] ?? none; node !== none; node = this.#at(node, nextAt))
      if (this.#at(node, hashAt) === hash) found.add(this.#at(node, slotAt));
    return found;
  }

  find(hash: number, isMeant: (slot: number) => boolean): number | undefined {
    for (let node = this.#heads[this.#bucketOf(hash)] ?? none; node !== none; node = this.#at(node, nextAt)) {
      if (this.#at(node, hashAt) === hash && isMeant(this.#at(node, slotAt))) return this.#at(node, slotAt);
    }
    return undefined;
  }

  hashes(slot: number): readonly number[] {
    const found: number[] = [];
    for (let node = this.#firstOf(slot); node !== none; node = this.#at(node, siblingAt)) found.push(this.#at(node, hashAt));
    return found;
  }

  #at(node: number, field: number): number {
    return this.#blocks[node >>> blockBits]?.[(node & (nodesOfBlock - 1)) * nodeLength + field] ?? none;
  }

  #set(node: number, field: number, value: number): void {
    const block = this.#blocks[node >>> blockBits];
    if (block !== undefined) block[(node & (nodesOfBlock - 1)) * nodeLength + field] = value;
  }

  #firstOf(slot: number): number {
    return this.#firsts[slot] ?? none;
  }

  #bucketOf(hash: number): number {
    return hash & (this.#heads.length - 1);
  }

  #take(): number {
    const node = this.#free;
    if (node !== none) {
      this.#free = this.#at(node, nextAt);
      return node;
    }
    if (this.#used === this.#blocks.length * nodesOfBlock) this.#blocks.push(new Int32Array(nodesOfBlock * nodeLength));
    this.#used += 1;
    return this.#used - 1;
  }

  /** What is free belongs to no slot, and is in no bucket. */
  #release(node: number): void {
    this.#set(node, slotAt, none);
    this.#set(node, nextAt, this.#free);
    this.#free = node;
  }

  #link(node: number): void {
    const bucket = this.#bucketOf(this.#at(node, hashAt));
    const next = this.#heads[bucket] ?? none;
    this.#set(node, nextAt, next);
    this.#set(node, previousAt, none);
    if (next !== none) this.#set(next, previousAt, node);
    this.#heads[bucket] = node;
  }

  #unlink(node: number): void {
    const [next, previous] = [this.#at(node, nextAt), this.#at(node, previousAt)];
    if (previous === none) this.#heads[this.#bucketOf(this.#at(node, hashAt))] = next;
    else this.#set(previous, nextAt, next);
    if (next !== none) this.#set(next, previousAt, previous);
  }

  #addBuckets(): void {
    this.#heads = new Int32Array(this.#heads.length * 2).fill(none);
    for (let node = 0; node < this.#used; node += 1) if (this.#at(node, slotAt) !== none) this.#link(node);
  }
}

function grown(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const all = new Int32Array(Math.ceil(numbers.length * growth)).fill(none, numbers.length);
  all.set(numbers);
  return all;
}

/** Of another process, texts with one hash are others: nobody can write objects that are found for each other. */
const seed = Math.floor(Math.random() * 2 ** 32);

/** FNV-1a over UTF-16; `of`: which index, so that two indices do not find each other's values. */
export function hashOf(of: number, text: string): number {
  let hash = Math.imul(seed ^ of, 0x9e37_79b1);
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193);
  // The last characters would decide on the bucket alone.
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x85eb_ca6b) ^ (hash >>> 13);
}
