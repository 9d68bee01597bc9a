/**
 * A Content-Disposition header with a file's name in full (RFC 8187), and in ASCII for old programs.
 * @param name.ascii without quotes, `%` and control characters
 */
export function disposition(way: 'inline' | 'attachment', name: { ascii: string; full: string }): string {
  const full = encodeURIComponent(name.full).replaceAll(/['()*!]/g, percentEncoded);
  return `${way}; filename="${name.ascii}"; filename*=UTF-8''${full}`;
}

/** The full name in a header of `disposition`. */
export function nameIn(header: string): string {
  return decodeURIComponent(/filename\*=UTF-8''(\S+)$/.exec(header)?.[1] ?? '');
}

/** Percent-encodes characters that encodeURIComponent leaves and RFC 8187 forbids. */
function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
