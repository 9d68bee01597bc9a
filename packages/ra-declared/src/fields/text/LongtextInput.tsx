import VisibilityIcon from '@mui/icons-material/Visibility';
import VisibilityOffIcon from '@mui/icons-material/VisibilityOff';
import { Button, Paper } from '@mui/material';
import { useDeferredValue, useId, useState } from 'react';
import { type FieldOf, plainText } from '@merchant-console/declaration';
import { useFormatContext } from '../../ui/FormatContext.ts';
import { prefetchOn } from '../../ui/loading/lazy.tsx';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import type { FieldInputProps } from '../inputs/FieldInputProps.ts';
import { InputText } from '../inputs/InputText.tsx';
import { useBoundField } from '../inputs/useBoundField.ts';
import { Markdown } from './Markdown.ts';

/** Input for several lines of text. Markdown has a preview below it. */
export function LongtextInput(props: FieldInputProps<FieldOf<'longtext'>>) {
  const { translate } = useFormatContext();
  const bound = useBoundField(props.field);
  const text = plainText(bound.value);
  const input = (
    <InputText
      {...props}
      bound={bound}
      text={text}
      onText={(typed) => bound.change(typed || null)}
      look={{ multiline: true, minRows: 3, maxRows: 12 }}
      hint={props.field.format === undefined ? '' : translate('form.markdown_hint')}
    />
  );
  if (props.field.format === undefined) return input;
  return (
    <div>
      {input}
      <MarkdownPreview label={props.label} text={text} />
    </div>
  );
}

function MarkdownPreview({ label, text }: { label: string; text: string }) {
  const { translate } = useFormatContext();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  // A long text would slow the typing down.
  const shown = useDeferredValue(text);
  const name = translate('form.preview');
  const title = translate('list.labelled', { label, text: name });
  return (
    <>
      <Button
        size="small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={title}
        startIcon={isOpen ? <VisibilityOffIcon /> : <VisibilityIcon />}
        onClick={() => setOpen(!isOpen)}
        {...prefetchOn(Markdown)}
      >
        {name}
      </Button>
      {isOpen && (
        <Paper id={id} variant="outlined" sx={{ px: 1.5, py: 1, fontSize: '0.875rem', lineHeight: 1.5 }}>
          <h2 style={visuallyHidden}>{title}</h2>
          {shown.trim() === '' ? translate('form.preview_empty') : <Markdown text={shown} />}
        </Paper>
      )}
    </>
  );
}
