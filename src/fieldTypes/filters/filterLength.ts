/** The contract's limit on a text in a filter, in UTF-16 units. */
export const MAX_FILTER_LENGTH = 256;
