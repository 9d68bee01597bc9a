/** Test mode: a second tenant of the merchant, for trying the console and the gateway without real money. */

/** Permission to switch to test data. */
export const TEST_MODE = 'test_mode.use';

/** Permission to make gateway calls from the console, signed with the test key. */
export const TRY_GATEWAY = 'test_mode.call';

/** Prefix of the signing keys for test data. */
export const TEST_KEY_PREFIX = 'test_';
