/** When this browser's user was last active, known to all its tabs; milliseconds since 1970. */
export interface ActivityRecord {
  /** Null when there is none. */
  read(): number | null;
  write(at: number): void;
}

const KEY = 'last-activity';

/** @param storage the browser's local storage; what it holds may be anything */
export function createActivityRecord(storage: Pick<Storage, 'getItem' | 'setItem'>): ActivityRecord {
  /** For a storage that is full or forbidden: then each tab counts for itself. */
  let own: number | null = null;
  return {
    read() {
      const stored = Number(storage.getItem(KEY) ?? Number.NaN);
      const known = [stored, own ?? Number.NaN].filter(Number.isFinite);
      return known.length === 0 ? null : Math.max(...known);
    },
    write(at) {
      own = null;
      try {
        storage.setItem(KEY, String(at));
      } catch {
        own = at;
      }
    },
  };
}
