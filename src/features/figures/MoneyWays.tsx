import { Box, Button } from '@mui/material';
import { useFormatContext, useResourcePlace } from '@merchant-console/ra-declared';
import { Link } from '@merchant-console/ra-declared/internal';

/** Buttons for the ways to move a balance, side by side. The first one is the most common. */
export function MoneyWays() {
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <WayOn page="recharge" variant="contained" />
      <WayOn page="withdraw" />
      <WayOn page="payment" />
    </Box>
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
