import type { Label } from '#shared/i18n/label.ts';

/** A record that the user has opened. */
export interface RecentRecord {
  /** Its address, which identifies it. */
  to: string;
  title: string;
  /** Title of the page that it belongs to. */
  page: Label;
  icon: string | null;
}

export interface RecentRecords {
  /** Newest first. The array is stable until another record is opened. */
  get(): readonly RecentRecord[];
  add(record: RecentRecord): void;
}

const MAX_RECENT = 8;

/**
 * Keeps the most recently opened records of a session, in memory only, so that the next user of the browser doesn't see
 * them.
 */
export function createRecentRecords(): RecentRecords {
  let records: readonly RecentRecord[] = [];
  return {
    get: () => records,
    add(record) {
      records = [record, ...records.filter(({ to }) => to !== record.to)].slice(0, MAX_RECENT);
    },
  };
}
