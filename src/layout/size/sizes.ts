export const SIZES = ['default', 'medium', 'small', 'mini'] as const;
/** How large controls and rows are. */
export type Size = (typeof SIZES)[number];

/** @param cookie as it was left; it may be anything */
export function readSize(cookie: string | undefined): Size {
  return SIZES.find((size) => size === cookie) ?? 'medium';
}
