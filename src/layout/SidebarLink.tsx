import OpenInNew from '@mui/icons-material/OpenInNewOutlined';
import { Box } from '@mui/material';
import { memo } from 'react';
import { onDemand } from '#console/loading/onDemand.tsx';
import type { SidebarLeaf } from '#console/menu/sidebar.ts';
import { Link } from '#console/router/Link.tsx';
import { menuIcon } from './menuIcons.ts';
import { rowStyles, type RowShape } from './sidebarStyles.ts';
import { useLabel } from './useLabel.ts';

/** The closed sidebar alone needs it. */
const SidebarHint = onDemand(
  async () => (await import('./SidebarHint.tsx')).SidebarHint,
  ({ children }) => children,
);

interface SidebarLinkProps {
  item: SidebarLeaf;
  shape: RowShape;
  isCurrent: boolean;
}

/** Drawn anew when it becomes the current one, or no longer is, and not with each other page. */
export const SidebarLink = memo(function SidebarLink({ item, shape, isCurrent }: SidebarLinkProps) {
  const title = useLabel()(item.title);
  const Icon = menuIcon(item.icon);
  const content = (
    <>
      {shape !== 'nested' && <Icon />}
      <span>{title}</span>
    </>
  );
  const link =
    item.kind === 'external' ? (
      <Box component="a" href={item.href} target="_blank" rel="noopener noreferrer" sx={rowStyles(shape)}>
        {content}
        {shape !== 'icon' && <OpenInNew />}
      </Box>
    ) : (
      <Box
        component={Link}
        to={item.to}
        aria-current={isCurrent ? 'page' : undefined}
        // The page that is open stays as it is, with its filters and what is typed in it.
        onClick={(event) => window.location.pathname === item.to && event.preventDefault()}
        sx={rowStyles(shape)}
      >
        {content}
      </Box>
    );
  return <Box component="li">{shape === 'icon' ? <SidebarHint title={title}>{link}</SidebarHint> : link}</Box>;
});
