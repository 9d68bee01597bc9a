import { List, ListItem, ListItemIcon, ListItemText, Skeleton } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { addMissingMenuPages, missingMenuPages } from '#shared/contract/menus.ts';
import { resolveLabel } from '#shared/i18n/label.ts';
import { useApi } from '#console/api/createApi.ts';
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
  const { data, error } = useQuery({
    queryKey: ['menus', 'missing'],
    queryFn: ({ signal }) => api(missingMenuPages, { signal }),
    staleTime: 0,
    retry: false,
  });
  const free = (data ?? []).filter(({ is_taken }) => !is_taken);
  const adding = useMutation({
    mutationFn: () => api(addMissingMenuPages),
    onSuccess({ added }) {
      notify('menuEditor.added', { type: 'success', messageArgs: { smart_count: added } });
      onClose();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['menus'] }),
  });
  const failure = adding.error ?? error;
  return (
    <ConfirmDialog
      title={translate('menuEditor.missing')}
      text={translate(data?.length === 0 ? 'menuEditor.none_missing' : 'menuEditor.missing_text')}
      confirm={translate(data && free.length === 0 ? 'form.close' : 'menuEditor.add')}
      needsServer
      isBusy={adding.isPending}
      isReady={data !== undefined || error !== null}
      failure={failure && refusalText(failure, translate)}
      onConfirm={free.length === 0 ? onClose : adding.mutate}
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
