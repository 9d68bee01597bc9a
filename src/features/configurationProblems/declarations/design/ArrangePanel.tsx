import AddIcon from '@mui/icons-material/Add';
import { Box, Button, MenuItem, TextField, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { visuallyHidden } from '@merchant-console/ra-declared/internal';
import {
  addFieldTo,
  addSection,
  type ArrangedPage,
  type Arrangement,
  arrangementIn,
  moveSection,
  removeSection,
} from './arrangement.ts';
import { ArrangedField } from './ArrangedField.tsx';
import { SectionHead } from './SectionHead.tsx';
import { fieldsIn } from './fieldEdits.ts';
import { useReadable } from '../useReadable.ts';
import { type FieldMoves, useFieldMoves } from './useFieldMoves.ts';

interface ArrangePanelProps {
  name: string;
  page: ArrangedPage;
  text: string;
  onChange(text: string): void;
}

/** The fields of a page in their sections. They can be moved, removed and added. */
export function ArrangePanel({ name, page, text, onChange }: ArrangePanelProps) {
  const translate = useTranslate();
  const { readable } = useReadable(name, text);
  const arrangement = arrangementIn(text, page, readable?.resource ?? null);
  const moves = useFieldMoves({ text, arrangement, onChange });
  if (!arrangement) return <Typography color="text.secondary">{translate('declarationDesign.unreadable')}</Typography>;
  const placed = arrangement.sections.flatMap(({ sources }) => sources);
  // Lists and record pages may also have the times of stored records.
  const times = page === 'form' ? [] : (readable?.resource.fields ?? []);
  const sources = new Set([...(fieldsIn(text) ?? []), ...times].map(({ source }) => source));
  const free = [...sources].filter((source) => !placed.includes(source));
  const hasSections = page !== 'list';
  return (
    <>
      <Typography variant="caption" component="p" id={moves.hintId} color="text.secondary">
        {translate('declarationDesign.hint')}
      </Typography>
      {arrangement.sections.map((_, at) => (
        <Box key={at} sx={hasSections ? box : {}}>
          {hasSections && (
            <SectionHead
              text={text}
              arrangement={arrangement}
              at={at}
              onMove={(to) => onChange(moveSection(text, arrangement, at, to))}
              onRemove={() => onChange(removeSection(text, arrangement, at))}
              onChange={onChange}
            />
          )}
          <SectionFields arrangement={arrangement} at={at} moves={moves} />
          <AddField
            free={free}
            onAdd={(source) => onChange(addFieldTo(text, arrangement, endOf(arrangement, at), source))}
          />
        </Box>
      ))}
      {hasSections && (
        <Button size="small" startIcon={<AddIcon />} onClick={() => onChange(addSection(text, arrangement))}>
          {translate('declarationDesign.add_section')}
        </Button>
      )}
      <Box role="status" sx={visuallyHidden}>
        {moves.said}
      </Box>
    </>
  );
}

const box = { border: 1, borderColor: 'divider', borderRadius: 1, p: 1, my: 1 };

const endOf = ({ sections }: Arrangement, at: number) => ({ section: at, at: sections[at]?.sources.length ?? 0 });

interface SectionFieldsProps {
  arrangement: Arrangement;
  at: number;
  moves: FieldMoves;
}

function SectionFields({ arrangement, at: section, moves }: SectionFieldsProps) {
  const translate = useTranslate();
  const sources = arrangement.sections[section]?.sources ?? [];
  return (
    <Box component="ol" {...moves.dropAtEnd(section)} sx={{ listStyle: 'none', m: 0, my: 0.5, p: 0, minHeight: 16 }}>
      {sources.map((source, at) => (
        <ArrangedField key={`${source} ${at}`} source={source} place={{ section, at }} moves={moves} />
      ))}
      {sources.length === 0 && (
        <Typography component="li" variant="body2" color="text.secondary">
          {translate('declarationDesign.empty_section')}
        </Typography>
      )}
    </Box>
  );
}

function AddField({ free, onAdd }: { free: readonly string[]; onAdd(source: string): void }) {
  const translate = useTranslate();
  if (free.length === 0) return null;
  return (
    <TextField
      select
      size="small"
      label={translate('declarationDesign.add_field')}
      value=""
      onChange={({ target }) => onAdd(target.value)}
      sx={{ minWidth: 200, mt: 0.5 }}
    >
      {free.map((source) => (
        <MenuItem key={source} value={source} sx={{ fontFamily: 'monospace' }}>
          {source}
        </MenuItem>
      ))}
    </TextField>
  );
}
