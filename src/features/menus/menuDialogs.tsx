import {
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  List,
  ListItem,
  ListItemIcon,
  ListItemText,
  Radio,
  RadioGroup,
  Skeleton,
  Typography,
} from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { HttpError, useDataProvider, useNotify } from 'react-admin';
import { addMissingMenuPages, missingMenuPages, type MenuOutlineEntry } from '#shared/contract/menus.ts';
import { resolveLabel } from '@merchant-console/declaration';
import { childrenOf } from '#shared/menus/menuOrder.ts';
import type { MenuMove } from '#shared/menus/moveItem.ts';
import { useApi } from '#console/api/createApi.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import { ConfirmDialog, menuIcon } from '@merchant-console/ra-declared/internal';
import type { EntryTask } from './EntryMenu.tsx';
import type { EntryNames } from './useEntryNames.ts';
import type { TreeMoves } from './useTreeMoves.ts';
import { refusalText } from './useMenuOutline.ts';

interface EntryTaskDialogProps {
  task: EntryTask;
  entries: readonly MenuOutlineEntry[];
  names: EntryNames;
  moves: TreeMoves;
  onClose(): void;
}

/** Dialog before an entry is moved elsewhere or deleted. */
export function EntryTaskDialog({ task: { kind, entry }, entries, names, moves, onClose }: EntryTaskDialogProps) {
  if (kind === 'delete') return <DeleteEntryDialog entry={entry} name={names.nameOf(entry)} onClose={onClose} />;
  return <MoveToDialog entry={entry} entries={entries} names={names} moves={moves} onClose={onClose} />;
}

interface MoveToDialogProps {
  entry: MenuOutlineEntry;
  entries: readonly MenuOutlineEntry[];
  names: EntryNames;
  moves: TreeMoves;
  onClose(): void;
}

/** Selects a new parent for an entry, which becomes its last child. Shows why other parents aren't possible. */
function MoveToDialog({ entry, entries, names, moves, onClose }: MoveToDialogProps) {
  const { translate } = useFormatContext();
  const titleId = useId();
  const [chosen, setChosen] = useState(entry.parent_id ?? '');
  const moveTo = (parent_id: string | null): MenuMove => {
    return { id: entry.id, parent_id, position: childrenOf(entries, parent_id).length + 1 };
  };
  const places = [null, ...childrenOf(entries, null).filter(({ id }) => id !== entry.id)].map((place) => ({
    id: place?.id ?? '',
    name: place ? names.nameOf(place) : translate('menuEditor.top'),
    obstacle: (place?.id ?? null) === entry.parent_id ? null : moves.whyNot(moveTo(place?.id ?? null)),
  }));
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{translate('menuEditor.move', { name: names.nameOf(entry) })}</DialogTitle>
      <DialogContent>
        <RadioGroup aria-labelledby={titleId} value={chosen} onChange={(_event, value) => setChosen(value)}>
          {places.map(({ id, name, obstacle }) => (
            <FormControlLabel
              key={id}
              value={id}
              disabled={obstacle !== null}
              control={<Radio size="small" />}
              label={
                <>
                  {name}
                  {obstacle && (
                    <Typography component="span" variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
                      {obstacle}
                    </Typography>
                  )}
                </>
              }
            />
          ))}
        </RadioGroup>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {translate('form.cancel')}
        </Button>
        <Button
          variant="contained"
          disabled={chosen === (entry.parent_id ?? '')}
          onClick={() => {
            moves.move(entry.id, moveTo(chosen === '' ? null : chosen));
            onClose();
          }}
        >
          {translate('menuEditor.move_here')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Asks before an entry is deleted. Stays open and shows the reason if that isn't possible. */
function DeleteEntryDialog({ entry, name, onClose }: { entry: MenuOutlineEntry; name: string; onClose(): void }) {
  const { translate } = useFormatContext();
  const dataProvider = useDataProvider();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { id, revision } = entry;
  const removing = useMutation({
    mutationFn: () => dataProvider.delete('menus', { id, previousData: entry, meta: { revision } }),
    onSuccess() {
      notify('ra.notification.deleted', { type: 'success', messageArgs: { smart_count: 1 } });
      onClose();
    },
    onError(error) {
      // Another user has deleted it.
      if (error instanceof HttpError && error.status === 404) onClose();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['menus'] }),
  });
  return (
    <ConfirmDialog
      title={translate('record.delete_title', { name })}
      text={translate('menuEditor.delete_text')}
      confirm={translate('record.delete')}
      isDangerous
      needsServer
      isBusy={removing.isPending}
      failure={removing.error && refusalText(removing.error, translate)}
      onConfirm={removing.mutate}
      onClose={onClose}
    />
  );
}

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
