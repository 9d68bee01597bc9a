/** Faults of a single call. `after`: the bank has executed the call. */
export const FAULTS = [
  'none',
  'drop_before',
  'drop_after',
  'error_before',
  'error_after',
  'silent_after',
  'wrong_signature',
  'unsigned',
  'garbage',
  'callback_first',
  'callback_twice',
  'callback_forged',
  'callbacks_reversed',
] as const;
export type Fault = (typeof FAULTS)[number];

/** The faults of the next calls, one per call, in the order in which they were added. */
export function createFaults() {
  const coming: Fault[] = [];
  return {
    add: (faults: readonly Fault[]) => void coming.push(...faults),
    clear: () => void coming.splice(0),
    next: (): Fault => coming.shift() ?? 'none',
  };
}

export function isFault(value: unknown): value is Fault {
  return FAULTS.some((fault) => fault === value);
}
