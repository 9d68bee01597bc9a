import type { Label } from '#shared/i18n/label.ts';

/** A record that was open. */
export interface RecentRecord {
  /** Its address, which tells it from others. */
  to: string;
  title: string;
  /** Title of the page that it was opened from. */
  page: Label;
  icon: string | null;
}

export interface RecentRecords {
  /** The newest first; the same object until another record is opened. */
  get(): readonly RecentRecord[];
  add(record: RecentRecord): void;
}

const MAX_RECENT = 8;

/** The records of a session that were opened last. They are never stored: who sits here next is to find nothing. */
export function createRecentRecords(): RecentRecords {
  let records: readonly RecentRecord[] = [];
  return {
    get: () => records,
    add(record) {
      records = [record, ...records.filter(({ to }) => to !== record.to)].slice(0, MAX_RECENT);
    },
  };
}
