import { Button, Stack, TextField } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { nameSchema } from '@merchant-console/declaration';
import { LabelInputs } from './LabelInputs.tsx';
import { renameField } from './renameField.ts';

interface FieldFormProps {
  text: string;
  /** Number of the field. */
  at: number;
  source: string;
  /** Keys of all fields. */
  taken: readonly string[];
  /** Keys of the fields in the version in use, whose values are stored. */
  stored: readonly string[];
  /** True right after it got this key. */
  isRenamed: boolean;
  onChange(text: string): void;
  onRenamed(source: string): void;
}

/** Key and labels of a field. */
export function FieldForm({ text, at, source, taken, stored, isRenamed, onChange, onRenamed }: FieldFormProps) {
  const rename = (to: string) => {
    onChange(renameField(text, at, to, stored));
    onRenamed(to);
  };
  return (
    <Stack sx={{ gap: 1.5, p: 1.5, my: 0.5, borderRadius: 1, bgcolor: 'action.hover' }}>
      <KeyInput
        source={source}
        taken={taken}
        isStored={stored.includes(source)}
        hasFocus={isRenamed}
        onRename={rename}
      />
      <LabelInputs text={text} path={['fields', at, 'label']} onChange={onChange} />
    </Stack>
  );
}

interface KeyInputProps {
  source: string;
  taken: readonly string[];
  isStored: boolean;
  hasFocus: boolean;
  onRename(to: string): void;
}

function KeyInput({ source, taken, isStored, hasFocus, onRename }: KeyInputProps) {
  const translate = useTranslate();
  const [typed, setTyped] = useState(source);
  const isChanged = typed !== source;
  const isValid = nameSchema.safeParse(typed).success;
  const problem = isChanged && (taken.includes(typed) ? 'taken_field' : isValid ? null : 'invalid_name');
  return (
    <Stack
      component="form"
      direction="row"
      sx={{ gap: 1, alignItems: 'flex-start' }}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && problem === null) onRename(typed);
      }}
    >
      <TextField
        size="small"
        fullWidth
        autoFocus={hasFocus}
        label={translate('declarationFiles.source')}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={isChanged && problem !== null}
        helperText={
          problem ? translate(`declarationFiles.${problem}`) : isStored && translate('declarationDesign.rename_moves')
        }
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'off' } }}
      />
      <Button type="submit" disabled={!isChanged || problem !== null} sx={{ flex: 'none' }}>
        {translate('declarationDesign.rename')}
      </Button>
    </Stack>
  );
}
