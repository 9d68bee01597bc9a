/** Time in milliseconds until the URL is revoked. Some browsers read it a moment after the click. */
const KEPT_MS = 10_000;

/** Downloads content as a file. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
