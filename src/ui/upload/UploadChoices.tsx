import {
  Alert,
  AlertTitle,
  Box,
  Button,
  FormControl,
  FormControlLabel,
  FormLabel,
  Radio,
  RadioGroup,
  Stack,
  Typography,
} from '@mui/material';
import { useState, type ReactNode } from 'react';
import { type Encoding, HIDDEN_ROWS_CHOICES } from '#shared/contract/sheetFile.ts';
import type { SheetChoices } from '#shared/contract/sheets.ts';
import { formatCount } from '@merchant-console/declaration';
import { useFormatContext } from '@merchant-console/ra-declared';
import { useSending } from '@merchant-console/ra-declared/internal';
import { countedLines, encodingName } from './readingLines.ts';
import type { UploadedAs } from './useFileUpload.ts';

interface UploadChoicesProps {
  /** Name of the file. */
  name: string;
  choices: SheetChoices;
  onChoose(as: UploadedAs): void;
  onClose(): void;
}

/** Asks what the server can't know for certain: which sheet has the rows, what hidden rows are, how texts are encoded. */
export function UploadChoices({ name, choices: { sheets, encodings }, onChoose, onClose }: UploadChoicesProps) {
  const { translate } = useFormatContext();
  const sending = useSending();
  const [sheet, setSheet] = useState(sheets[0]?.name);
  const [hiddenRows, setHiddenRows] = useState<UploadedAs['hidden_rows']>();
  const [encoding, setEncoding] = useState<UploadedAs['encoding']>();
  const hidden = sheets.find((one) => one.name === sheet)?.hidden_rows ?? null;
  const isAnswered = (encodings.length === 0 || encoding !== undefined) && (!hidden || hiddenRows !== undefined);
  const answer: UploadedAs = {
    ...(sheets.length > 1 && sheet !== undefined && { sheet }),
    ...(hidden && hiddenRows !== undefined && { hidden_rows: hiddenRows }),
    ...(encoding !== undefined && { encoding }),
  };
  return (
    <Alert severity="warning" sx={{ '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}>
      <AlertTitle sx={{ overflowWrap: 'anywhere' }}>{`${translate('upload.choice.title')}: ${name}`}</AlertTitle>
      <Stack
        component="form"
        sx={{ gap: 1.5, alignItems: 'flex-start' }}
        onSubmit={(event) => {
          event.preventDefault();
          if (isAnswered && !sending.isBlocked) onChoose(answer);
        }}
      >
        {sheets.length > 1 && (
          <Question
            label={translate('upload.choice.sheet')}
            value={sheet}
            onChange={(chosen) => {
              setSheet(chosen);
              setHiddenRows(undefined);
            }}
            options={sheets.map((one) => ({ value: one.name, label: one.name, note: noteOf(one, translate) }))}
          />
        )}
        {hidden && (
          <Question<(typeof HIDDEN_ROWS_CHOICES)[number]>
            label={countedLines('upload.choice.hidden', hidden, translate)}
            value={hiddenRows}
            onChange={setHiddenRows}
            options={HIDDEN_ROWS_CHOICES.map((value) => ({ value, label: translate(`upload.choice.${value}`) }))}
          >
            <Box component="ul" sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere' }}>
              {hidden.sample.map((row, at) => (
                <li key={at}>{row}</li>
              ))}
              {hidden.count > hidden.sample.length && <li>…</li>}
            </Box>
          </Question>
        )}
        {encodings.length > 0 && (
          <Question<Encoding>
            label={translate('upload.choice.encoding')}
            value={encoding}
            onChange={setEncoding}
            options={encodings.map(({ encoding: value, sample }) => ({
              value,
              label: sample.join(' · '),
              note: encodingName(value, translate),
            }))}
          >
            <Typography variant="body2">{translate('upload.choice.encoding_none')}</Typography>
          </Question>
        )}
        <Stack direction="row" sx={{ gap: 1 }}>
          <Button type="submit" size="small" variant="contained" disabled={!isAnswered} {...sending.button}>
            {translate('upload.choice.submit')}
          </Button>
          <Button size="small" color="inherit" onClick={onClose}>
            {translate('form.cancel')}
          </Button>
        </Stack>
        {sending.reason}
      </Stack>
    </Alert>
  );
}

type Sheet = SheetChoices['sheets'][number];

function noteOf({ row_count, is_active }: Sheet, translate: ReturnType<typeof useFormatContext>['translate']): string {
  const counted =
    row_count === null
      ? translate('upload.choice.sheet_too_many')
      : translate('upload.choice.sheet_rows', { smart_count: row_count, count: formatCount(row_count) });
  return [counted, ...(is_active ? [translate('upload.choice.sheet_active')] : [])].join(' · ');
}

interface QuestionProps<T extends string> {
  label: string;
  value: T | undefined;
  options: readonly { value: T; label: string; note?: string }[];
  /** Shown above the options. */
  children?: ReactNode;
  onChange(value: T): void;
}

function Question<T extends string>({ label, value, options, children, onChange }: QuestionProps<T>) {
  return (
    <FormControl sx={{ minWidth: 0, maxWidth: '100%' }}>
      <FormLabel sx={{ color: 'inherit', '&.Mui-focused': { color: 'inherit' } }}>{label}</FormLabel>
      {children}
      <RadioGroup aria-label={label} value={value ?? ''}>
        {options.map((option) => (
          <FormControlLabel
            key={option.value}
            value={option.value}
            control={<Radio size="small" color="default" onChange={() => onChange(option.value)} />}
            label={
              <>
                {option.label}
                {option.note !== undefined && (
                  <Typography component="span" variant="body2" sx={{ display: 'block', opacity: 0.8 }}>
                    {option.note}
                  </Typography>
                )}
              </>
            }
            sx={{ overflowWrap: 'anywhere', my: 0.25 }}
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}
