import { Button, Typography } from '@mui/material';
import { formatDistanceStrict } from 'date-fns/formatDistanceStrict';
import type { Home } from '#shared/contract/home.ts';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { localeOf } from '#console/i18n/locales.ts';
import { Link } from '#console/ui/router/Link.tsx';
import { useResourcePlace } from '#console/resource/resourcePlaces.ts';
import { formatInstant } from '#console/resource/record/formatInstant.ts';
import { HomeCard } from './HomeCard.tsx';

interface SigningKeyCardProps {
  signingKey: NonNullable<Home['signing_key']>;
  asOf: string;
}

/** The key that calls are signed with: how old it is, and the way to a new one. */
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
