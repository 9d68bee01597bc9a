import { Box } from '@mui/material';
import type { BaseInfo } from '#shared/contract/baseInfo.ts';
import { StatusChip } from '#console/fieldTypes/enum/StatusChip.tsx';
import { useFormatContext } from '#console/fieldTypes/FormatContext.ts';
import { Link } from '#console/router/Link.tsx';
import { formatInstant } from '#console/views/record/formatInstant.ts';
import { RecordCard } from '#console/views/record/RecordCard.tsx';
import { useResourcePlace } from '#console/views/resourcePlaces.ts';
import { Row } from './Row.tsx';

const link = { '& a': { color: 'primary.main' }, mt: 1.5, pt: 1.5, borderTop: 1, borderColor: 'divider' };

/** What the platform keeps of the tenant. */
export function AccountCard({ info }: { info: BaseInfo }) {
  const context = useFormatContext();
  const { translate } = context;
  const channels = useResourcePlace('channels');
  return (
    <RecordCard title={translate('basicInfo.account')}>
      <Box component="dl" sx={{ m: 0 }}>
        <Row label={translate('basicInfo.merchant_no')} value={info.merchant_no} copies />
        <Row label={translate('basicInfo.name')} value={info.name} />
        <Row label={translate('basicInfo.status')} value={info.status}>
          <StatusChip tone={info.status === 'active' ? 'success' : 'default'}>
            {translate(`basicInfo.statuses.${info.status}`)}
          </StatusChip>
        </Row>
        <Row label={translate('basicInfo.currency')} value={info.currency} />
        <Row label={translate('basicInfo.time_zone')} value={info.time_zone} />
        <Row label={translate('basicInfo.created_at')} value={formatInstant(info.created_at, context)} />
      </Box>
      {channels && (
        <Box sx={link}>
          <Link to={channels.basePath}>{translate('basicInfo.to_channels')}</Link>
        </Box>
      )}
    </RecordCard>
  );
}
