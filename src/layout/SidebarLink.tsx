import OpenInNew from '@mui/icons-material/OpenInNewOutlined';
import { Box, Tooltip } from '@mui/material';
import { Link, useLocation } from 'react-router';
import type { SidebarLeaf } from '#console/menu/sidebar.ts';
import { menuIcon } from './menuIcons.ts';
import { rowStyles, type RowShape } from './sidebarStyles.ts';
import { useLabel } from './useLabel.ts';

interface SidebarLinkProps {
  item: SidebarLeaf;
  shape: RowShape;
  isCurrent: boolean;
}

export function SidebarLink({ item, shape, isCurrent }: SidebarLinkProps) {
  const title = useLabel()(item.title);
  const { pathname } = useLocation();
  const Icon = menuIcon(item.icon);
  const content = (
    <>
      {shape !== 'nested' && <Icon />}
      <span>{title}</span>
    </>
  );
  return (
    <Box component="li">
      <Tooltip title={shape === 'icon' ? title : ''} placement="right">
        {item.kind === 'external' ? (
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
            onClick={(event) => pathname === item.to && event.preventDefault()}
            sx={rowStyles(shape)}
          >
            {content}
          </Box>
        )}
      </Tooltip>
    </Box>
  );
}
