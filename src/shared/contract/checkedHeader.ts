/** On the answer with a declaration: this very text has been checked, and nothing in it is wrong. */
export const CHECKED_HEADER = 'X-Declaration';
