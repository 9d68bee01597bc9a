/** A session token: printable ASCII, because it is sent in a header. */
export const TOKEN_PATTERN = /^[\x21-\x7e]{32,256}$/;
