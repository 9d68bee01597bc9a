import AddIcon from '@mui/icons-material/Add';
import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import DeleteOutlinedIcon from '@mui/icons-material/DeleteOutlined';
import EditOutlinedIcon from '@mui/icons-material/EditOutlined';
import { Box, Button, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { nameSchema } from '@merchant-console/declaration';
import { FIELD_TYPES } from '@merchant-console/declaration/check';
import { addField, fieldsIn, moveField, removeField, type WrittenField } from './fieldEdits.ts';
import { FieldForm } from './FieldForm.tsx';
import { LineButton } from './LineButton.tsx';

interface FieldsPanelProps {
  text: string;
  /** Keys of the fields in the version in use, whose values are stored. */
  stored: readonly string[];
  onChange(text: string): void;
}

/** The fields of a declaration, in the order that lists and forms have by default. */
export function FieldsPanel({ text, stored, onChange }: FieldsPanelProps) {
  const translate = useTranslate();
  const [opened, setOpened] = useState<OpenedField | null>(null);
  const fields = fieldsIn(text);
  if (!fields) return <Typography color="text.secondary">{translate('declarationDesign.unreadable')}</Typography>;
  return (
    <>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, mb: 1, p: 0 }}>
        {fields.map(({ source }, at) => (
          <FieldLine
            key={source}
            {...{ text, fields, at, stored, onChange }}
            opened={opened?.source === source ? opened : null}
            onOpen={setOpened}
          />
        ))}
      </Box>
      <NewField taken={fields.map(({ source }) => source)} onAdd={(field) => onChange(addField(text, field))} />
    </>
  );
}

interface OpenedField {
  source: string;
  /** True right after it got this key. */
  isRenamed: boolean;
}

interface FieldLineProps extends FieldsPanelProps {
  fields: readonly WrittenField[];
  at: number;
  /** Null if it isn't the opened field. */
  opened: OpenedField | null;
  onOpen(opened: OpenedField | null): void;
}

/** A field, with its key and labels if it is opened. */
function FieldLine({ text, fields, at, stored, opened, onChange, onOpen }: FieldLineProps) {
  const translate = useTranslate();
  const id = useId();
  const { source = '', type = '' } = fields[at] ?? {};
  return (
    <li>
      <Stack direction="row" sx={{ gap: 0.5, alignItems: 'center', minHeight: 32 }}>
        <Typography component="span" variant="body2" noWrap sx={{ fontFamily: 'monospace' }}>
          {source}
        </Typography>
        <Typography component="span" variant="caption" color="text.secondary" sx={{ mr: 'auto' }}>
          {type}
        </Typography>
        <LineButton
          label={translate('declarationDesign.edit_field', { source })}
          icon={<EditOutlinedIcon fontSize="inherit" />}
          isDisabled={false}
          expands={{ id, isOpen: opened !== null }}
          onClick={() => onOpen(opened ? null : { source, isRenamed: false })}
        />
        <LineButton
          label={translate('declarationFiles.move_up', { source })}
          icon={<ArrowUpwardIcon fontSize="inherit" />}
          isDisabled={at === 0}
          onClick={() => onChange(moveField(text, at, -1))}
        />
        <LineButton
          label={translate('declarationFiles.move_down', { source })}
          icon={<ArrowDownwardIcon fontSize="inherit" />}
          isDisabled={at === fields.length - 1}
          onClick={() => onChange(moveField(text, at, 1))}
        />
        <LineButton
          label={translate('declarationFiles.remove', { source })}
          icon={<DeleteOutlinedIcon fontSize="inherit" />}
          isDisabled={fields.length === 1}
          onClick={() => onChange(removeField(text, at))}
        />
      </Stack>
      {opened && (
        <Box id={id}>
          <FieldForm
            key={source}
            text={text}
            at={at}
            source={source}
            taken={fields.map((field) => field.source)}
            stored={stored}
            isRenamed={opened.isRenamed}
            onChange={onChange}
            onRenamed={(to) => onOpen({ source: to, isRenamed: true })}
          />
        </Box>
      )}
    </li>
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
