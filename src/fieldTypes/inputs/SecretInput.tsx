import VisibilityIcon from '@mui/icons-material/Visibility';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff';
import { IconButton, InputAdornment } from '@mui/material';
import { useState } from 'react';
import type { FieldOf } from '#shared/declaration/fieldSchema.ts';
import { useFormatContext } from '../FormatContext.ts';
import type { FieldInputProps } from './FieldInputProps.ts';
import { InputText } from './InputText.tsx';
import { useBoundField } from './useBoundField.ts';

/** Something that is written and never read. Left empty, what is stored stays. */
export function SecretInput(props: FieldInputProps<FieldOf<'secret'>>) {
  const { translate } = useFormatContext();
  const bound = useBoundField(props.field);
  const [shown, setShown] = useState(false);
  const isStored = bound.stored === true;
  const words = translate(shown ? 'form.hide_secret' : 'form.show_secret');
  return (
    <InputText
      {...props}
      bound={bound}
      look={{ type: shown ? 'text' : 'password', placeholder: isStored ? '••••••••' : '' }}
      text={typeof bound.value === 'string' ? bound.value : ''}
      onText={(text) => bound.change(text === '' ? isStored || null : text)}
      hint={isStored ? translate('form.secret_kept') : ''}
      shrink={isStored}
      htmlInput={{ autoComplete: 'new-password', spellCheck: false }}
      end={
        <InputAdornment position="end">
          <IconButton size="small" edge="end" aria-label={`${words}: ${props.label}`} onClick={() => setShown(!shown)}>
            {shown ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
}
