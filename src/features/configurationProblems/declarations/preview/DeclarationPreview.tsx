import { Alert, Box, Paper, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { ErrorBoundary } from 'react-error-boundary';
import { createMemoryRouter } from 'react-router-dom';
import type { Resource } from '@merchant-console/declaration';
import { permissionKey } from '@merchant-console/protocol';
import { type ResourcePlace, useResourcePlace } from '@merchant-console/ra-declared';
import { declarationQuery, Notice, useDeclarationSource } from '@merchant-console/ra-declared/internal';
import { OwnRouter } from '#console/ui/router/OwnRouter.tsx';
import { useReadable } from '../useReadable.ts';
import { PreviewContexts } from './PreviewContexts.tsx';
import { type AskedPage, PreviewPages } from './PreviewPages.tsx';

interface DeclarationPreviewProps {
  name: string;
  /** The file as it is written now. */
  text: string;
  /** True if there is no such file yet. */
  isNew: boolean;
  /** Page that the designer arranges; null for none. Another object shows it again. */
  asked: AskedPage | null;
}

/** The pages of a declaration as it is written now, on the records that are stored. Nothing can be saved in them. */
export function DeclarationPreview({ name, text, isNew, asked }: DeclarationPreviewProps) {
  const translate = useTranslate();
  const { readable, isOutdated } = useReadable(name, text);
  const source = useDeclarationSource();
  const stored = useQuery({ ...declarationQuery(name, source), enabled: !isNew });
  const place = useResourcePlace(name);
  const isLoading = !isNew && stored.isPending;
  return (
    <Paper component="section" variant="outlined" aria-label={translate('declarationPreview.title')}>
      <Box sx={{ px: 2, pt: 1.5 }}>
        <Typography component="h2" variant="subtitle2">
          {translate('declarationPreview.title')}
        </Typography>
        <Typography variant="caption" component="p" color="text.secondary">
          {translate(reasonFor({ name, place, isNew }))}
        </Typography>
      </Box>
      <Box role="status" sx={{ px: 2, py: 0.5 }}>
        {isOutdated && readable && (
          <Alert role="presentation" severity="warning" sx={{ py: 0 }}>
            {translate('declarationPreview.outdated')}
          </Alert>
        )}
      </Box>
      {!readable && <Notice title={translate('declarationPreview.unreadable')} />}
      {readable && isLoading && <Skeleton variant="rounded" height={320} sx={{ m: 2 }} aria-busy="true" />}
      {readable && !isLoading && (
        <ShownDeclaration
          next={readable.resource}
          text={readable.text}
          stored={stored.data ?? null}
          basePath={place?.basePath ?? `/${name}`}
          asked={asked}
        />
      )}
    </Paper>
  );
}

/** What the rows of the preview are. */
function reasonFor({ name, place, isNew }: { name: string; place: ResourcePlace | null; isNew: boolean }): string {
  if (isNew) return 'declarationPreview.about_new';
  const mayList = place?.permissions.includes(permissionKey(name, 'list')) === true;
  return mayList ? 'declarationPreview.about' : 'declarationPreview.about_hidden';
}

interface ShownDeclarationProps {
  next: Resource;
  text: string;
  stored: Resource | null;
  basePath: string;
  asked: AskedPage | null;
}

function ShownDeclaration({ next, text, stored, basePath, asked }: ShownDeclarationProps) {
  const [router] = useState(() => createMemoryRouter([{ path: '*', element: null }], { initialEntries: [basePath] }));
  const shape = useMemo(() => JSON.stringify([shapeOf(next), stored && shapeOf(stored)]), [next, stored]);
  return (
    <OwnRouter router={router}>
      {/* Keeps a failure of the previewed pages from the editor around them. Another text gets another try. */}
      <ErrorBoundary FallbackComponent={Failed} resetKeys={[text]}>
        {/* Rows that are shown differently are read again. */}
        <PreviewContexts key={shape} next={next} stored={stored} text={text} basePath={basePath}>
          {(view) => <PreviewPages view={view} asked={asked} />}
        </PreviewContexts>
      </ErrorBoundary>
    </OwnRouter>
  );
}

/** What decides how a stored record is shown. */
const shapeOf = ({ fields, declared }: Resource) => [
  fields.map(({ source, type }) => [source, type]),
  declared.migrate?.rename,
];

function Failed() {
  const translate = useTranslate();
  return <Notice role="alert" title={translate('declarationPreview.failed')} />;
}
