import { Box, Skeleton, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import CreditCardOffOutlinedIcon from '@mui/icons-material/CreditCardOffOutlined';
import HourglassEmptyIcon from '@mui/icons-material/HourglassEmpty';
import BlockOutlinedIcon from '@mui/icons-material/BlockOutlined';
import AccountBalanceWalletOutlinedIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import type { Resource } from '@merchant-console/declaration';
import { useApi } from '#console/api/createApi.ts';
import {
  FormatContextProvider,
  useDeclaration,
  useFormatContext,
  useResourceFormat,
  useResourcePlace,
} from '@merchant-console/ra-declared';
import { formatInstant, LoadFailure, Notice, ResourceInputServices } from '@merchant-console/ra-declared/internal';
import type { MoneyForm } from '#shared/contract/moneyForms.ts';
import { formKey, RECHARGE, WITHDRAW, PAYMENT, type MoneyKind } from './moneyKinds.ts';
import { formColumns } from './formColumns.ts';
import { obstacleOf, usableFrom, type Obstacle } from './moneyChoices.ts';
import { MoneyFormSteps } from './MoneyFormSteps.tsx';
import { MoneyResult } from './MoneyResult.tsx';

interface PageProps {
  address: string;
}

/** Page to request a deposit. */
export function RechargePage({ address }: PageProps) {
  return <MoneyPage kind={RECHARGE} address={address} />;
}

/** Page to withdraw to one of the merchant's own cards. */
export function WithdrawPage({ address }: PageProps) {
  return <MoneyPage kind={WITHDRAW} address={address} />;
}

/** Page to pay another party. */
export function PaymentPage({ address }: PageProps) {
  return <MoneyPage kind={PAYMENT} address={address} />;
}

interface MoneyPageProps {
  kind: MoneyKind;
  address: string;
}

/** The page of one kind of request: its form, or with `?result=<id>` the result of a request. */
function MoneyPage({ kind, address }: MoneyPageProps) {
  const { translate } = useFormatContext();
  const { data: resource, error, refetch } = useDeclaration(kind.resource);
  const result = new URLSearchParams(useLocation().search).get('result');
  return (
    <Stack sx={{ gap: 2, minWidth: 0 }}>
      <Box>
        <Typography component="h1" variant="h5">
          {translate(`menu.${kind.page}`)}
        </Typography>
        {result === null && (
          <Typography color="text.secondary" sx={{ mt: 0.5, maxWidth: 640 }}>
            {translate(`moneyForms.${kind.page}.about`)}
          </Typography>
        )}
      </Box>
      {resource && result !== null && (
        <MoneyResult key={result} kind={kind} resource={resource} address={address} id={result} />
      )}
      {resource && result === null && <NewRequest kind={kind} resource={resource} address={address} />}
      {!resource && <Unloaded error={error} onRetry={refetch} />}
    </Stack>
  );
}

function NewRequest({ kind, resource, address }: MoneyPageProps & { resource: Resource }) {
  const api = useApi();
  const action = resource.actions.find(({ key }) => key === 'request');
  const fields = action?.form ?? [];
  const context = useResourceFormat(resource.name, fields, []);
  const {
    data: offer,
    error,
    refetch,
  } = useQuery({
    queryKey: formKey(kind),
    queryFn: ({ signal }) => kind.form(api, signal),
    refetchOnMount: 'always',
  });
  const obstacle = offer ? obstacleOf(kind, offer) : null;
  const [isOpen, setIsOpen] = useState(false);
  // An open form stays, so that its input isn't lost if an obstacle appears later.
  if (!isOpen && offer && obstacle === null) setIsOpen(true);
  if (!offer) return <Unloaded error={error} onRetry={refetch} />;
  if (obstacle && !isOpen) return <ObstacleNotice kind={kind} obstacle={obstacle} offer={offer} />;
  if (!action) return null;
  return (
    <FormatContextProvider value={context}>
      <ResourceInputServices resource={resource.name}>
        <MoneyFormSteps kind={kind} address={address} action={action} offer={offer} onRefused={() => void refetch()} />
      </ResourceInputServices>
    </FormatContextProvider>
  );
}

function Unloaded({ error, onRetry }: { error: Error | null; onRetry(): unknown }) {
  if (error) return <LoadFailure title="moneyForms.load_error" error={error} onRetry={onRetry} />;
  return (
    <Box aria-busy="true" sx={formColumns}>
      <Skeleton variant="rounded" height={260} sx={{ gridArea: 'main' }} />
      <Skeleton variant="rounded" height={320} sx={{ gridArea: 'summary' }} />
      <Skeleton variant="rounded" height={180} sx={{ gridArea: 'more' }} />
    </Box>
  );
}

interface ObstacleNoticeProps {
  kind: MoneyKind;
  obstacle: Obstacle;
  offer: MoneyForm;
}

const ICONS = {
  power_waiting: <HourglassEmptyIcon />,
  no_channel: <BlockOutlinedIcon />,
  no_card: <CreditCardOffOutlinedIcon />,
  no_usable_card: <CreditCardOffOutlinedIcon />,
  no_balance: <AccountBalanceWalletOutlinedIcon />,
};

/** Explains why there is no form, with a link to the next step. */
function ObstacleNotice({ kind, obstacle, offer }: ObstacleNoticeProps) {
  const context = useFormatContext();
  const { translate } = context;
  const navigate = useNavigate();
  const cards = useResourcePlace('bankcards');
  const recharge = useResourcePlace('recharge');
  const from = usableFrom(offer.cards);
  const isWaiting = obstacle === 'no_usable_card' && from !== null;
  const lacked = offer.is_connected === false ? 'not_connected' : offer.has_account === false ? 'no_account' : null;
  const reason = obstacle === 'no_channel' ? (lacked ?? obstacle) : obstacle;
  const text = isWaiting
    ? translate('moneyForms.cards_usable_from', { at: formatInstant(from, context) })
    : translate(`moneyForms.${reason}_text`, { at: offer.power_from ? formatInstant(offer.power_from, context) : '' });
  const mayAdd = cards?.permissions.includes('bankcards.create');
  const toCards = cards && { words: 'menu.bankcard', to: cards.basePath };
  const way = {
    power_waiting: null,
    no_channel: null,
    no_card: cards && mayAdd ? { words: 'resources.bankcards.create', to: `${cards.basePath}/create` } : toCards,
    no_usable_card: toCards,
    no_balance: recharge && { words: 'menu.recharge', to: recharge.basePath },
  }[obstacle];
  const action = way && { label: translate(way.words), onClick: () => void navigate(way.to) };
  const title = obstacle === 'no_channel' ? `moneyForms.${kind.page}.closed` : `moneyForms.${obstacle}`;
  return <Notice icon={ICONS[obstacle]} title={translate(title)} text={text} {...(action && { action })} />;
}
