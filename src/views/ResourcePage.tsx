import { lazy, Suspense, useMemo } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { Route, Routes } from 'react-router';
import { customPages } from '#console/components/customPages.ts';
import { abilitiesOf } from './abilities.ts';
import { ActionHost } from './actions/ActionHost.tsx';
import { DeclarationProblem } from './declaration/DeclarationProblem.tsx';
import { useDeclaration } from './declaration/useDeclaration.ts';
import { DeclaredList } from './list/DeclaredList.tsx';
import { DeclaredRecord } from './record/DeclaredRecord.tsx';
import { RecordRoute } from './record/RecordRoute.tsx';
import { ResourceInputServices } from './references/ResourceInputServices.tsx';
import { NotFound } from './state/NotFound.tsx';
import { PageSkeleton } from './state/PageSkeleton.tsx';

// A list needs no inputs.
const CreateRecord = lazy(async () => ({ default: (await import('./form/CreateRecord.tsx')).CreateRecord }));
const EditRecord = lazy(async () => ({ default: (await import('./form/EditRecord.tsx')).EditRecord }));

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
    () => resource && { resource, basePath, title, ...abilitiesOf(resource, permissions) },
    [resource, basePath, title, permissions],
  );
  if (!resource || !view) {
    if (error && !isFetching) return <DeclarationProblem name={name} error={error} onRetry={() => void refetch()} />;
    return <PageSkeleton title={title} />;
  }
  const { list, form, show } = resource.components;
  const List = list ? customPages[list] : DeclaredList;
  const [Create, Edit] = form ? [customPages[form], customPages[form]] : [CreateRecord, EditRecord];
  const Show = show ? customPages[show] : DeclaredRecord;
  return (
    <ResourceContextProvider value={name}>
      <ResourceInputServices resource={name}>
        <Suspense fallback={<PageSkeleton title={title} />}>
          <ActionHost view={view}>
            <Routes>
              <Route index element={<List view={view} />} />
              {view.canCreate && <Route path="create" element={<Create view={view} />} />}
              {view.canEdit && <Route path=":id" element={<RecordRoute view={view} page={Edit} />} />}
              {view.canShow && <Route path=":id/show" element={<RecordRoute view={view} page={Show} />} />}
              <Route path="*" element={<NotFound />} />
            </Routes>
          </ActionHost>
        </Suspense>
      </ResourceInputServices>
    </ResourceContextProvider>
  );
}
