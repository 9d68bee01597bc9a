const LONGEST_NAME = 200;
const NAMELESS = 'file';

/** The last part of a path, without what could mislead in a list of files: control and direction characters. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const plain = last.replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}]/gu, '').trim();
  // A character that was cut in two at the end is left out.
  return plain.slice(0, LONGEST_NAME).replace(/\p{Surrogate}$/u, '') || NAMELESS;
}
