/** The largest number that the server's integer columns hold: 2^31 - 1. */
export const MAX_INTEGER = 2_147_483_647;
