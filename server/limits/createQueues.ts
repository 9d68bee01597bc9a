import { TooManyRequestsError } from '#server/errors.ts';

const RETRY_AFTER_SECONDS = 1;

interface QueueOptions {
  /** Concurrent tasks per key; 1 by default. */
  atOnce?: number;
  /** Maximum wait for a turn, in milliseconds. */
  waitMs: number;
  /** Message key of the rejection after that: `errors.<busy>`. */
  busy: string;
}

interface Queue {
  running: number;
  /** In order of arrival. */
  waiting: Set<() => void>;
}

/** Runs a task when it is its turn among those of the same key. @throws {TooManyRequestsError} if it waits too long */
type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** In-process queues, one for each key in use. */
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
