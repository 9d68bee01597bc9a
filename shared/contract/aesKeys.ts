/** Hexadecimal pattern of an AES-128, AES-192 or AES-256 key, and of an IV of one block. */
export const AES_KEY_PATTERN = /^([0-9a-f]{32}|[0-9a-f]{48}|[0-9a-f]{64})$/i;
export const AES_IV_PATTERN = /^[0-9a-f]{32}$/i;
