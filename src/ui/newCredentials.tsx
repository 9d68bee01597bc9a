import { useEffect, useState } from 'react';

// The login page loads this file, so it must not import MUI or react-admin.

/** Quiet zone around the code in modules, required by the standard so that cameras find it. */
const QUIET = 4;

/** A QR code as one SVG path. */
interface QrDrawing {
  /** Modules per side, including the quiet zone. */
  size: number;
  path: string;
}

/** Draws the code locally, because the secret must not be sent anywhere. */
async function drawQr(text: string): Promise<QrDrawing> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size, path };
}

/**
 * QR code for an authenticator app. Renders nothing until it is drawn or if its code can't be fetched. Users can type
 * the key instead.
 */
export function TotpQr({ otpauthUrl, label }: { otpauthUrl: string; label: string }) {
  const [drawing, setDrawing] = useState<QrDrawing | null>(null);
  useEffect(() => {
    let isCurrent = true;
    drawQr(otpauthUrl).then(
      (drawn) => isCurrent && setDrawing(drawn),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [otpauthUrl]);
  if (!drawing) return null;
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${drawing.size} ${drawing.size}`} shapeRendering="crispEdges">
      <rect width={drawing.size} height={drawing.size} fill="#ffffff" />
      <path d={drawing.path} fill="#000000" />
    </svg>
  );
}

/** Splits a key into groups of four characters, which are easier to type. */
export function inGroups(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ');
}

/** Copies `text`. `copy` is null without a clipboard, which browsers provide on secure pages only. */
export function useCopy(text: string) {
  const [isCopied, setCopied] = useState(false);
  const write = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return { isCopied, copy: 'clipboard' in navigator ? () => void write() : null };
}

/**
 * New recovery codes as a download and for the clipboard. Warns before the user leaves the only page that shows them.
 */
export function useRecoveryCodes(codes: readonly string[], username: string) {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
  const text = `${codes.join('\n')}\n`;
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  return { file: { href, download: `recovery-codes-${username}.txt` }, ...useCopy(text) };
}
