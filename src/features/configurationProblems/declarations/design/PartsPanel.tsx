import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import DeleteOutlinedIcon from '@mui/icons-material/DeleteOutlined';
import { Box, Checkbox, FormControlLabel, Stack, Typography } from '@mui/material';
import type { JSONPath, Node } from 'jsonc-parser';
import { useTranslate } from 'react-admin';
import { labelSchema, resolveLabel } from '@merchant-console/declaration';
import { useFormatContext } from '@merchant-console/ra-declared';
import { itemsIn, moveItem, nodeIn, removeItem, setValue, textAt, valueAt } from './textEdits.ts';
import { LineButton } from './LineButton.tsx';

interface PartsPanelProps {
  text: string;
  onChange(text: string): void;
}

/** Parts of a record page besides its sections, in the order of the page: messages, events, lists of other records, history. */
export function PartsPanel({ text, onChange }: PartsPanelProps) {
  const translate = useTranslate();
  const hasTimeline = nodeIn(text, ['show', 'timeline'])?.value === true;
  return (
    <Box sx={{ mt: 1 }}>
      <PartList kind="alerts" text={text} onChange={onChange} />
      <PartList kind="moments" text={text} onChange={onChange} />
      <PartList kind="related" text={text} onChange={onChange} />
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={hasTimeline}
            onChange={(_event, isOn) => onChange(setValue(text, ['show', 'timeline'], isOn ? true : undefined))}
          />
        }
        label={translate('declarationDesign.timeline')}
      />
    </Box>
  );
}

interface PartListProps extends PartsPanelProps {
  kind: 'alerts' | 'moments' | 'related';
}

function PartList({ kind, text, onChange }: PartListProps) {
  const translate = useTranslate();
  const nameOf = usePartName();
  const list: JSONPath = ['show', kind];
  const parts = itemsIn(text, list) ?? [];
  if (parts.length === 0) return null;
  const title = translate(`declarationDesign.${kind}`);
  const remove = (at: number) =>
    onChange(parts.length === 1 ? setValue(text, list, undefined) : removeItem(text, list, at));
  return (
    <Box component="section" aria-label={title} sx={{ my: 1 }}>
      <Typography component="h2" variant="subtitle2">
        {title}
      </Typography>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {parts.map((node, at) => {
          const source = nameOf(node);
          return (
            <Stack component="li" key={at} direction="row" sx={{ alignItems: 'center', gap: 0.5, minHeight: 32 }}>
              <Typography component="span" variant="body2" noWrap sx={{ mr: 'auto' }}>
                {source}
              </Typography>
              <LineButton
                label={translate('declarationFiles.move_up', { source })}
                icon={<ArrowUpwardIcon fontSize="inherit" />}
                isDisabled={at === 0}
                onClick={() => onChange(moveItem(text, list, at, at - 1))}
              />
              <LineButton
                label={translate('declarationFiles.move_down', { source })}
                icon={<ArrowDownwardIcon fontSize="inherit" />}
                isDisabled={at === parts.length - 1}
                onClick={() => onChange(moveItem(text, list, at, at + 1))}
              />
              <LineButton
                label={translate('declarationFiles.remove', { source })}
                icon={<DeleteOutlinedIcon fontSize="inherit" />}
                isDisabled={false}
                onClick={() => remove(at)}
              />
            </Stack>
          );
        })}
      </Box>
    </Box>
  );
}

/** Returns the label or text of a part, otherwise the resource or field that it shows. */
function usePartName(): (part: Node) => string {
  const translate = useTranslate();
  const { language } = useFormatContext();
  return (part) => {
    const { data } = labelSchema.safeParse(valueAt(part, 'label') ?? valueAt(part, 'text'));
    if (data !== undefined) return resolveLabel(data, language, translate);
    return textAt(part, 'reference') || textAt(part, 'source');
  };
}
