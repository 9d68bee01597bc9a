/** A session token: printable ASCII, because it is sent in a header, and short enough for a cookie, as a JWT may be. */
export const TOKEN_PATTERN = /^[\x21-\x7e]{16,3000}$/;
