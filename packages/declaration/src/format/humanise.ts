/** `merchant_order_no` → `Merchant order no`, for names without a translation. */
export function humanise(source: string): string {
  const words = source.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
