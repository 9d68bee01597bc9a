import { Alert, Box, Button } from '@mui/material';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { useSending } from '#console/ui/useSending.tsx';

interface SaveBarProps {
  isSaving: boolean;
  /** Why it was not saved, where no input says it. */
  failure: string | null;
  onCancel(): void;
}

/** Save and cancel, in sight wherever one is in the form, with the reason above them when saving has failed. */
export function SaveBar({ isSaving, failure, onCancel }: SaveBarProps) {
  const { translate } = useFormatContext();
  const sending = useSending();
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: { xs: 0, sm: 16 },
        zIndex: 'appBar',
        mx: { xs: -2.5, sm: 0 },
        px: { xs: 2, sm: 2.5 },
        py: 1.5,
        backgroundColor: 'background.paper',
        border: 1,
        borderColor: 'divider',
        borderWidth: { xs: '1px 0 0', sm: 1 },
        borderRadius: { xs: 0, sm: 1 },
        boxShadow: 2,
      }}
    >
      <div role="alert">
        {failure && (
          <Alert role="presentation" severity="error" sx={{ mb: 1.5 }}>
            {failure}
          </Alert>
        )}
      </div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Button
          type="submit"
          variant="contained"
          loading={isSaving}
          {...sending.button}
          loadingPosition="start"
          sx={{ flex: { xs: 1, sm: 'none' }, minWidth: 96 }}
        >
          {translate(isSaving ? 'form.saving' : 'form.save')}
        </Button>
        <Button color="inherit" onClick={onCancel} disabled={isSaving}>
          {translate('form.cancel')}
        </Button>
        {sending.reason}
      </Box>
    </Box>
  );
}
