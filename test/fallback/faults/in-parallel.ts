const clients = 16;

/** Everything from 0 on, some at a time. */
export async function inParallel(count: number, act: (at: number) => Promise<void>): Promise<void> {
  const client = async (first: number): Promise<void> => {
    for (let at = first; at < count; at += clients) await act(at);
  };
  await Promise.all(Array.from({ length: clients }, (_, first) => client(first)));
}
