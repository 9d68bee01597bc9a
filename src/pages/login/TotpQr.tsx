import { useEffect, useState } from 'react';
import type { Translate } from '#shared/i18n/translator.ts';
import { drawQr, type QrDrawing } from '#shared/format/drawQr.ts';

/** The address as a QR code. Without it, as when its program can't be fetched, there is the key. */
export function TotpQr({ otpauthUrl, translate }: { otpauthUrl: string; translate: Translate }) {
  const [drawing, setDrawing] = useState<QrDrawing | null>(null);
  useEffect(() => {
    let current = true;
    drawQr(otpauthUrl).then(
      (drawn) => current && setDrawing(drawn),
      () => {}, // the key is there to be typed
    );
    return () => {
      current = false;
    };
  }, [otpauthUrl]);
  return (
    <div className="totp-qr">
      {drawing && (
        <svg
          role="img"
          aria-label={translate('enrolment.qr')}
          viewBox={`0 0 ${drawing.size} ${drawing.size}`}
          shapeRendering="crispEdges"
        >
          <rect width={drawing.size} height={drawing.size} fill="#ffffff" />
          <path d={drawing.path} fill="#000000" />
        </svg>
      )}
    </div>
  );
}
