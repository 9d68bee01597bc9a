/** Quiet zone around the code in modules, required by the standard so that cameras find it. */
const QUIET = 4;

/** A QR code as one SVG path. */
export interface QrDrawing {
  /** Modules per side, including the quiet zone. */
  size: number;
  path: string;
}

/** Draws the code locally, because the secret must not be sent anywhere. */
export async function drawQr(text: string): Promise<QrDrawing> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size, path };
}
