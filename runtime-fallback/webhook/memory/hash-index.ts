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
const firstNodes = 1024;
/** What is larger grows by a quarter: at twice its size half of it would be empty. */
const growth = 1.25;
const nodesOfBucket = 2;

/** An index of nothing. */
export function createHashIndex(): HashIndex {
  let nodes = new Int32Array(firstNodes * nodeLength);
  let heads = new Int32Array(firstNodes / nodesOfBucket).fill(none);
  let firsts = new Int32Array(firstNodes).fill(none);
  let used = 0;
  let free = none;

  const at = (node: number, field: number): number => nodes[node * nodeLength + field] ?? none;
  const set = (node: number, field: number, value: number): void => void (nodes[node * nodeLength + field] = value);
  const firstOf = (slot: number): number => firsts[slot] ?? none;
  const bucketOf = (hash: number): number => hash & (heads.length - 1);

  const link = (node: number): void => {
    const bucket = bucketOf(at(node, hashAt));
    const next = heads[bucket] ?? none;
    set(node, nextAt, next);
    set(node, previousAt, none);
    if (next !== none) set(next, previousAt, node);
    heads[bucket] = node;
  };
  const unlink = (node: number): void => {
    const [next, previous] = [at(node, nextAt), at(node, previousAt)];
    if (previous === none) heads[bucketOf(at(node, hashAt))] = next;
    else set(previous, nextAt, next);
    if (next !== none) set(next, previousAt, previous);
  };
  /** Of what is free its hash is that of nothing: `slots` never sees it, and `link` of all leaves it out. */
  const release = (node: number): void => {
    set(node, slotAt, none);
    set(node, nextAt, free);
    free = node;
  };
  const take = (): number => {
    if (free === none) {
      if ((used + 1) * nodeLength > nodes.length) nodes = grown(nodes, nodeLength);
      used += 1;
      return used - 1;
    }
    const node = free;
    free = at(node, nextAt);
    return node;
  };
  const addBuckets = (): void => {
    heads = new Int32Array(heads.length * 2).fill(none);
    for (let node = 0; node < used; node += 1) if (at(node, slotAt) !== none) link(node);
  };

  return {
    add: (slot, hash) => {
      const node = take();
      while (slot >= firsts.length) firsts = grown(firsts, 1);
      nodes.set([slot, hash, none, none, firstOf(slot)], node * nodeLength);
      firsts[slot] = node;
      link(node);
      if (used > heads.length * nodesOfBucket) addBuckets();
    },
    remove: (slot) => {
      for (let node = firstOf(slot); node !== none;) {
        const sibling = at(node, siblingAt);
        unlink(node);
        release(node);
        node = sibling;
      }
      firsts[slot] = none;
    },
    slots: (hash) => {
      const found = new Set<number>();
      for (let node = heads[bucketOf(hash)] ?? none; node !== none; node = at(node, nextAt))
        if (at(node, hashAt) === hash) found.add(at(node, slotAt));
      return found;
    },
    hashes: (slot) => {
      const found: number[] = [];
      for (let node = firstOf(slot); node !== none; node = at(node, siblingAt)) found.push(at(node, hashAt));
      return found;
    },
  };
}

function grown(numbers: Int32Array<ArrayBuffer>, unit: number): Int32Array<ArrayBuffer> {
  const units = Math.ceil((numbers.length / unit) * growth);
  const all = new Int32Array(units * unit).fill(none, numbers.length);
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
