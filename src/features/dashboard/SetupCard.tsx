import DoneIcon from '@mui/icons-material/CheckCircleOutlined';
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked';
import { Box, Button, Typography } from '@mui/material';
import type { Dashboard, SetupStep } from '#shared/contract/dashboard.ts';
import { useFindPlace, useFormatContext, useResourcePlace } from '@merchant-console/ra-declared';
import { formatInstant, Link, visuallyHidden } from '@merchant-console/ra-declared/internal';
import { HomeCard } from './HomeHeading.tsx';
import { formatDistanceStrict } from 'date-fns/formatDistanceStrict';
import { localeOf } from '#console/i18n/locales.ts';

/** The page for each step. Null if it isn't done in the console, or on no page of live data. */
const PAGES: Record<SetupStep, string | null> = {
  pay_password: 'payPassword',
  base_info: 'basicInformation',
  signing_key: 'basicInformation',
  bankcard: 'bankcards',
  colleague: 'users',
  order: null,
  platform_settings: 'platform_settings',
  operator: 'users',
  channel: 'platform_channels',
  merchant: 'merchants',
  owner: 'merchants',
  first_order: null,
};

interface SetupCardProps {
  steps: NonNullable<Dashboard['setup']>;
  isPlatform: boolean;
  /** Opens the page for trying the gateway with test data. Null if the user can't. */
  onTryGateway: (() => void) | null;
}

/** Next steps with links, for a merchant without any order so far, or a platform whose merchants have none. */
export function SetupCard({ steps, isPlatform, onTryGateway }: SetupCardProps) {
  const { translate } = useFormatContext();
  const find = useFindPlace();
  const placeOf = (page: string | null) => (page === null ? null : (find(page)?.basePath ?? null));
  const next = steps.find(({ is_done: isDone }) => !isDone);
  const done = steps.filter(({ is_done: isDone }) => isDone).length;
  return (
    <HomeCard
      title={translate('dashboard.setup_title')}
      aside={
        <Typography variant="body2" color="text.secondary">
          {translate('dashboard.setup_done', { done, all: steps.length })}
        </Typography>
      }
    >
      <Typography color="text.secondary" sx={{ mb: 1, maxWidth: 720, textWrap: 'pretty' }}>
        {translate(isPlatform ? 'dashboard.setup_about_platform' : 'dashboard.setup_about')}
      </Typography>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {steps.map(({ step, is_done: isDone }) => (
          <Step
            key={step}
            step={step}
            isDone={isDone}
            isNext={step === next?.step}
            to={placeOf(PAGES[step])}
            onGo={step === 'order' ? onTryGateway : null}
          />
        ))}
      </Box>
    </HomeCard>
  );
}

interface StepProps {
  step: SetupStep;
  isDone: boolean;
  isNext: boolean;
  to: string | null;
  /** Opens what has no address on this side. */
  onGo: (() => void) | null;
}

function Step({ step, isDone, isNext, to, onGo }: StepProps) {
  const { translate } = useFormatContext();
  const button = { size: 'small', variant: isNext ? 'contained' : 'outlined' } as const;
  const go = () => translate(`dashboard.steps_to_do.${step}.go`);
  const Icon = isDone ? DoneIcon : OpenIcon;
  return (
    <Box component="li" sx={ROW}>
      <Icon aria-hidden color={isDone ? 'success' : 'disabled'} />
      <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500 }}>
          {translate(`dashboard.steps_to_do.${step}.title`)}
          <Box component="span" sx={visuallyHidden}>
            {` (${translate(isDone ? 'dashboard.done' : 'dashboard.not_done')})`}
          </Box>
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {translate(`dashboard.steps_to_do.${step}.text`)}
        </Typography>
      </Box>
      {!isDone && to !== null && (
        <Button component={Link} to={to} {...button}>
          {go()}
        </Button>
      )}
      {!isDone && onGo && (
        <Button onClick={onGo} {...button}>
          {go()}
        </Button>
      )}
    </Box>
  );
}

const ROW = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.5,
  py: 1.25,
  borderTop: 1,
  borderColor: 'divider',
} as const;

interface SigningKeyCardProps {
  signingKey: NonNullable<Dashboard['signing_key']>;
  asOf: string;
}

/** The key that signs calls: its age, and a link to replace it. */
export function SigningKeyCard({ signingKey: { current, may_replace: mayReplace }, asOf }: SigningKeyCardProps) {
  const context = useFormatContext();
  const { translate, language } = context;
  const locale = localeOf(language).dates;
  const place = useResourcePlace('basicInformation');
  return (
    <HomeCard title={translate('basicInfo.signing_key')}>
      {current ? (
        <>
          <Typography>{translate('basicInfo.key_ending', { tail: current.tail })}</Typography>
          <Typography variant="body2" color="text.secondary">
            {translate('dashboard.key_age', {
              time: formatDistanceStrict(current.created_at, asOf, { roundingMethod: 'floor', locale }),
            })}
          </Typography>
          <Typography variant="body2" color="text.secondary">
            {current.last_used_at === null
              ? translate('basicInfo.never_used')
              : translate('dashboard.key_used', { time: formatInstant(current.last_used_at, context) })}
          </Typography>
        </>
      ) : (
        <Typography color="text.secondary">
          {translate(mayReplace ? 'basicInfo.no_key' : 'basicInfo.no_key_ask')}
        </Typography>
      )}
      {mayReplace && place && (
        <Button component={Link} to={place.basePath} size="small" variant="outlined" sx={{ mt: 1.5 }}>
          {translate(current ? 'basicInfo.replace' : 'basicInfo.make')}
        </Button>
      )}
    </HomeCard>
  );
}
