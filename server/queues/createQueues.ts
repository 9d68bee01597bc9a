import { TooManyRequestsError } from '#server/errors.ts';

const RETRY_AFTER_SECONDS = 1;

interface QueueOptions {
  /** Works of one key that may run at the same time; 1 by default. */
  atOnce?: number;
  /** How long a work may wait for its turn. */
  waitMs: number;
  /** Text of the refusal after that, `errors.<busy>`. */
  busy: string;
}

interface Queue {
  running: number;
  /** In the order in which they came. */
  waiting: Set<() => void>;
}

/** Runs a work when it is its turn among those of the same key. @throws TooManyRequestsError if that takes too long */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Queues of this process, one for each key that is in use. */
export function createQueues({ atOnce = 1, waitMs, busy }: QueueOptions): InTurn {
  const queues = new Map<string, Queue>();

  function turn(queue: Queue): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.waiting.delete(begin);
        reject(new TooManyRequestsError(RETRY_AFTER_SECONDS, busy));
      }, waitMs);
      queue.waiting.add(begin);
    });
  }

  function handOver(key: string, queue: Queue): void {
    const [next] = queue.waiting;
    if (next) {
      queue.waiting.delete(next);
      next();
      return;
    }
    queue.running -= 1;
    if (queue.running === 0) queues.delete(key);
  }

  return async (key, work) => {
    const queue = queues.get(key) ?? { running: 0, waiting: new Set() };
    queues.set(key, queue);
    if (queue.running < atOnce) queue.running += 1;
    else await turn(queue);
    try {
      return await work();
    } finally {
      handOver(key, queue);
    }
  };
}
