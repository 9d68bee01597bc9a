interface GatheringConfig<T> {
  /** One at a time. */
  act(this: void, gathered: T): Promise<void>;
  join(this: void, before: T, next: T): T;
  everyMs: number;
}

/** Acts at once, and then on all that has come meanwhile, no sooner than a time after it has last begun. */
export function gathering<T>({ act, join, everyMs }: GatheringConfig<T>) {
  let waiting: { value: T } | null = null;
  let isBusy = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    if (isBusy || waiting === null) return;
    const { value } = waiting;
    waiting = null;
    isBusy = true;
    const pause = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, everyMs);
    });
    await Promise.allSettled([act(value), pause]);
    isBusy = false;
    void run();
  }

  return {
    add(value: T): void {
      waiting = { value: waiting ? join(waiting.value, value) : value };
      void run();
    },
    stop(): void {
      waiting = null;
      clearTimeout(timer);
    },
  };
}
