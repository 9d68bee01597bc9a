import { Box, Button, Skeleton, Typography } from '@mui/material';
import { useState } from 'react';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { onDemand } from '#console/loading/onDemand.tsx';
import { RecordCard } from '#console/views/record/RecordCard.tsx';

const SignatureTester = onDemand<object>(
  async () => (await import('./tester/SignatureTester.tsx')).SignatureTester,
  () => <Skeleton aria-busy="true" variant="rounded" height={320} />,
);

/** Finds out why the gateway refuses a signature; its code comes when it is opened. */
export function TesterCard() {
  const { translate } = useFormatContext();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Box className="wide">
      <RecordCard title={translate('signatureTester.title')}>
        <Typography color="text.secondary" sx={{ maxWidth: 720, mb: 2, textWrap: 'pretty' }}>
          {translate('signatureTester.about')}
        </Typography>
        {isOpen ? (
          <SignatureTester />
        ) : (
          <Button variant="outlined" onPointerEnter={SignatureTester.prefetch} onClick={() => setIsOpen(true)}>
            {translate('signatureTester.open')}
          </Button>
        )}
      </RecordCard>
    </Box>
  );
}
