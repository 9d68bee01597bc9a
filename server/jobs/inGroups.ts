import { setImmediate as turn } from 'node:timers/promises';
import { UnavailableError } from '#server/errors.ts';

interface Groups<Item, Result> {
  /** Items with the same key may be in one group. */
  keyOf(item: Item): string;
  /** Largest group. */
  most: number;
  /** Acts on a group, all or nothing. Returns a result for each item. */
  act(items: readonly Item[]): Promise<readonly Result[]>;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Returns a function that acts on single items, which share the cost of an act: items that arrive while the previous
 * group of their key is acted on become the next group. So none waits for a group to fill, and groups are as large as
 * the load demands.
 *
 * If an act fails, its halves are tried separately, so an item that can't succeed falls out alone with its own error. If
 * the database can't be used, all items of the group fail.
 */
export function inGroups<Item, Result>({ keyOf, most, act }: Groups<Item, Result>): (item: Item) => Promise<Result> {
  /** Has a key while its items are acted on. */
  const queues = new Map<string, Waiting<Item, Result>[]>();

  async function workOff(key: string, queue: Waiting<Item, Result>[]): Promise<void> {
    // Answers that have arrived together come in one turn.
    await turn();
    while (queue.length > 0) await actOn(queue.splice(0, most));
    queues.delete(key);
  }

  async function actOn(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await act(group.map(({ item }) => item));
      if (results.length !== group.length) throw new TypeError('unreachable: each item has a result');
      for (const [index, result] of results.entries()) group[index]?.resolve(result);
    } catch (error) {
      if (group.length === 1 || error instanceof UnavailableError) {
        for (const { reject } of group) reject(error);
        return;
      }
      const half = Math.ceil(group.length / 2);
      await actOn(group.slice(0, half));
      await actOn(group.slice(half));
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const key = keyOf(item);
      const queue = queues.get(key);
      if (queue) {
        queue.push({ item, resolve, reject });
        return;
      }
      const started = [{ item, resolve, reject }];
      queues.set(key, started);
      void workOff(key, started);
    });
}
