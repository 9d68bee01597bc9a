/** What a session's token looks like: printable ASCII, because it travels in a header. */
export const TOKEN_PATTERN = /^[\x21-\x7e]{32,256}$/;
