/** The browser takes up the address at once, but some look at it only a moment later. */
const KEPT_MS = 10_000;

/** Gives a file to the person, as if its address had been clicked. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
