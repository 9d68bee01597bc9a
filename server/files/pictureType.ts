/** How the pictures that browsers show begin. */
const SIGNATURES: [mediaType: string, at: number, bytes: string][] = [
  ['image/png', 0, '89504e470d0a1a0a'],
  ['image/jpeg', 0, 'ffd8ff'],
  ['image/gif', 0, '47494638'],
  ['image/webp', 8, '57454250'],
];

/** The media type of a picture by its first bytes; null for anything else. */
export function pictureType(bytes: Buffer): string | null {
  const found = SIGNATURES.find(([, at, hex]) => bytes.subarray(at, at + hex.length / 2).toString('hex') === hex);
  return found?.[0] ?? null;
}
