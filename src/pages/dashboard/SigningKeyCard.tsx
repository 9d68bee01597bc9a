import { Button, Typography } from '@mui/material';
import type { Home } from '#shared/contract/home.ts';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { Link } from '#console/router/Link.tsx';
import { useResourcePlace } from '#console/views/resourcePlaces.ts';
import { formatInstant } from '#console/views/record/formatInstant.ts';
import { HomeCard } from './HomeCard.tsx';

const DAY_MS = 86_400_000;

interface SigningKeyCardProps {
  signingKey: NonNullable<Home['signing_key']>;
  asOf: string;
}

/** The key that calls are signed with: how old it is, and the way to a new one. */
export function SigningKeyCard({ signingKey: { current, may_replace: mayReplace }, asOf }: SigningKeyCardProps) {
  const context = useFormatContext();
  const { translate } = context;
  const place = useResourcePlace('basicInformation');
  const days = current ? Math.floor((Date.parse(asOf) - Date.parse(current.created_at)) / DAY_MS) : 0;
  return (
    <HomeCard title={translate('basicInfo.signing_key')}>
      {current ? (
        <>
          <Typography>{translate('basicInfo.key_ending', { tail: current.tail })}</Typography>
          <Typography variant="body2" color="text.secondary">
            {translate('dashboard.key_age', { smart_count: days })}
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
