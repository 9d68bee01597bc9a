import { Suspense, useMemo, type ReactNode, type ReactElement } from 'react';
import { useLocation, Route } from 'react-router-dom';
import { Resource, type ResourceProps } from 'react-admin';
import { usePage } from './namedComponents.tsx';
import { lateTexts, withLateTexts } from '#console/i18n/lateTexts.ts';
import { onDemand } from '#console/ui/loading/onDemand.tsx';
import { useLabel } from '#console/shell/useLabel.ts';
import { ownAddress } from '#console/shell/menu/address.ts';
import type { MenuRoute } from '#console/shell/menu/routeTable.ts';
import { ActionHost } from '#console/resource/actions/ActionHost.tsx';
import { useDeclaration } from '#console/resource/declaration/useDeclaration.ts';
import { DeclaredList } from '#console/resource/list/DeclaredList.tsx';
import { RecordOnDemand } from '#console/resource/record/fetchedRecord.tsx';
import { RecordRoute } from '#console/resource/record/RecordRoute.tsx';
import { ResourceInputServices } from '#console/resource/references/ResourceInputServices.tsx';
import { createResourceView, type ResourceView } from '#console/resource/ResourceView.ts';
import { NotFound } from '#console/ui/NotFound.tsx';
import { PageSkeleton } from '#console/ui/PageSkeleton.tsx';

interface RecordPageProps {
  view: ResourceView;
  id: string;
}

const skeleton = ({ view }: { view: ResourceView }) => <PageSkeleton title={view.title} />;

// A list needs neither inputs nor what a record's own page is made of.
const EditRecord = onDemand<RecordPageProps>(
  async () => (await withLateTexts(import('#console/resource/form/EditRecord.tsx'))).EditRecord,
  skeleton,
);
const CreateRecord = onDemand<Pick<RecordPageProps, 'view'>>(
  async () => (await withLateTexts(import('#console/resource/form/CreateRecord.tsx'))).CreateRecord,
  skeleton,
);
const DeclarationProblem = onDemand(async () => {
  // It also tells that nothing can be fetched.
  const [page] = await Promise.all([
    import('#console/resource/declaration/DeclarationProblem.tsx'),
    lateTexts().catch(() => {}),
  ]);
  return page.DeclarationProblem;
});

interface ResourcePageProps {
  /** Name of the declaration. */
  name: string;
  /** Where the menu has it. */
  route: Pick<MenuRoute, 'pattern' | 'permissions' | 'title'>;
}

/** The list of a declared resource, at the address that the menu gives. */
export function ListPage(props: ResourcePageProps) {
  return <DeclaredPage {...props}>{(view) => <List view={view} />}</DeclaredPage>;
}

function List({ view }: { view: ResourceView }) {
  const Page = usePage(view.resource, 'list', DeclaredList);
  return <Page view={view} />;
}

/** The form of a new record, at `…/create`. */
export function CreatePage(props: ResourcePageProps) {
  return <DeclaredPage {...props}>{(view) => (view.canCreate ? <Create view={view} /> : <NotFound />)}</DeclaredPage>;
}

function Create({ view }: { view: ResourceView }) {
  const Page = usePage(view.resource, 'create', CreateRecord);
  return <Page view={view} />;
}

/** The form of a record, at `…/<id>`. */
export function EditPage(props: ResourcePageProps) {
  return <DeclaredPage {...props}>{(view) => (view.canEdit ? <Edit view={view} /> : <NotFound />)}</DeclaredPage>;
}

function Edit({ view }: { view: ResourceView }) {
  const page = usePage(view.resource, 'edit', EditRecord);
  return <RecordRoute {...{ view, page }} />;
}

/** The page of a record, at `…/<id>/show`. */
export function ShowPage(props: ResourcePageProps) {
  return <DeclaredPage {...props}>{(view) => (view.canShow ? <Show view={view} /> : <NotFound />)}</DeclaredPage>;
}

function Show({ view }: { view: ResourceView }) {
  const page = usePage(view.resource, 'show', RecordOnDemand);
  return <RecordRoute {...{ view, page }} />;
}

/** Fetches the declaration of which the page inside is made. */
function DeclaredPage({
  name,
  route: { pattern, permissions, title: label },
  children,
}: ResourcePageProps & { children: (view: ResourceView) => ReactNode }) {
  const title = useLabel()(label);
  const basePath = ownAddress(pattern, useLocation().pathname);
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
    <ResourceInputServices resource={name}>
      <Suspense fallback={<PageSkeleton title={title} />}>
        <ActionHost view={view}>{children(view)}</ActionHost>
      </Suspense>
    </ResourceInputServices>
  );
}

interface MenuResourceProps extends Omit<ResourceProps, 'list'> {
  /** The menu's address of the list, without its first slash; react-admin mounts a resource at its `name`. */
  name: string;
  /** react-admin's name of the resource, which is that of its declaration. */
  resource: string;
  list: ReactElement;
}

/** A `<Resource>` at the address that the menu gives it. */
export function MenuResource({ name: _address, resource, list, ...pages }: MenuResourceProps) {
  return (
    <Resource {...pages} name={resource}>
      {/* As `list` it would scroll to where the list was last left, which each tab does for itself. */}
      <Route path="*" element={list} />
    </Resource>
  );
}
// What react-admin knows a resource by, among the children of its UI.
MenuResource.raName = 'Resource';
MenuResource.registerResource = ({ resource, ...pages }: MenuResourceProps) =>
  Resource.registerResource({ ...pages, name: resource });
