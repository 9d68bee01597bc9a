/** As the lists of orders have them. */
export const ORDER_TONES = { pending: 'warning', success: 'success', failed: 'error', closed: 'default' } as const;
