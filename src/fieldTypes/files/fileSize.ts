const UNITS = ['B', 'KB', 'MB', 'GB'];
const STEP = 1024;

/** `1536` → `1.5 KB`, with one decimal below 10. */
export function fileSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(STEP))));
  const amount = bytes / STEP ** power;
  return `${Number(amount.toFixed(amount < 10 ? 1 : 0))} ${UNITS[power] ?? ''}`;
}
