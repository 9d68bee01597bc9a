/**
 * The file's name in a Content-Disposition header: its UTF-8 form (RFC 6266), else its plain one; null when there is
 * none. Without any folder: a name is not to choose where a browser puts the file.
 */
export function fileNameOf(disposition: string | null): string | null {
  const encoded = /filename\*\s*=\s*UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(disposition ?? '');
  const name = decoded(encoded) ?? plain?.[1] ?? plain?.[2] ?? '';
  return name.replaceAll(/[/\\\p{Cc}]/gu, '_').replace(/^\.+/, '') || null;
}

function decoded(text: string | undefined): string | null {
  if (text === undefined) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
