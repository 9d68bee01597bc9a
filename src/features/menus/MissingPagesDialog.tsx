import { List, ListItem, ListItemIcon, ListItemText, Skeleton } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { addMissingMenuPages, missingMenuPages } from '#shared/contract/menus.ts';
import { resolveLabel } from '#shared/i18n/label.ts';
import { useApi } from '#console/api/createApi.ts';
import { errorOf } from '#console/api/ApiError.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { menuIcon } from '#console/ui/menuIcons.ts';
import { ConfirmDialog } from '#console/ui/ConfirmDialog.tsx';
import { refusalText } from './useMenuOutline.ts';

/** Lists the pages of the product's menu that this menu lacks, and adds them. */
export function MissingPagesDialog({ onClose }: { onClose(): void }) {
  const { translate, language } = useFormatContext();
  const api = useApi();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const [state, setState] = useState<{ isBusy: boolean; failure: Error | null }>({ isBusy: false, failure: null });
  const { data, error } = useQuery({
    queryKey: ['menus', 'missing'],
    queryFn: ({ signal }) => api(missingMenuPages, { signal }),
    staleTime: 0,
    retry: false,
  });
  const free = (data ?? []).filter(({ is_taken }) => !is_taken);
  const add = async () => {
    if (free.length === 0) return onClose();
    setState({ isBusy: true, failure: null });
    try {
      const { added } = await api(addMissingMenuPages);
      notify('menuEditor.added', { type: 'success', messageArgs: { smart_count: added } });
      onClose();
    } catch (failure) {
      setState({ isBusy: false, failure: errorOf(failure) });
    }
    await queryClient.invalidateQueries({ queryKey: ['menus'] });
  };
  const failure = state.failure ?? error;
  return (
    <ConfirmDialog
      title={translate('menuEditor.missing')}
      text={translate(data?.length === 0 ? 'menuEditor.none_missing' : 'menuEditor.missing_text')}
      confirm={translate(data && free.length === 0 ? 'form.close' : 'menuEditor.add')}
      needsServer
      isBusy={state.isBusy}
      isReady={data !== undefined || error !== null}
      failure={failure && refusalText(failure, translate)}
      onConfirm={() => void add()}
      onClose={onClose}
    >
      {!data && !error && <Skeleton height={120} aria-busy="true" />}
      <List dense>
        {data?.map(({ address, title, icon, is_taken }) => {
          const Icon = menuIcon(icon);
          return (
            <ListItem key={address} disableGutters>
              <ListItemIcon sx={{ minWidth: 36 }}>
                <Icon fontSize="small" />
              </ListItemIcon>
              <ListItemText
                primary={resolveLabel(title, language, translate)}
                secondary={is_taken ? translate('errors.menu_address_taken', { address }) : address}
              />
            </ListItem>
          );
        })}
      </List>
    </ConfirmDialog>
  );
}
