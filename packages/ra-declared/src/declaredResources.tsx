import { Box } from '@mui/material';
import { useMemo, type ReactNode } from 'react';
import { useCreatePath, type ResourceProps } from 'react-admin';
import { useParams } from 'react-router-dom';
import {
  asDeclaration,
  type CurrencyData,
  type Dashboard,
  type Declaration,
  permissionsOf,
  type Resource,
  toResource,
} from '@merchant-console/declaration';
import { IMPORT, permissionKey, REVEAL } from '@merchant-console/protocol';
import { ActionHost } from './actions/ActionHost.tsx';
import { DeclarationSourceProvider, UnknownDeclarationError } from './declaration/DeclarationSource.ts';
import { useExistingCalls, type DeclaredCalls } from './DeclaredDataProvider.ts';
import { FormatProvider } from './fields/FormatProvider.tsx';
import { NamedComponentsProvider, type NamedComponents } from './fields/NamedComponents.ts';
import { LazyCreateRecord, LazyDashboard, LazyEditRecord, LazyRecord } from './lazyPages.tsx';
import { DeclaredList } from './list/DeclaredList.tsx';
import { PreferencesProvider } from './preferences/usePreference.tsx';
import { ResourceInputServices } from './references/ResourceInputServices.tsx';
import { ResourcePlacesProvider, useResourcePlace, type FindResourcePlace } from './resourcePlaces.ts';
import { createResourceView, type ResourceView } from './ResourceView.ts';
import { NotFound } from './ui/NotFound.tsx';
import { useFormatContext } from './ui/FormatContext.ts';
import { titleOf } from './useResourceView.ts';
import { useScope } from './useScope.ts';

interface Settings {
  /** Format of amounts and times. Default: dollars in cents, and the browser's time zone. */
  currencyData?: CurrencyData;
  /** Components that the declarations name. */
  components?: NamedComponents;
}

/**
 * Props of react-admin's `<Resource>` for each declaration. Its pages show the declaration, at react-admin's addresses. What
 * the dataProvider has no method for, such as sums, exports and actions, is left out.
 *
 * @param declarations valid ones, see `checkDeclarations` of `@merchant-console/declaration/check`
 */
export function declaredResources(
  declarations: readonly (Declaration | Dashboard)[],
  settings: Settings = {},
): ResourceProps[] {
  const texts = new Map(declarations.map((declaration) => [declaration.name, JSON.stringify(declaration)]));
  const resources = new Map(
    declarations.map((declaration) => [declaration.name, toResource(asDeclaration(declaration))]),
  );
  const { currencyData = usual(), components = NO_COMPONENTS } = settings;

  async function source(name: string) {
    const text = texts.get(name);
    if (text === undefined) throw new UnknownDeclarationError(name);
    return { text, isGood: true };
  }

  return [...resources.values()].map((resource) => {
    const { name, operations } = resource;
    const page = (content: (view: ResourceView) => ReactNode) => (
      <DeclarationSourceProvider value={source}>
        <FormatProvider currencyData={currencyData} clock={CLOCK}>
          <PreferencesProvider>
            <NamedComponentsProvider value={components}>
              <Places resources={resources}>
                <Page resource={resource}>{content}</Page>
              </Places>
            </NamedComponentsProvider>
          </PreferencesProvider>
        </FormatProvider>
      </DeclarationSourceProvider>
    );
    return {
      name,
      recordRepresentation: resource.recordRepresentation,
      list: page((view) => (resource.cards ? <LazyDashboard view={view} /> : <DeclaredList view={view} />)),
      ...(operations.includes('create') && { create: page((view) => <LazyCreateRecord view={view} />) }),
      ...(operations.includes('edit') && {
        edit: page((view) => <OfRecord>{(id) => <LazyEditRecord key={id} view={view} id={id} />}</OfRecord>),
      }),
      ...(operations.includes('show') && {
        show: page((view) => <OfRecord>{(id) => <LazyRecord key={id} view={view} id={id} />}</OfRecord>),
      }),
    };
  });
}

const NO_COMPONENTS: NamedComponents = { field: () => undefined, input: () => undefined, group: () => undefined };
const CLOCK = { now: () => new Date() };

function usual(): CurrencyData {
  return {
    currency: 'USD',
    is_divide_hundred: 1,
    time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** Addresses of the resources, each with all permissions that its declaration defines: the server decides. */
function Places({ resources, children }: { resources: ReadonlyMap<string, Resource>; children: ReactNode }) {
  const createPath = useCreatePath();
  const calls = useExistingCalls();
  const find = useMemo<FindResourcePlace>(
    () => (name) => {
      const resource = resources.get(name);
      return resource
        ? { basePath: createPath({ resource: name, type: 'list' }), permissions: permissionsWith(calls, resource) }
        : null;
    },
    [resources, createPath, calls],
  );
  return <ResourcePlacesProvider value={find}>{children}</ResourcePlacesProvider>;
}

function permissionsWith({ exportRecords, revealValue }: Partial<DeclaredCalls>, resource: Resource): string[] {
  const missing = [IMPORT, ...(exportRecords ? [] : ['export']), ...(revealValue ? [] : [REVEAL])];
  const keys = missing.map((key) => permissionKey(resource.name, key));
  return permissionsOf(resource).filter((key) => !keys.includes(key));
}

interface PageProps {
  resource: Resource;
  children: (view: ResourceView) => ReactNode;
}

function Page({ resource, children }: PageProps) {
  const calls = useExistingCalls();
  const place = useResourcePlace(resource.name);
  const readScope = useScope();
  const title = titleOf(resource, useFormatContext());
  const view = useMemo(
    () => place && createResourceView(resourceWith(calls, resource), place, title, readScope),
    [calls, resource, place, title, readScope],
  );
  return (
    view && (
      <ResourceInputServices resource={resource.name}>
        <ActionHost view={view}>
          <Box sx={{ my: 2 }}>{children(view)}</Box>
        </ActionHost>
      </ResourceInputServices>
    )
  );
}

/** The resource without what the dataProvider has no method for. */
function resourceWith({ getSummary, getTimeline, runAction }: Partial<DeclaredCalls>, resource: Resource): Resource {
  const { list, show, actions } = resource;
  return {
    ...resource,
    list: { ...list, ...(!getSummary && { summary: [], charts: [] }) },
    show: { ...show, timeline: show.timeline && getTimeline !== undefined },
    actions: runAction ? actions : [],
  };
}

/** Takes the ID from the address of a form or record page. */
function OfRecord({ children }: { children: (id: string) => ReactNode }) {
  const { id } = useParams();
  return id === undefined ? <NotFound /> : children(decodeURIComponent(id));
}
