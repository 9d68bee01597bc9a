import { Button } from '@mui/material';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import { Link } from '#console/ui/router/Link.tsx';
import { useResourcePlace } from '#console/resource/resourcePlaces.ts';

/** Buttons for the ways to move a balance. The first one is the most common. */
export function MoneyWays() {
  return (
    <>
      <WayOn page="recharge" variant="contained" />
      <WayOn page="withdraw" />
      <WayOn page="payment" />
    </>
  );
}

/** Button to a form, if the user's menu has it. */
function WayOn({ page, variant = 'outlined' }: { page: string; variant?: 'outlined' | 'contained' }) {
  const { translate } = useFormatContext();
  const place = useResourcePlace(page);
  if (!place) return null;
  return (
    <Button component={Link} to={place.basePath} size="small" variant={variant}>
      {translate(`menu.${page}`)}
    </Button>
  );
}
