const newline = 0x0a;

/**
 * The lines of a stream, bounded: a line that never ends must not fill the memory. Bytes after the last newline are an error,
 * for then the stream was cut inside of a line.
 */
export async function* readLines(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<string> {
  const pending: Buffer[] = [];
  let pendingBytes = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      pending.push(chunk.subarray(start, end));
      requireShort(pendingBytes + end - start, maxBytes);
      const line = Buffer.concat(pending.splice(0)).toString("utf8");
      pendingBytes = 0;
      start = end + 1;
      if (line !== "") yield line;
    }
    pending.push(chunk.subarray(start));
    pendingBytes += chunk.length - start;
    requireShort(pendingBytes, maxBytes);
  }
  if (pendingBytes > 0) throw new Error("the stream ended inside of a line");
}

function requireShort(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw new RangeError(`a line is longer than ${maxBytes} bytes`);
}
