import { Suspense, useMemo } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { customPages } from '#console/components/customPages.ts';
import { lateTexts, withLateTexts } from '#console/i18n/lateTexts.ts';
import { onDemand } from '#console/loading/onDemand.tsx';
import { ActionHost } from './actions/ActionHost.tsx';
import { useDeclaration } from './declaration/useDeclaration.ts';
import { DeclaredList } from './list/DeclaredList.tsx';
import { RecordRoute } from './record/RecordRoute.tsx';
import { ResourceInputServices } from './references/ResourceInputServices.tsx';
import { createResourceView, type ResourceView } from './ResourceView.ts';
import { NotFound } from './state/NotFound.tsx';
import { PageSkeleton } from './state/PageSkeleton.tsx';

interface RecordPageProps {
  view: ResourceView;
  id: string;
}

const skeleton = ({ view }: { view: ResourceView }) => <PageSkeleton title={view.title} />;

// A list needs neither inputs nor what a record's own page is made of.
const DeclaredRecord = onDemand<RecordPageProps>(
  async () => (await withLateTexts(import('./record/DeclaredRecord.tsx'))).DeclaredRecord,
  skeleton,
);
const EditRecord = onDemand<RecordPageProps>(
  async () => (await withLateTexts(import('./form/EditRecord.tsx'))).EditRecord,
  skeleton,
);
const CreateRecord = onDemand<Pick<RecordPageProps, 'view'>>(
  async () => (await withLateTexts(import('./form/CreateRecord.tsx'))).CreateRecord,
  skeleton,
);
const DeclarationProblem = onDemand(async () => {
  // It also tells that nothing can be fetched.
  const [page] = await Promise.all([import('./declaration/DeclarationProblem.tsx'), lateTexts().catch(() => {})]);
  return page.DeclarationProblem;
});

interface ResourcePageProps {
  /** Name of the declaration, as the menu's `component_path` says it. */
  name: string;
  /** The menu's address of the list, without a slash at its end. */
  basePath: string;
  /** Keys such as `orders.show` that the user holds on this page. */
  permissions: readonly string[];
  /** The menu's title, in the user's language. */
  title: string;
}

/** A declared resource: its list at the address that the menu gives, its records below. */
export function ResourcePage({ name, basePath, permissions, title }: ResourcePageProps) {
  const { data: resource, error, isFetching, refetch } = useDeclaration(name);
  // The same object for as long as it says the same: lists draw much anew when it is another.
  const view = useMemo(
    () => resource && createResourceView(resource, { basePath, permissions }, title),
    [resource, basePath, title, permissions],
  );
  if (!resource || !view) {
    if (error && !isFetching) return <DeclarationProblem name={name} error={error} onRetry={() => void refetch()} />;
    return <PageSkeleton title={title} />;
  }
  return (
    <ResourceContextProvider value={name}>
      <ResourceInputServices resource={name}>
        <Suspense fallback={<PageSkeleton title={title} />}>
          <ActionHost view={view}>
            <Below view={view} />
          </ActionHost>
        </Suspense>
      </ResourceInputServices>
    </ResourceContextProvider>
  );
}

/** What the address names: the list at its plain address, a form or a record below. */
function Below({ view }: { view: ResourceView }) {
  const { pathname } = useLocation();
  const { basePath, canCreate, canEdit, canShow } = view;
  const { list, form, show } = view.resource.components;
  const List = list ? customPages[list] : DeclaredList;
  const [Create, Edit] = form ? [customPages[form], customPages[form]] : [CreateRecord, EditRecord];
  const Show = show ? customPages[show] : DeclaredRecord;
  const [first, second, ...others] = pathname.slice(basePath.length).split('/').filter(Boolean);
  if (first === undefined) return <List view={view} />;
  if (others.length > 0) return <NotFound />;
  if (first === 'create' && second === undefined && canCreate) return <Create view={view} />;
  if (second === undefined && canEdit) return <RecordRoute view={view} page={Edit} />;
  if (second === 'show' && canShow) return <RecordRoute view={view} page={Show} />;
  return <NotFound />;
}
