import { Box, Paper, Tab, Tabs } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { ArrangedPage } from './arrangement.ts';
import { ArrangePanel } from './ArrangePanel.tsx';
import { FieldsPanel } from './FieldsPanel.tsx';
import { PartsPanel } from './PartsPanel.tsx';

interface DesignPanelProps {
  name: string;
  text: string;
  /** Keys of the fields in the version in use, whose values are stored. */
  stored: readonly string[];
  onChange(text: string): void;
  /** Called if the parts of a page are shown. */
  onPage(page: ArrangedPage): void;
}

const TABS = ['fields', 'list', 'form', 'record'] as const;
type DesignTab = (typeof TABS)[number];

/** Changes a declaration without writing JSON: its fields, and how its pages arrange them. Changes only what it is asked to in the text. */
export function DesignPanel({ name, text, stored, onChange, onPage }: DesignPanelProps) {
  const translate = useTranslate();
  const id = useId();
  const [tab, setTab] = useState<DesignTab>('fields');
  const choose = (chosen: DesignTab) => {
    setTab(chosen);
    if (chosen !== 'fields') onPage(chosen);
  };
  return (
    <Paper component="section" variant="outlined" aria-label={translate('declarationDesign.title')}>
      <Tabs
        value={tab}
        onChange={(_event, chosen: DesignTab) => choose(chosen)}
        aria-label={translate('declarationDesign.title')}
        variant="scrollable"
        sx={{ borderBottom: 1, borderColor: 'divider' }}
      >
        {TABS.map((one) => (
          <Tab
            key={one}
            value={one}
            label={translate(one === 'fields' ? 'declarationFiles.fields' : `declarationPreview.${one}`)}
            id={`${id}-${one}`}
            aria-controls={tab === one ? `${id}-panel` : undefined}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`} sx={{ p: 2 }}>
        {tab === 'fields' ? (
          <FieldsPanel text={text} stored={stored} onChange={onChange} />
        ) : (
          <ArrangePanel key={tab} name={name} page={tab} text={text} onChange={onChange} />
        )}
        {tab === 'record' && <PartsPanel text={text} onChange={onChange} />}
      </Box>
    </Paper>
  );
}
