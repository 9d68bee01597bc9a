/** Padding of a card. A phone's is smaller, so that an order number and its copy button share a line. */
export const cardPadding = { xs: 2, sm: 2.5 } as const;
