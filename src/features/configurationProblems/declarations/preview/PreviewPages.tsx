import { Box, Tab, Tabs } from '@mui/material';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useGetList, useNotify, useTranslate } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { DeclaredList, type IdentifiedRecord, type ResourceView } from '@merchant-console/ra-declared';
import {
  createPath,
  editPath,
  LazyCreateRecord,
  LazyEditRecord,
  LazyRecord,
  Notice,
  recordPath,
} from '@merchant-console/ra-declared/internal';
import { sortOrNone } from '@merchant-console/ra-provider';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';
import { placeIn, type PreviewPlace } from './previewPlace.ts';

const TAB_OF = { list: 'list', create: 'form', edit: 'form', show: 'record' } as const;
type PreviewTab = 'list' | 'form' | 'record';

/** A page to show. */
export interface AskedPage {
  page: PreviewTab;
}

/** List, form and record page of a declaration, in a router of their own. Links between them lead from tab to tab. */
export function PreviewPages({ view, asked }: { view: ResourceView; asked: AskedPage | null }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const id = useId();
  const place = usePlace(view.basePath);
  const first = useFirstRecord(view);
  const record = 'id' in place ? place.id : first;
  const tab = TAB_OF[place.page];
  const addresses: Record<PreviewTab, string> = {
    list: view.basePath,
    form: record === null || !view.canEdit ? createPath(view.basePath) : editPath(view.basePath, record),
    record: recordPath(view.basePath, record ?? NO_RECORD),
  };
  const show = useEffectEvent((page: PreviewTab) => {
    if (page !== tab) void navigate(addresses[page]);
  });
  useEffect(() => {
    if (asked) show(asked.page);
  }, [asked]);
  return (
    <>
      <Tabs
        value={tab}
        onChange={(_event, chosen: PreviewTab) => void navigate(addresses[chosen])}
        aria-label={translate('declarationPreview.pages')}
        sx={{ borderBottom: 1, borderColor: 'divider', px: 1 }}
      >
        {(['list', 'form', 'record'] as const).map((one) => (
          <Tab
            key={one}
            value={one}
            label={translate(`declarationPreview.${one}`)}
            id={`${id}-${one}`}
            aria-controls={tab === one ? `${id}-page` : undefined}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-page`} aria-labelledby={`${id}-${tab}`} sx={{ p: PADDING }}>
        {tab === 'form' && view.canCreate && view.canEdit && record !== null && (
          <Box sx={{ mb: 2 }}>
            <ToggleChoice
              label={translate('declarationPreview.form')}
              choices={['create', 'edit']}
              value={place.page === 'create' ? 'create' : 'edit'}
              textOf={(choice) => translate(`declarationPreview.form_${choice}`)}
              onChoose={(choice) =>
                void navigate(choice === 'create' ? createPath(view.basePath) : editPath(view.basePath, record))
              }
            />
          </Box>
        )}
        <Page view={view} place={place} />
      </Box>
    </>
  );
}

/** On a phone, that of a page, whose edges a form's buttons reach. */
const PADDING = { xs: 2.5, sm: 2 };

/** ID in the address of the record page if there is no record. */
const NO_RECORD = '-';

function Page({ view, place }: { view: ResourceView; place: PreviewPlace }) {
  const translate = useTranslate();
  const missing = <Notice title={translate('declarationPreview.no_page')} />;
  if (place.page === 'list') return <DeclaredList view={view} />;
  if (place.page === 'create') return view.canCreate ? <LazyCreateRecord view={view} /> : missing;
  if (place.page === 'edit')
    return view.canEdit ? <LazyEditRecord key={place.id} view={view} id={place.id} /> : missing;
  if (!view.canShow) return missing;
  if (place.id === NO_RECORD) return <Notice title={translate('declarationPreview.no_record')} />;
  return <LazyRecord key={place.id} view={view} id={place.id} />;
}

/** ID of a record to show, or null if there is none. */
function useFirstRecord({ resource: { name, list } }: ResourceView): string | null {
  const { data } = useGetList<IdentifiedRecord>(name, {
    pagination: { page: 1, perPage: list.perPage },
    sort: sortOrNone(list.sort),
    filter: {},
  });
  const [first] = data ?? [];
  return first ? String(first.id) : null;
}

/** The place in the preview. Links to other pages lead back, with a message. */
function usePlace(basePath: string): PreviewPlace {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const notify = useNotify();
  const place = placeIn(pathname, basePath);
  const [last, setLast] = useState({ pathname, place });
  if (place && last.pathname !== pathname) setLast({ pathname, place });
  const isElsewhere = place === null;
  useEffect(() => {
    if (!isElsewhere) return;
    notify('declarationPreview.no_leaving', { type: 'info' });
    void navigate(-1);
  }, [isElsewhere, navigate, notify]);
  return place ?? last.place ?? { page: 'list' };
}
