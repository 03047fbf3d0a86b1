/** What came is longer than it may be. */
export class TooLong extends Error {
  override readonly name = "TooLong";
}

/** The whole body as text, or an error where it is longer than it may be: nobody sends us what does not fit into memory. */
export async function readBody(chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new TooLong(`the answer is longer than ${maxBytes} bytes`);
    parts.push(chunk);
  }
  return Buffer.concat(parts, bytes).toString("utf8");
}
