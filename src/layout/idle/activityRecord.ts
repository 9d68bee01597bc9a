/** When this browser's user was last active, known to all its tabs; milliseconds since 1970. */
export interface ActivityRecord {
  /** Null when there is none. */
  read(): number | null;
  write(at: number): void;
}

export const ACTIVITY_KEY = 'last-activity';

/** @param storage the browser's local storage; what it holds may be anything */
export function createActivityRecord(storage: Pick<Storage, 'getItem' | 'setItem'>): ActivityRecord {
  /** For a storage that is full or forbidden: then each tab counts for itself. */
  let own: number | null = null;
  return {
    read() {
      const stored = Number(storage.getItem(ACTIVITY_KEY) ?? Number.NaN);
      const known = [stored, own ?? Number.NaN].filter(Number.isFinite);
      return known.length === 0 ? null : Math.max(...known);
    },
    write(at) {
      own = null;
      try {
        storage.setItem(ACTIVITY_KEY, String(at));
      } catch {
        own = at;
      }
    },
  };
}
