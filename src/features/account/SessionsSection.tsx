import { Box, Button, Chip, List, ListItem, ListItemText, Skeleton } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { endOtherSessions, endOwnSession, ownSessions, type OwnSession } from '#shared/contract/account.ts';
import { useApi } from '#console/api/createApi.ts';
import { useFormatContext } from '@merchant-console/ra-declared';
import { ConfirmDialog, FailureAlert, formatInstant } from '@merchant-console/ra-declared/internal';
import { deviceInWords } from '#shared/format/deviceInWords.ts';
import { Section } from './Section.tsx';

/** Below `sessions`, so that other parts of the console that end sessions make it stale too. */
const KEY = ['sessions', 'own'];

/** The user's sessions, with buttons to end them. */
export function SessionsSection({ isFixed }: { isFixed: boolean }) {
  const { translate } = useFormatContext();
  const api = useApi();
  const notify = useNotify();
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const ending = useMutation({
    mutationFn: (session: OwnSession | 'others') =>
      session === 'others' ? api(endOtherSessions) : api(endOwnSession, { params: { session_id: session.id } }),
    onSuccess: (_data, session) =>
      notify(session === 'others' ? 'account.sessions.others_ended' : 'account.sessions.ended', { type: 'success' }),
    onSettled() {
      setIsAsking(false);
      return client.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const { data: sessions, error } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api(ownSessions, { signal }),
    refetchOnMount: 'always',
  });

  const others = (sessions ?? []).filter((session) => !session.is_current);
  return (
    <Section title={translate('account.sessions.title')} about={translate('account.sessions.about')}>
      {!sessions && !error && <Skeleton aria-busy="true" variant="rounded" height={120} />}
      <FailureAlert error={ending.error ?? (sessions ? null : error)} />
      {sessions && (
        <List disablePadding sx={rowStyles}>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isFixed={isFixed || ending.isPending}
              onEnd={() => ending.mutate(session)}
            />
          ))}
        </List>
      )}
      {others.length > 0 && (
        <div>
          <Button variant="outlined" color="error" disabled={isFixed} onClick={() => setIsAsking(true)}>
            {translate('account.sessions.end_others')}
          </Button>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title={translate('account.sessions.end_others')}
          text={translate('account.sessions.end_others_text')}
          confirm={translate('account.sessions.end_others')}
          isDangerous
          needsServer
          isBusy={ending.isPending}
          onConfirm={() => ending.mutate('others')}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Section>
  );
}

/** The section's own padding is enough above the first and below the last. */
const rowStyles = {
  my: -1,
  '& > li + li': { borderTop: 1, borderColor: 'divider' },
};

function SessionRow({ session, isFixed, onEnd }: { session: OwnSession; isFixed: boolean; onEnd(): void }) {
  const context = useFormatContext();
  const { translate } = context;
  const device = deviceInWords(session.user_agent, translate);
  const seen = translate('account.sessions.seen', {
    ip: session.ip ?? '—',
    time: formatInstant(session.last_seen_at, context),
  });
  return (
    <ListItem disableGutters sx={{ gap: 1.5, flexWrap: 'wrap' }}>
      <ListItemText
        sx={{ flex: '1 1 220px', minWidth: 0 }}
        primary={
          <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
            {device}
            {session.is_current && (
              <Chip
                component="span"
                size="small"
                color="success"
                variant="outlined"
                label={translate('account.sessions.current')}
              />
            )}
          </Box>
        }
        secondary={
          <>
            {seen}
            <br />
            {translate('account.sessions.since', { time: formatInstant(session.created_at, context) })}
          </>
        }
      />
      {!session.is_current && (
        <Button
          size="small"
          color="inherit"
          variant="outlined"
          disabled={isFixed}
          aria-label={translate('account.sessions.end_one', { device, ip: session.ip ?? '—' })}
          onClick={onEnd}
        >
          {translate('account.sessions.end')}
        </Button>
      )}
    </ListItem>
  );
}
