/**
 * Largest amount of a request and largest balance of a wallet, including frozen funds: 18 digits. A bigint column holds
 * nine times as much, so balance plus amount never overflows.
 */
export const MAX_BALANCE = 999_999_999_999_999_999n;
