/** Groups with many figures. */
const WIDE: readonly string[] = ['merchantFigures'];

/** Groups that load more data than the record, so their height depends on it. */
const GROWING: readonly string[] = ['notifyAttempts'];

/** Place of a shipped group on a record page: wide ones first, growing ones last. */
export function placeOfGroup(key: string): 'wide' | 'steady' | 'growing' {
  if (WIDE.includes(key)) return 'wide';
  return GROWING.includes(key) ? 'growing' : 'steady';
}
