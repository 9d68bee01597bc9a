/**
 * Versions of the gateway's responses, oldest first, as dates. A key has the version that was the newest when it was made, so
 * its program is answered as it was written for. Never change or remove one that a key may have.
 */
export const GATEWAY_VERSIONS = ['2026-11-28'] as const;

/** Version of keys from before there were versions. */
export const FIRST_VERSION: string = GATEWAY_VERSIONS[0];

/** Version of new keys. */
export const NEWEST_VERSION: string = GATEWAY_VERSIONS[GATEWAY_VERSIONS.length - 1] ?? FIRST_VERSION;

/** Header of a call that is to be answered in another version than its key's, and of each response. */
export const VERSION_HEADER = 'Gateway-Version';
