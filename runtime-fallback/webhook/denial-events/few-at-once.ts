export interface FewAtOnce {
  hasRoom(): boolean;
  /** Begins the work as soon as less than `atOnce` is under way. It must not reject. */
  begin(work: () => Promise<void>): void;
}

/** Work of which little is under way at once, and little waits. */
export function fewAtOnce({ atOnce, waiting: maxWaiting }: { readonly atOnce: number; readonly waiting: number }): FewAtOnce {
  const waiting: (() => Promise<void>)[] = [];
  let underWay = 0;
  const next = (): void => {
    if (underWay >= atOnce) return;
    const work = waiting.shift();
    if (work === undefined) return;
    underWay += 1;
    void work().finally(() => {
      underWay -= 1;
      next();
    });
  };
  return {
    hasRoom: () => waiting.length < maxWaiting,
    begin: (work) => {
      waiting.push(work);
      next();
    },
  };
}
