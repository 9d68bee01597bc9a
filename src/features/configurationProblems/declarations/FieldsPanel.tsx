import AddIcon from '@mui/icons-material/Add';
import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import DeleteOutlinedIcon from '@mui/icons-material/DeleteOutlined';
import { Box, Button, IconButton, MenuItem, Paper, Stack, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { nameSchema } from '@merchant-console/declaration';
import { FIELD_TYPES } from '@merchant-console/declaration/check';
import { addField, fieldsIn, moveField, removeField } from './fieldEdits.ts';

interface FieldsPanelProps {
  text: string;
  onChange(text: string): void;
}

/** The fields of a declaration, in the order of lists and forms. Changes only what it is asked to in the text. */
export function FieldsPanel({ text, onChange }: FieldsPanelProps) {
  const translate = useTranslate();
  const fields = fieldsIn(text);
  if (!fields) return null;
  return (
    <Paper component="section" variant="outlined" aria-label={translate('declarationFiles.fields')} sx={{ p: 2 }}>
      <Typography component="h2" variant="subtitle2">
        {translate('declarationFiles.fields')}
      </Typography>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, my: 1, p: 0 }}>
        {fields.map(({ source, type }, at) => (
          <Stack component="li" key={source} direction="row" sx={{ gap: 1, alignItems: 'center', minHeight: 32 }}>
            <Typography component="span" variant="body2" noWrap sx={{ fontFamily: 'monospace' }}>
              {source}
            </Typography>
            <Typography component="span" variant="caption" color="text.secondary" sx={{ mr: 'auto' }}>
              {type}
            </Typography>
            <FieldButton
              label={translate('declarationFiles.move_up', { source })}
              icon={<ArrowUpwardIcon fontSize="inherit" />}
              isDisabled={at === 0}
              onClick={() => onChange(moveField(text, at, -1))}
            />
            <FieldButton
              label={translate('declarationFiles.move_down', { source })}
              icon={<ArrowDownwardIcon fontSize="inherit" />}
              isDisabled={at === fields.length - 1}
              onClick={() => onChange(moveField(text, at, 1))}
            />
            <FieldButton
              label={translate('declarationFiles.remove', { source })}
              icon={<DeleteOutlinedIcon fontSize="inherit" />}
              isDisabled={fields.length === 1}
              onClick={() => onChange(removeField(text, at))}
            />
          </Stack>
        ))}
      </Box>
      <NewField taken={fields.map(({ source }) => source)} onAdd={(field) => onChange(addField(text, field))} />
    </Paper>
  );
}

interface FieldButtonProps {
  label: string;
  icon: React.ReactNode;
  isDisabled: boolean;
  onClick(): void;
}

/** Keeps the focus while disabled, so that a field can be moved to the end by the keyboard. */
function FieldButton({ label, icon, isDisabled, onClick }: FieldButtonProps) {
  return (
    <IconButton
      size="small"
      aria-label={label}
      title={label}
      aria-disabled={isDisabled}
      onClick={() => !isDisabled && onClick()}
      sx={isDisabled ? { opacity: 0.38 } : {}}
    >
      {icon}
    </IconButton>
  );
}

interface NewFieldProps {
  taken: readonly string[];
  onAdd(field: { source: string; type: string }): void;
}

function NewField({ taken, onAdd }: NewFieldProps) {
  const translate = useTranslate();
  const [source, setSource] = useState('');
  const [type, setType] = useState('text');
  const [isSent, setSent] = useState(false);
  const problem = taken.includes(source) ? 'taken_field' : nameSchema.safeParse(source).success ? null : 'invalid_name';
  const shown = isSent && problem !== null;
  return (
    <Stack
      component="form"
      direction="row"
      sx={{ gap: 1, alignItems: 'flex-start', flexWrap: 'wrap' }}
      onSubmit={(event) => {
        event.preventDefault();
        setSent(problem !== null);
        if (problem !== null) return;
        onAdd({ source, type });
        setSource('');
      }}
    >
      <TextField
        size="small"
        label={translate('declarationFiles.source')}
        value={source}
        onChange={({ target }) => setSource(target.value)}
        error={shown}
        helperText={shown ? translate(`declarationFiles.${problem}`) : undefined}
        sx={{ flex: '1 1 140px' }}
      />
      <TextField
        select
        size="small"
        label={translate('declarationFiles.type')}
        value={type}
        onChange={({ target }) => setType(target.value)}
        sx={{ flex: '1 1 120px' }}
      >
        {FIELD_TYPES.map((one) => (
          <MenuItem key={one} value={one}>
            {one}
          </MenuItem>
        ))}
      </TextField>
      <Button type="submit" startIcon={<AddIcon />}>
        {translate('declarationFiles.add_field')}
      </Button>
    </Stack>
  );
}
