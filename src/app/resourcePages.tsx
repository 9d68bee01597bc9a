import { Suspense, useMemo, type ComponentType, type ReactElement, type ReactNode } from 'react';
import { Resource, type ResourceProps } from 'react-admin';
import { Route, useLocation } from 'react-router-dom';
import {
  ActionHost,
  createResourceView,
  DeclaredList,
  type ListPageProps,
  type RecordPageProps,
  type ResourceView,
  useDeclaration,
} from '@merchant-console/ra-declared';
import {
  lazy,
  LazyCreateRecord,
  LazyDashboard,
  LazyEditRecord,
  LazyRecord,
  loadPageTexts,
  NotFound,
  PageSkeleton,
  ResourceInputServices,
  useScope,
} from '@merchant-console/ra-declared/internal';
import { ownAddress } from '#console/shell/menu/address.ts';
import type { MenuRoute } from '#console/shell/menu/routeTable.ts';
import { useLabel } from '#console/shell/useLabel.ts';
import { usePage } from './namedComponents.tsx';

const DeclarationProblem = lazy(
  async () => {
    // Also reports if nothing can be loaded.
    const [page] = await Promise.all([
      import('#console/features/configurationProblems/DeclarationProblem.tsx'),
      loadPageTexts().catch(() => {}),
    ]);
    return page.DeclarationProblem;
  },
  undefined,
  { hasTexts: true },
);

const ImportPage = lazy<ListPageProps>(
  async () => (await import('#console/features/imports/ImportPage.tsx')).ImportPage,
  ({ view }) => <PageSkeleton title={view.title} />,
);

interface ResourcePageProps {
  /** Name of the declaration. */
  name: string;
  /** Its place in the menu. */
  route: Pick<MenuRoute, 'pattern' | 'permissions' | 'title'>;
}

/** The list of a declared resource, at its address in the menu. */
export function ListPage(props: ResourcePageProps) {
  return <DeclaredPage {...props}>{(view) => <List view={view} />}</DeclaredPage>;
}

function List({ view }: { view: ResourceView }) {
  const Page = usePage(view.resource, 'list', view.resource.cards ? LazyDashboard : DeclaredList);
  return <Page view={view} />;
}

/** The create form, at `…/create`. */
export function CreatePage(props: ResourcePageProps) {
  return <DeclaredPage {...props}>{(view) => (view.canCreate ? <Create view={view} /> : <NotFound />)}</DeclaredPage>;
}

function Create({ view }: { view: ResourceView }) {
  const Page = usePage(view.resource, 'create', LazyCreateRecord);
  return <Page view={view} />;
}

/** The edit form, at `…/<id>`. */
export function EditPage(props: ResourcePageProps) {
  return <DeclaredPage {...props}>{(view) => (view.canEdit ? <Edit view={view} /> : <NotFound />)}</DeclaredPage>;
}

function Edit({ view }: { view: ResourceView }) {
  const page = usePage(view.resource, 'edit', LazyEditRecord);
  return <RecordRoute view={view} page={page} />;
}

/** The record page, at `…/<id>/show`. */
export function ShowPage(props: ResourcePageProps) {
  return <DeclaredPage {...props}>{(view) => (view.canShow ? <Show view={view} /> : <NotFound />)}</DeclaredPage>;
}

function Show({ view }: { view: ResourceView }) {
  const page = usePage(view.resource, 'show', LazyRecord);
  return <RecordRoute view={view} page={page} />;
}

/** The import of files, at `…/import`. */
export function ImportFilesPage(props: ResourcePageProps) {
  return (
    <DeclaredPage {...props}>{(view) => (view.canImport ? <ImportPage view={view} /> : <NotFound />)}</DeclaredPage>
  );
}

/** Loads the declaration of the page inside. */
function DeclaredPage({
  name,
  route: { pattern, permissions, title: label },
  children,
}: ResourcePageProps & { children: (view: ResourceView) => ReactNode }) {
  const title = useLabel()(label);
  const basePath = ownAddress(pattern, useLocation().pathname);
  const { data: resource, error, isFetching, refetch } = useDeclaration(name);
  // Memoised, because lists re-render much if it is another object.
  const readScope = useScope();
  const view = useMemo(
    () => resource && createResourceView(resource, { basePath, permissions }, title, readScope),
    [resource, basePath, title, permissions, readScope],
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
  /** The list's address in the menu without the leading slash. react-admin mounts a resource at its `name`. */
  name: string;
  /** react-admin's name of the resource: the declaration's name. */
  resource: string;
  list: ReactElement;
  importing?: ReactElement;
}

/** A `<Resource>` at its address in the menu. */
export function MenuResource({ name: _address, resource, list, importing, ...pages }: MenuResourceProps) {
  return (
    <Resource {...pages} name={resource}>
      {/* As `list`, it would restore the list's scroll position, which each tab does itself. */}
      <Route path="*" element={list} />
      {importing && <Route path="import" element={importing} />}
    </Resource>
  );
}
// Marks the component as a resource among the children of react-admin's UI.
MenuResource.raName = 'Resource';
MenuResource.registerResource = ({ resource, ...pages }: MenuResourceProps) =>
  Resource.registerResource({ ...pages, name: resource });

/** Page of the record named by the address `…/<id>` or `…/<id>/show`. */
function RecordRoute({ view, page: Page }: { view: ResourceView; page: ComponentType<RecordPageProps> }) {
  const id = encodedId(useLocation().pathname);
  return id === null ? <NotFound /> : <Page key={id} view={view} id={id} />;
}

/**
 * Reads the ID from the address itself. The router decodes twice and would turn an ID with `%2F` into one with `/`.
 * Null if the encoding is invalid.
 */
function encodedId(pathname: string): string | null {
  const [, encoded = ''] = /([^/]+?)(?:\/show)?\/?$/.exec(pathname) ?? [];
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
