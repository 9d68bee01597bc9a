/**
 * Address of a menu entry: `urlName` below `parent`, or alone when it begins with `/`. Always begins with exactly one
 * `/` and ends without one, so that no entry can lead to another host (`//host`).
 */
export function joinAddress(parent: string, urlName: string): string {
  const path = urlName.startsWith('/') ? urlName : `${parent}/${urlName}`;
  return `/${segmentsOf(path).join('/')}`;
}

/** Segments of a path, split at slashes and backslashes. */
export function segmentsOf(path: string): string[] {
  return path.split(/[/\\]/).filter((segment) => segment !== '');
}

/** Parameter values of an address, percent-encoded as in the address. */
export type AddressParams = Readonly<Record<string, string>>;

/**
 * Compares the first segments of an address with a pattern whose segments may be parameters (`:id`).
 *
 * @param segments percent-encoded, as in the address
 * @returns the parameters' values and the remaining segments, or null if the address doesn't match
 */
export function matchPattern(
  pattern: string,
  segments: readonly string[],
): { params: AddressParams; rest: string[] } | null {
  const wanted = segmentsOf(pattern);
  if (segments.length < wanted.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = segment;
    else if (part !== decodeSegment(segment)) return null;
  }
  return { params, rest: segments.slice(wanted.length) };
}

/** Fills in the parameters of a pattern and percent-encodes everything else. */
export function fillPattern(pattern: string, params: AddressParams): string {
  const filled = segmentsOf(pattern).map((part) =>
    part.startsWith(':') ? (params[part.slice(1)] ?? part) : encodeURI(part).replace(/[?#]/g, encodeURIComponent),
  );
  return `/${filled.join('/')}`;
}

/** Address of the page that `pathname` belongs to, without the record that may follow it. */
export function ownAddress(pattern: string, pathname: string): string {
  return fillPattern(pattern, matchPattern(pattern, segmentsOf(pathname))?.params ?? {});
}

/** The one percent-encoding of a segment that the console's links use. A malformed segment stays. */
export function canonicalSegment(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment));
  } catch {
    return segment;
  }
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
