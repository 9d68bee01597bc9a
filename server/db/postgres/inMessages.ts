import { setImmediate as turn } from 'node:timers/promises';

interface Messages<Item, Result> {
  /** Items of a message at most. */
  most(): number;
  /** Messages at once at most. */
  atOnce(): number;
  /**
   * Sends a message. If it throws, none of the items was sent.
   * @returns the answer to each item; and `done`, after which the next message may be sent
   */
  send(items: readonly Item[]): Promise<{ answers: readonly Promise<Result>[]; done: Promise<void> }>;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(this: void, result: Result): void;
  reject(this: void, error: unknown): void;
}

/**
 * Returns a function that sends single items. Items that arrive together, or while as many messages as possible are on
 * their way, share a message. None waits for a message to fill.
 */
export function inMessages<Item, Result>({
  most,
  atOnce,
  send,
}: Messages<Item, Result>): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;

  async function workOff(): Promise<void> {
    // What arrives in this turn goes together.
    await turn();
    while (waiting.length > 0) await sendTogether(waiting.splice(0, most()));
    running -= 1;
  }

  async function sendTogether(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const { answers, done } = await send(group.map(({ item }) => item));
      for (const [index, { resolve, reject }] of group.entries()) {
        if (answers[index]) answers[index].then(resolve, reject);
        else reject(new TypeError('unreachable: each item has an answer'));
      }
      await done;
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running >= atOnce()) return;
      running += 1;
      void workOff();
    });
}
