import { Alert, MenuItem, TextField } from '@mui/material';
import type { MerchantKey } from '#shared/contract/baseInfo.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';

/** Those that are below what the server allows are offered beside it, in hours. */
const USUAL = [1, 4, 24, 72];

interface GraceChoiceProps {
  /** An older key that still works. */
  previous: MerchantKey | null;
  max: number;
  hours: number;
  disabled: boolean;
  onChange(hours: number): void;
}

/** What becomes of the key that is in force now, and of an older one. */
export function GraceChoice({ previous, max, hours, disabled, onChange }: GraceChoiceProps) {
  const { translate } = useFormatContext();
  const offered = [...USUAL.filter((one) => one < max), max].filter((one) => one > 0);
  return (
    <>
      <Alert severity="warning" role="presentation">
        {translate(hours === 0 ? 'basicInfo.ends_now' : 'basicInfo.ends_later')}
        {previous && ` ${translate('basicInfo.older_ends', { tail: previous.tail })}`}
      </Alert>
      {offered.length > 0 && (
        <TextField
          select
          fullWidth
          label={translate('basicInfo.old_key')}
          value={String(hours)}
          disabled={disabled}
          onChange={(event) => onChange(Number(event.target.value))}
        >
          <MenuItem value="0">{translate('basicInfo.grace_none')}</MenuItem>
          {offered.map((one) => (
            <MenuItem key={one} value={String(one)}>
              {translate('basicInfo.grace_hours', { smart_count: one })}
            </MenuItem>
          ))}
        </TextField>
      )}
    </>
  );
}
