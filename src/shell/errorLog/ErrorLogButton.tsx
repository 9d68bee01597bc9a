import BugReport from '@mui/icons-material/BugReport';
import { useTranslate } from 'react-admin';
import { onDemand } from '#console/ui/loading/onDemand.tsx';
import { PanelButton } from '#console/ui/PanelButton.tsx';
import { useErrorLog } from './errorLog.ts';

const ErrorLogDialog = onDemand(async () => (await import('./ErrorLogDialog.tsx')).ErrorLogDialog);

/** Opens the errors since the page was loaded. Hidden while there are none. */
export function ErrorLogButton() {
  const translate = useTranslate();
  const { errors, clear } = useErrorLog();
  if (errors.length === 0) return null;
  return (
    <PanelButton
      label={translate('shell.error_log')}
      title={translate('shell.error_count', { smart_count: errors.length })}
      icon={<BugReport fontSize="small" color="error" />}
      count={errors.length}
      color="error"
      Panel={ErrorLogDialog}
    >
      {({ onClose }) => (
        <ErrorLogDialog
          errors={errors}
          onClose={onClose}
          onClear={() => {
            onClose();
            clear();
          }}
        />
      )}
    </PanelButton>
  );
}
