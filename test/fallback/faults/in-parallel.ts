/** Everything from 0 on, so many at a time: when one is done, the next begins. */
export async function inParallel(count: number, act: (at: number) => Promise<void>, atOnce = 16): Promise<void> {
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await act(next - 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, client));
}
