/** Free of modules around the code, as its standard asks, so that a camera finds it on any page. */
const QUIET = 4;

/** A QR code as one path of an SVG. */
export interface QrDrawing {
  /** Modules on each side, the quiet zone included. */
  size: number;
  path: string;
}

/** Drawn here: the secret goes to nobody. */
export async function drawQr(text: string): Promise<QrDrawing> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size, path };
}
