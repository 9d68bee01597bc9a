import { Suspense, useMemo, useState } from 'react';
import { ResourceContextProvider } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  CreateRecord,
  createResourceView,
  EditRecord,
  type ResourceView,
  useDeclaration,
  useFormatContext,
  useResourcePlace,
} from '@merchant-console/ra-declared';
import {
  LeaveDialog,
  LoadFailure,
  NotFound,
  OpenPageProvider,
  PageSkeleton,
  ResourceInputServices,
  useOpenPage,
} from '@merchant-console/ra-declared/internal';

const MENUS = 'menus';

/** Form of the menu entry in the `id` parameter. Without it, of a new entry below `parent_id`. */
export function EditMenuPage({ title, address }: { title: string; address: string }) {
  const { translate } = useFormatContext();
  const { data: resource, error, refetch } = useDeclaration(MENUS);
  const place = useResourcePlace(MENUS);
  const view = useMemo<ResourceView | null>(() => {
    if (!resource || !place) return null;
    // After saving, the user returns to the tree, where the saved entry is visible in its place.
    return { ...createResourceView(resource, place, translate('menu.menuList')), canShow: false };
  }, [resource, place, translate]);
  if (error && !resource) return <LoadFailure error={error} onRetry={refetch} />;
  if (resource && !place) return <NotFound />;
  if (!view) return <PageSkeleton title={title} />;
  return (
    <ResourceContextProvider value={MENUS}>
      <ResourceInputServices resource={MENUS}>
        <Suspense fallback={<PageSkeleton title={title} />}>
          <OneAtATime view={view} address={address} />
        </Suspense>
      </ResourceInputServices>
    </ResourceContextProvider>
  );
}

/** All entries share one address and therefore one tab. Input for one must not be lost when another is opened. */
function OneAtATime({ view, address }: { view: ResourceView; address: string }) {
  const { translate } = useFormatContext();
  const { search } = useLocation();
  const navigate = useNavigate();
  const page = useOpenPage();
  const [isUnsaved, setUnsaved] = useState(false);
  const [shown, setShown] = useState(search);
  const isHeldBack = isUnsaved && shown !== search;
  if (!isUnsaved && shown !== search) setShown(search);
  const guarded = useMemo(
    () => ({
      ...page,
      markUnsaved(next: boolean) {
        setUnsaved(next);
        page.markUnsaved(next);
      },
    }),
    [page],
  );
  const params = new URLSearchParams(shown);
  const id = params.get('id');
  const isAllowed = id === null ? view.canCreate : view.canEdit;
  if (!isAllowed) return <NotFound />;
  return (
    <OpenPageProvider value={guarded}>
      {id === null ? (
        <CreateRecord key={shown} view={view} initial={{ parent_id: params.get('parent_id') }} />
      ) : (
        <EditRecord key={id} view={view} id={id} />
      )}
      <LeaveDialog
        isOpen={isHeldBack}
        text={translate('form.leave_text')}
        onStay={() => void navigate(address + shown, { replace: true })}
        onLeave={() => {
          setUnsaved(false);
          setShown(search);
        }}
      />
    </OpenPageProvider>
  );
}
