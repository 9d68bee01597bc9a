import { QueryClientProvider } from '@tanstack/react-query';
import { useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { DataProviderContext, memoryStore, StoreContextProvider, useEvent, useLocale, useTranslate } from 'react-admin';
import { permissionsAskedBy } from '@merchant-console/declaration';
import { IMPORT, permissionKey, REVEAL } from '@merchant-console/protocol';
import {
  ActionHost,
  createResourceView,
  type DeclarationSource,
  DeclarationSourceProvider,
  DraftsProvider,
  type FindResourcePlace,
  ResourcePlacesProvider,
  type ResourceView,
  useFindPlace,
  useFormatContext,
} from '@merchant-console/ra-declared';
import {
  declarationKey,
  OpenPageProvider,
  RecordTitleProvider,
  ResourceInputServices,
  SendingBlockedProvider,
  titleOf,
  useDeclarationSource,
  useScope,
} from '@merchant-console/ra-declared/internal';
import { WordedError } from '@merchant-console/ra-provider';
import { type Api, ApiProvider, useApi } from '#console/api/createApi.ts';
import { createQueryClient } from '#console/api/queryClient.ts';
import { createPreviewProvider } from './createPreviewProvider.ts';
import { previewedResource, type Versions } from './previewedRows.ts';

interface PreviewContextsProps extends Versions {
  /** The file of the next version. */
  text: string;
  /** Address of the list in the menu, or a made-up one. */
  basePath: string;
  children(view: ResourceView): ReactNode;
}

/**
 * Contexts of pages that show a declaration that isn't saved. They read by the user's own rights and can't send anything: neither
 * records nor calls, preferences, drafts or titles. They show what a user with all permissions would see, though without values that
 * this user may not read.
 */
export function PreviewContexts({ next, stored, text, basePath, children }: PreviewContextsProps) {
  const { name } = next;
  const translate = useTranslate();
  const locale = useLocale();
  const [store] = useState(() => memoryStore({ locale }));
  const [queryClient] = useState(createQueryClient);
  const writes = translate('declarationPreview.no_writes');
  const findPlace = useFindPlace();
  const mayList = findPlace(name)?.permissions.includes(permissionKey(name, 'list')) === true;
  const source = useSourceWith(name, text);
  const dataProvider = useContext(DataProviderContext);
  const preview = useMemo(() => {
    const texts = { writes, filter: translate('declarationPreview.filter_later') };
    return dataProvider && createPreviewProvider({ dataProvider, next, stored, mayList, texts });
  }, [dataProvider, next, stored, mayList, writes, translate]);
  const find = useMemo<FindResourcePlace>(
    () => (resource) => (resource === name ? { basePath, permissions: permissionsFor(next) } : findPlace(resource)),
    [name, basePath, next, findPlace],
  );
  useEffect(() => void queryClient.setQueryData(declarationKey(name), next), [queryClient, name, next]);
  return (
    <QueryClientProvider client={queryClient}>
      <DataProviderContext value={preview}>
        <ApiProvider value={useReadingApi(writes)}>
          <StoreContextProvider value={store}>
            <DeclarationSourceProvider value={source}>
              <ResourcePlacesProvider value={find}>
                <SendingBlockedProvider value={writes}>
                  <OpenPageProvider value={NO_PAGE}>
                    <RecordTitleProvider value={nothing}>
                      <DraftsProvider value={null}>
                        <View versions={{ next, stored }} basePath={basePath}>
                          {children}
                        </View>
                      </DraftsProvider>
                    </RecordTitleProvider>
                  </OpenPageProvider>
                </SendingBlockedProvider>
              </ResourcePlacesProvider>
            </DeclarationSourceProvider>
          </StoreContextProvider>
        </ApiProvider>
      </DataProviderContext>
    </QueryClientProvider>
  );
}

const nothing = () => {};
/** Nothing of its input counts as unsaved. */
const NO_PAGE = { staysOpen: true, markUnsaved: nothing, markFinished: nothing };

/** All permissions that the declaration knows, except for what leaves the preview or is logged by the server. */
function permissionsFor(next: Versions['next']): string[] {
  const without = [IMPORT, REVEAL, 'export'].map((key) => permissionKey(next.name, key));
  return permissionsAskedBy(next).filter((key) => !without.includes(key));
}

/** Declarations as they are stored, but this one as it is written now. */
function useSourceWith(name: string, text: string): DeclarationSource {
  const stored = useDeclarationSource();
  return useEvent(async (asked, signal) => (asked === name ? { text, isGood: true } : stored(asked, signal)));
}

/** Calls that only read. */
function useReadingApi(refusal: string): Api {
  const api = useApi();
  return useEvent(async (call, parts) => {
    if (call.method !== 'GET') throw new WordedError(refusal);
    return api(call, parts);
  });
}

interface ViewProps {
  versions: Versions;
  basePath: string;
  children(view: ResourceView): ReactNode;
}

function View({ versions: { next, stored }, basePath, children }: ViewProps) {
  const context = useFormatContext();
  const readScope = useScope();
  const title = titleOf(next, context);
  const view = useMemo(() => {
    const place = { basePath, permissions: permissionsFor(next) };
    return createResourceView(previewedResource({ next, stored }), place, title, readScope);
  }, [next, stored, basePath, title, readScope]);
  return (
    <ResourceInputServices resource={next.name}>
      <ActionHost view={view}>{children(view)}</ActionHost>
    </ResourceInputServices>
  );
}
