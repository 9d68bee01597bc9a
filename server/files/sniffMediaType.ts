const SIGNATURES: { mediaType: string; parts: [at: number, hex: string][] }[] = [
  { mediaType: 'image/png', parts: [[0, '89504e470d0a1a0a']] },
  { mediaType: 'image/jpeg', parts: [[0, 'ffd8ff']] },
  { mediaType: 'image/gif', parts: [[0, '474946383761']] },
  { mediaType: 'image/gif', parts: [[0, '474946383961']] },
  {
    mediaType: 'image/webp',
    parts: [
      [0, '52494646'],
      [8, '57454250'],
    ],
  },
  { mediaType: 'application/pdf', parts: [[0, '255044462d']] },
];

/** Types that are known by their first bytes, so that nothing else passes for one of them. */
const KNOWN = /^image\/|^application\/pdf$/;
const WELL_FORMED = /^[a-z0-9][a-z0-9.+-]{0,60}\/[a-z0-9][a-z0-9.+-]{0,60}$/;
const UNKNOWN = 'application/octet-stream';

/**
 * The media type of a file: by its first bytes where they tell, else what its sender says. A file that is said to be a
 * picture or a PDF and is none becomes bytes of no known type.
 */
export function sniffMediaType(bytes: Buffer, said: string): string {
  const found = SIGNATURES.find(({ parts }) =>
    parts.every(([at, hex]) => bytes.subarray(at, at + hex.length / 2).toString('hex') === hex),
  );
  if (found) return found.mediaType;
  const type = said.toLowerCase();
  return WELL_FORMED.test(type) && !KNOWN.test(type) ? type : UNKNOWN;
}
