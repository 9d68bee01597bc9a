import { v7 as uuidv7 } from 'uuid';

const TWO_TO_32 = 2n ** 32n;

/**
 * An id by whose order the entries or lines of one millisecond stay in the order in which they were booked, as a list by
 * time needs it to show one balance after the other.
 *
 * @param seq the entry's in its account, or the line's in its wallet; null on the platform's accounts, which have none
 * @param random 16 bytes, for ids that are the same in each run
 */
export function entryId(at: Date, seq: bigint | null, random?: Uint8Array): string {
  const options = { msecs: at.getTime(), ...(seq === null ? {} : { seq: Number(seq % TWO_TO_32) }) };
  return uuidv7(random ? { ...options, random } : options);
}
