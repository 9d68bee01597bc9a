import AddIcon from '@mui/icons-material/Add';
import RemoveIcon from '@mui/icons-material/Remove';
import { Box, Typography } from '@mui/material';
import { useFormatContext } from '#console/ui/FormatContext.ts';
import type { Translate } from '#shared/i18n/translator.ts';
import { sizeOf, type Difference } from './difference.ts';
import type { PermissionNode } from './permissionTree.ts';

interface DifferenceListProps {
  found: readonly Difference[];
  /** Fits under the heading above it. */
  heading: 'h2' | 'h3';
}

/** What changes, page by page. */
export function DifferenceList({ found, heading }: DifferenceListProps) {
  const { translate } = useFormatContext();
  return found.map((one) => (
    <Box key={one.id} sx={{ mt: 1.5 }}>
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between', alignItems: 'baseline' }}>
        <Typography component={heading} variant="subtitle2">
          {one.labels.join(' › ')}
        </Typography>
        <Typography variant="caption" color="text.secondary" sx={{ flex: 'none' }}>
          {changeText(sizeOf([one]), translate)}
        </Typography>
      </Box>
      <Box component="ul" sx={{ m: 0, mt: 0.25, p: 0, listStyle: 'none' }}>
        {one.added.map((node) => (
          <Line key={node.id} node={node} isAdded />
        ))}
        {one.removed.map((node) => (
          <Line key={node.id} node={node} isAdded={false} />
        ))}
      </Box>
    </Box>
  ));
}

function Line({ node: { label }, isAdded }: { node: PermissionNode; isAdded: boolean }) {
  const { translate } = useFormatContext();
  const Icon = isAdded ? AddIcon : RemoveIcon;
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.25 }}>
      <Icon
        role="img"
        aria-hidden={false}
        aria-label={translate(isAdded ? 'rolePermissions.is_added' : 'rolePermissions.is_removed')}
        sx={{ fontSize: 18, color: isAdded ? 'success.main' : 'error.main' }}
      />
      <Typography
        component="span"
        variant="body2"
        sx={isAdded ? undefined : { textDecoration: 'line-through', color: 'text.secondary' }}
      >
        {label}
      </Typography>
    </Box>
  );
}

/** `2 added · 1 removed` */
export function changeText({ added, removed }: { added: number; removed: number }, translate: Translate): string {
  const parts = [
    added > 0 ? translate('rolePermissions.added', { smart_count: added }) : '',
    removed > 0 ? translate('rolePermissions.removed', { smart_count: removed }) : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
