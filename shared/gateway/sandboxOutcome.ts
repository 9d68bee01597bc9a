/** Reason that the sandbox gives for a rejection. */
export const SANDBOX_DECLINES = 'The sandbox declines amounts that end in 13';

/**
 * The sandbox's rule, by the last two digits of an amount in minor units: 13 fails, 77 waits, anything else succeeds.
 */
export function sandboxOutcome(amount: bigint): 'success' | 'failed' | 'waiting' {
  switch (amount % 100n) {
    case 13n:
      return 'failed';
    case 77n:
      return 'waiting';
    default:
      return 'success';
  }
}
