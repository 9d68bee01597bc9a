import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import DeleteOutlinedIcon from '@mui/icons-material/DeleteOutlined';
import EditOutlinedIcon from '@mui/icons-material/EditOutlined';
import { Box, Stack, Typography } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { labelSchema, resolveLabel } from '@merchant-console/declaration';
import { useFormatContext } from '@merchant-console/ra-declared';
import { type Arrangement, withSections, sectionLabel } from './arrangement.ts';
import { LabelInputs } from './LabelInputs.tsx';
import { LineButton } from './LineButton.tsx';

interface SectionHeadProps {
  text: string;
  arrangement: Arrangement;
  /** Number of the section. */
  at: number;
  onMove(to: number): void;
  onRemove(): void;
  onChange(text: string): void;
}

/** Name of a section, and buttons that move or remove it. */
export function SectionHead({ text, arrangement, at, onMove, onRemove, onChange }: SectionHeadProps) {
  const { sections } = arrangement;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const translate = useTranslate();
  const name = useSectionName(sections[at]?.label, at);
  const base = withSections(text, arrangement);
  return (
    <>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5 }}>
        <Typography component="h2" variant="subtitle2" sx={{ mr: 'auto', overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <LineButton
          label={translate('declarationDesign.edit_label', { source: name })}
          icon={<EditOutlinedIcon fontSize="inherit" />}
          isDisabled={false}
          expands={{ id, isOpen }}
          onClick={() => setOpen(!isOpen)}
        />
        <LineButton
          label={translate('declarationFiles.move_up', { source: name })}
          icon={<ArrowUpwardIcon fontSize="inherit" />}
          isDisabled={at === 0}
          onClick={() => onMove(at - 1)}
        />
        <LineButton
          label={translate('declarationFiles.move_down', { source: name })}
          icon={<ArrowDownwardIcon fontSize="inherit" />}
          isDisabled={at === sections.length - 1}
          onClick={() => onMove(at + 1)}
        />
        <LineButton
          label={translate('declarationFiles.remove', { source: name })}
          icon={<DeleteOutlinedIcon fontSize="inherit" />}
          isDisabled={sections.length === 1}
          onClick={onRemove}
        />
      </Stack>
      {isOpen && (
        <Box id={id} sx={{ my: 1 }}>
          <LabelInputs text={base} path={sectionLabel(base, arrangement, at)} onChange={onChange} />
        </Box>
      )}
    </>
  );
}

function useSectionName(label: unknown, at: number): string {
  const translate = useTranslate();
  const { language } = useFormatContext();
  const { data } = labelSchema.safeParse(label);
  return data === undefined
    ? translate('declarationDesign.section', { number: at + 1 })
    : resolveLabel(data, language, translate);
}
