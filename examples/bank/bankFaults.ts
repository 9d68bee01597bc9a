/** What can go wrong with one call. `after`: the bank has done what it was asked to. */
export const FAULTS = [
  ...(['none', 'drop_before', 'drop_after', 'error_before', 'error_after', 'silent_after'] as const),
  ...(['wrong_signature', 'unsigned', 'garbage'] as const),
  ...(['callback_first', 'callback_twice', 'callback_forged', 'callbacks_reversed'] as const),
] as const;
export type Fault = (typeof FAULTS)[number];

/** The faults of the calls to come, one a call, in the order in which they were asked for. */
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
