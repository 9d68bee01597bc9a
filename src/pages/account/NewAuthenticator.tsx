import { Box, Link, Stack, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { drawQr, type QrDrawing } from '#shared/format/drawQr.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';

interface NewAuthenticatorProps {
  /** Base32. */
  secret: string;
  otpauthUrl: string;
}

/** The ways of bringing the secret into an authenticator app: for its camera, for an app on this device, and to type. */
export function NewAuthenticator({ secret, otpauthUrl }: NewAuthenticatorProps) {
  const { translate } = useFormatContext();
  const [copied, setCopied] = useState(false);
  const drawing = useQr(otpauthUrl);
  const copy = () => navigator.clipboard.writeText(secret).then(() => setCopied(true));
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Typography>{translate('enrolment.authenticator_text')}</Typography>
      <Box sx={{ width: 192, height: 192 }}>
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
      </Box>
      <Box>
        <Typography variant="body2" color="text.secondary">
          {translate('enrolment.manual_key')}
        </Typography>
        <Box component="code" sx={{ fontFamily: 'monospace', fontSize: '1.05em', overflowWrap: 'anywhere' }}>
          {/* Four characters at a time are easier to type over. */}
          {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        </Box>
      </Box>
      <Stack direction="row" sx={{ columnGap: 2, flexWrap: 'wrap' }}>
        <Link href={otpauthUrl}>{translate('enrolment.open_in_app')}</Link>
        {/* Browsers offer the clipboard to secure pages only. */}
        {'clipboard' in navigator && (
          <Link component="button" type="button" onClick={() => void copy()}>
            {translate('enrolment.copy_key')}
          </Link>
        )}
        <span role="status">{copied ? translate('enrolment.copied') : ''}</span>
      </Stack>
    </Stack>
  );
}

/** Null until it is drawn, or when its program can't be fetched: then there is the key. */
function useQr(text: string): QrDrawing | null {
  const [drawing, setDrawing] = useState<QrDrawing | null>(null);
  useEffect(() => {
    let current = true;
    drawQr(text).then(
      (drawn) => current && setDrawing(drawn),
      () => {},
    );
    return () => {
      current = false;
    };
  }, [text]);
  return drawing;
}
